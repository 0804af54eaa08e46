import { id, sql } from '../../../storage/sql.js'
import type { EngineName } from '../../../storage/storage.js'
import { type Dig, openDig } from '../../../testing/open-dig.js'
import { savedThings } from '../../../testing/saved-things.js'

const as = 'super_admin'

/**
 * An excavation in which everything that can name a table or a field does so: links, backlinks, fields,
 * indexes, previews and saved things.
 */
export async function openReferringDig(engine: EngineName): Promise<Dig> {
  const dig = await openDig(engine)
  await dig.confirm()
  await dig.application.db.write(async (tx) => {
    for (const [table, row] of savedThings) await tx.insert(table, row)
  })
  const link = [{ other_tb: 'contexts', fld: [{ my: 'context', other: 'id' }] }]
  await must(dig.put('/api/config/table/finds', { link, backlinks: ['finds:samples:litres'] }, as))
  await must(
    dig.post(
      '/api/config/table/finds/field',
      { name: 'remark', type: 'combo_select', get_values_from_tb: 'contexts:notes' },
      as,
    ),
  )
  await must(
    dig.post('/api/config/table/contexts/indexes', { name: 'by_notes', columns: ['notes', 'ctx_no'] }, as),
  )
  await must(dig.put('/api/config/table/contexts', { order: 'notes', preview: ['notes', 'ctx_no'] }, as))
  await must(dig.put('/api/config/table/trenches', { backlinks: ['contexts:finds:context'] }, as))
  return dig
}

/** @throws with what the service answered, where it did not do what it was asked */
export async function must(answer: Promise<{ statusCode: number; body: string }>): Promise<void> {
  const { statusCode, body } = await answer
  if (statusCode !== 200) throw new Error(body)
}

export const tableOf = async (dig: Dig, name: string) =>
  (await dig.get(`/api/config/table/${name}`, as)).json().table

/** The values of a column as they are stored, in the order of the rows' ids. */
export async function column(dig: Dig, table: string, name: string): Promise<unknown[]> {
  const rows = await dig.application.db.quick.all<Record<string, unknown>>(
    sql`SELECT ${id(name)} FROM ${id(table)} ORDER BY "id"`,
  )
  return rows.map((row) => row[name])
}

/** The documents of a column that holds JSON. */
export const documents = async (dig: Dig, table: string, name: string) =>
  (await column(dig, table, name)).map((text) => JSON.parse(String(text)))
