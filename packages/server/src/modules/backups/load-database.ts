import { createHash } from 'node:crypto'
import { pairIndexes } from '../../catalogue/migrations/0001-initial.js'
import { indexName } from '../../catalogue/physical-names.js'
import { message } from '../../message.js'
import { sql } from '../../storage/sql.js'
import { StorageError, type StorageProblem, type Transaction } from '../../storage/storage.js'
import { BackupProblem, corrupt } from './backup-problem.js'
import type { TablePart } from './manifest.js'
import type { BackupArchive } from './read-archive.js'
import { rowText } from './row-text.js'
import { insertRows, readRows } from './store.js'

/**
 * Makes the tables of a backup in an empty database, and holds what is stored then against the digests of the
 * manifest.
 * @throws BackupProblem
 */
export async function loadDatabase(empty: Transaction, archive: BackupArchive): Promise<void> {
  const { tables } = archive.manifest
  for (const { name, columns, foreignKeys } of tables) {
    const own = columns.filter((column) => column.name !== 'id')
    await empty.schema.createTable(name, own, foreignKeys)
  }
  for (const table of tables) {
    for await (const rows of archive.rows(table)) await insertRows(empty, table, rows)
    await empty.schema.keepIdsAbove(table.name, table.lastId)
  }
  const prefixed = await indexesOfPrefixes(empty, tables)
  for (const table of tables) await makeIndexes(empty, table, prefixed)
  for (const table of tables) await compare(empty, table)
}

/** The indexes that the configuration of the backup calls such: not every engine tells them apart. */
async function indexesOfPrefixes(
  empty: Transaction,
  tables: readonly TablePart[],
): Promise<ReadonlySet<string>> {
  const noted = tables.find(({ name }) => name === 'sys_cfg_indexes')
  if (!noted?.columns.some(({ name }) => name === 'is_prefix')) return new Set()
  const rows = await empty.all<{ tb: string; name: string }>(
    sql`SELECT "tb", "name" FROM "sys_cfg_indexes" WHERE "is_prefix" = 1`,
  )
  return new Set(rows.map(({ tb, name }) => indexName(tb, name)))
}

async function makeIndexes(
  empty: Transaction,
  { name: table, indexes }: TablePart,
  prefixed: ReadonlySet<string>,
): Promise<void> {
  for (const { name, columns, unique } of indexes) {
    if (columns.length > 0) {
      const kind = unique ? 'unique' : prefixed.has(name) ? 'prefix' : 'whole'
      await empty.schema.createIndex(name, table, columns, kind)
      continue
    }
    const known = pairIndexes[name]
    if (known?.table !== table) throw corrupt(message('backup_index_unknown', { name }))
    await known.make(empty)
  }
}

async function compare(tx: Transaction, table: TablePart): Promise<void> {
  const hash = createHash('sha256')
  for await (const rows of readRows(tx, table)) for (const row of rows) hash.update(rowText(row))
  if (hash.digest('hex') !== table.sha256)
    throw corrupt(message('backup_stored_otherwise', { table: table.name }))
}

const ofContent: ReadonlySet<StorageProblem> = new Set<StorageProblem>([
  'unique',
  'foreign_key',
  'exists',
  'not_convertible',
  'index_limit',
  'invalid_text',
])

/** What the engine refuses because of what stands in the backup. */
export function asBackupProblem(error: unknown): unknown {
  if (error instanceof BackupProblem || !(error instanceof StorageError)) return error
  if (!ofContent.has(error.problem)) return error
  return corrupt(message('backup_contradicts_rules', {}), error)
}
