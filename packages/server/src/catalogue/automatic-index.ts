import { physicalName } from '../storage/physical-name.js'
import type { Transaction } from '../storage/storage.js'
import type { Application } from './application.js'
import type { TableIndex } from './catalogue.js'
import { loadCatalogue } from './load-catalogue.js'
import { indexName } from './physical-names.js'

/** What would answer a question. */
export type HelpfulIndex = Pick<TableIndex, 'columns' | 'isPrefix'>

/** No table gets more of them: every index costs something at each write. */
const maxPerTable = 6

/**
 * Makes an index because a question that is often asked was slow. It stands in the table's index list like
 * any other, marked as automatic, and can be deleted there.
 *
 * @returns false when the table has enough of them, or one that already begins with these columns
 */
export async function addAutomaticIndex(
  application: Application,
  table: string,
  wanted: HelpfulIndex,
): Promise<boolean> {
  const { db } = application
  const { columns } = wanted
  const made = await db.write(
    async (tx) => {
      const catalogue = await loadCatalogue(tx, application.name)
      const fields = catalogue.tables.get(table)?.fields
      if (!fields || !columns.every((column) => fields.has(column))) return false
      const existing = catalogue.indexes.filter((index) => index.table === table)
      if (existing.some((index) => columns.every((column, place) => index.columns[place] === column)))
        return false
      if (
        existing.filter((index) => index.auto && (index.isPrefix || index.columns.length > 1)).length >=
        maxPerTable
      )
        return false
      await store(tx, table, wanted, existing)
      await db.announceConfigurationChange(tx)
      return true
    },
    { schema: true },
  )
  if (made) await application.reload()
  return made
}

async function store(
  tx: Transaction,
  table: string,
  { columns, isPrefix }: HelpfulIndex,
  existing: readonly TableIndex[],
): Promise<void> {
  const plain = physicalName('auto_', columns.join('_'))
  const taken = new Set(existing.map((index) => index.name))
  const name = taken.has(plain) ? physicalName(plain, `_${existing.length + 1}`) : plain
  await tx.schema.createIndex(indexName(table, name), table, columns, isPrefix ? 'prefix' : 'whole')
  await tx.insert('sys_cfg_indexes', {
    tb: table,
    name,
    columns: JSON.stringify(columns),
    is_unique: 0,
    auto: 1,
    is_prefix: isPrefix ? 1 : 0,
  })
}
