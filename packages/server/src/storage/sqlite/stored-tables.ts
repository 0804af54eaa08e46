import { id, sql } from '../sql.js'
import type { Reader, StoredTable, Transaction } from '../storage.js'
import { type IndexedColumn, storedTables } from '../stored-tables.js'
import { dropBoxIndex } from './box-index.js'
import { inspectTables } from './inspect-tables.js'
import { dropTextIndex, registry } from './text-index-tables.js'

/** Every table with its indexes and the last of its ids. */
export async function readStoredTables(reader: Pick<Reader, 'all'>): Promise<StoredTable[]> {
  const tables = await inspectTables(reader)
  const indexed = await reader.all<IndexedColumn>(sql`
    SELECT t.name AS in_table, l.name, l."unique" AS is_unique, i.name AS "column"
    FROM sqlite_schema AS t JOIN pragma_index_list(t.name) AS l JOIN pragma_index_info(l.name) AS i
    WHERE t.type = 'table' AND l.origin = 'c' ORDER BY l.name, i.seqno`)
  const counters = await reader.all<{ name: string; seq: number }>(sql`SELECT name, seq FROM sqlite_sequence`)
  return storedTables(tables, indexed, new Map(counters.map(({ name, seq }) => [name, seq])))
}

/** Takes every table away. Foreign keys must be off. */
export async function dropTables(tx: Transaction): Promise<void> {
  const names = [...(await inspectTables(tx)).keys()]
  for (const name of names) {
    await dropTextIndex(tx, name)
    await dropBoxIndex(tx, name)
  }
  for (const name of names) await tx.run(sql`DROP TABLE ${id(name)}`)
  await tx.run(sql`DROP TABLE IF EXISTS ${id(registry)}`)
}
