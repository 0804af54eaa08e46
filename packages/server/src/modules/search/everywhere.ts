import type { FoundInTable, FoundRecord, SearchEverywhereQuery } from '@trowel/contract/search.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { type Field, fieldOf, isTextual, mainTables, type Table, tableOf } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { allOf, type Condition } from '../../query/condition.js'
import { castOperand } from '../../query/filter/cast-operand.js'
import { fastSearch } from '../../query/search.js'
import { recordLabel } from '../../records/rows/record-label.js'
import { visibleCondition } from '../../records/rows/search-criteria.js'
import { fold } from '../../storage/fold.js'
import { type FoundRow, selectFound, selectFoundInPlugin } from './everywhere-store.js'

/** So many records of each table are answered unless another number is asked for, and at most `max`. */
const perTable = { usual: 5, max: 20 } as const

/** The best are chosen among so many rows of each search. */
const considered = 50

/** Nearly every record has a shorter text somewhere: it is looked for in names alone. */
const minAnywhere = 3

/** How many characters of a long text are told before and after the place. */
const context = { before: 40, after: 80 } as const

/**
 * Records of all tables that the caller may read in which a text stands: in their names, in other textual
 * fields, or in rows of their plugin tables. Records that are called so come first.
 *
 * @returns the tables in configuration order, without those in which nothing was found
 * @throws `invalid_parameter` for a text that cannot be searched
 */
export async function searchEverywhere(
  scope: RequestScope,
  { q, limit = perTable.usual }: Decoded<typeof SearchEverywhereQuery>,
): Promise<FoundInTable[]> {
  const text = q.trim()
  if (text === '') return []
  const tables = mainTables(scope.catalogue).filter((table) => scope.rights.allows('read', table))
  const found = await Promise.all(
    tables.map((table) => searchTable(scope, table, text, Math.min(limit, perTable.max))),
  )
  return found.filter(({ records }) => records.length > 0)
}

async function searchTable(
  scope: RequestScope,
  table: Table,
  text: string,
  limit: number,
): Promise<FoundInTable> {
  const isLong = [...text].length >= minAnywhere
  const searches = [inNames(scope, table, text)]
  if (isLong) searches.push(inFields(scope, table, text), ...inPlugins(scope, table, text))
  const found = new Map<number, FoundRecord>()
  for (const record of (await Promise.all(searches)).flat())
    if (!found.has(record.id)) found.set(record.id, record)
  const best = [...found.values()].sort((a, b) => rank(a, text) - rank(b, text))
  return {
    tb: table.name,
    label: table.label || table.name,
    more: best.length > limit,
    records: best.slice(0, limit),
  }
}

async function inNames(scope: RequestScope, table: Table, text: string): Promise<FoundRecord[]> {
  const name = fieldOf(table, table.idField)
  const found = await Promise.all(
    [called(name, text), calledLike(name, text)].map(async (asked) => {
      if (!asked) return []
      const condition = visibleCondition(scope, table, asked)
      return selectFound(scope, table, { condition, fields: [name], limit: considered })
    }),
  )
  return found.flat().map((row) => ({ ...recordOf(row), field: null, field_label: null, text: null }))
}

/** What is called so must not be missed among all that has it in its name: an index finds it by itself. */
function called(field: Field, text: string): Condition | undefined {
  const cast = castOperand('_in', field, [...new Set([text, text.toUpperCase(), text.toLowerCase()])])
  return 'reason' in cast ? undefined : { kind: 'compare', field, operator: '_in', value: cast.value }
}

/** Records without a name of their own are called by their id, which is typed as a whole. */
const calledLike = (field: Field, text: string): Condition | undefined =>
  field.name === 'id' ? undefined : { kind: 'compare', field, operator: '_icontains', value: text }

async function inFields(scope: RequestScope, table: Table, text: string): Promise<FoundRecord[]> {
  const fields = textualFields(table)
  if (fields.length === 0) return []
  const condition = visibleCondition(scope, table, fastSearch(table, text))
  const rows = await selectFound(scope, table, { condition, fields, limit: considered })
  return rows.map((row) => ({ ...recordOf(row), ...placeIn(row, fields, text) }))
}

function inPlugins(scope: RequestScope, table: Table, text: string): Promise<FoundRecord[]>[] {
  const visible = visibleCondition(scope, table, undefined)
  return table.plugins.map(async (name) => {
    const plugin = tableOf(scope.catalogue, name)
    const { readable, restriction } = scope.rights.visibilityOf(plugin)
    const fields = textualFields(plugin)
    const asked = fastSearch(plugin, text)
    if (!readable || !asked || fields.length === 0) return []
    const condition = restriction ? allOf([asked, restriction]) : asked
    const rows = await selectFoundInPlugin(
      scope,
      { plugin, table, visible },
      { condition, fields, limit: considered },
    )
    return rows.map((row) => {
      const place = placeIn(row, fields, text)
      const label = place.field_label && `${plugin.label || plugin.name} › ${place.field_label}`
      return {
        ...recordOf(row),
        ...place,
        field: place.field && `${name}.${place.field}`,
        field_label: label,
      }
    })
  })
}

const textualFields = (table: Table): Field[] => [...table.fields.values()].filter(isTextual)

const recordOf = (row: FoundRow): Pick<FoundRecord, 'id' | 'label'> => ({
  id: row['~id'],
  label: recordLabel(row['~name'], row['~id']),
})

/** Where a text stands in a row, with what stands around it. */
function placeIn(
  row: FoundRow,
  fields: readonly Field[],
  text: string,
): Pick<FoundRecord, 'field' | 'field_label' | 'text'> {
  const sought = fold(text)
  for (const { name, label } of fields) {
    const value = String(row[name] ?? '')
    const folded = fold(value)
    const at = folded.indexOf(sought)
    if (at >= 0)
      return {
        field: name,
        field_label: label || name,
        text: excerpt(value, [...folded.slice(0, at)].length),
      }
  }
  return { field: null, field_label: null, text: null }
}

/** @param at the place in characters, of which folding makes as many */
function excerpt(value: string, at: number): string {
  const characters = [...value]
  const from = Math.max(at - context.before, 0)
  const to = Math.min(at + context.after, characters.length)
  const told = characters.slice(from, to).join('').replace(/\s+/g, ' ').trim()
  return `${from > 0 ? '…' : ''}${told}${to < characters.length ? '…' : ''}`
}

/** What is called so comes before what begins so, what has it in its name, and all else. */
function rank({ label }: FoundRecord, text: string): number {
  const [name, sought] = [fold(label), fold(text)]
  if (name === sought) return 0
  if (name.startsWith(sought)) return 1
  return name.includes(sought) ? 2 : 3
}
