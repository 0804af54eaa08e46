import type { RecordEnd } from '../../storage/journal/stamps.js'
import { id, or, sql } from '../../storage/sql.js'
import type { Database } from '../../storage/storage.js'
import { VersionedCache } from '../../storage/versioned-cache.js'

/** A system table whose rows belong to records of any table. */
export interface AttachedTable {
  readonly table: string
  /**
   * The records to which a row belongs: it goes with whichever of them goes, and comes back only when all of
   * them are there.
   */
  readonly ends: readonly RecordEnd[]
  /** What else a row needs to come back: the id in `column` must be one of `table`. */
  readonly needs?: { readonly column: string; readonly table: string }
}

const cache = new VersionedCache<boolean>(1000)

/**
 * May a record of the table have rows in the attached table? Most tables have no files, links or citations at
 * all: this is looked up once and holds until the next write to the attached table, which saves each read of
 * a record a query without result.
 */
export async function mayHaveRows(
  db: Database,
  attachedTable: AttachedTable,
  tableName: string,
): Promise<boolean> {
  if (db.writeVersion(attachedTable.table) === undefined) return true
  return cache.get(db, [attachedTable.table], keyOf(attachedTable, tableName), async () => {
    const named = or(tableColumns(attachedTable).map((column) => sql`${id(column)} = ${tableName}`))
    const row = await db.quick.get(
      sql`SELECT 1 AS "found" FROM ${id(attachedTable.table)} WHERE ${named} LIMIT 1`,
    )
    return row !== undefined
  })
}

/** Is it known without a query that no record of the table has rows there? */
export const hasNoRows = (db: Database, attachedTable: AttachedTable, tableName: string): boolean =>
  cache.known(db, [attachedTable.table], keyOf(attachedTable, tableName)) === false

/** The columns that name a table, each once. */
const tableColumns = ({ ends }: AttachedTable): string[] => [...new Set(ends.map((end) => end.table))]

const keyOf = (attachedTable: AttachedTable, tableName: string): string =>
  `${attachedTable.table}/${tableName}`
