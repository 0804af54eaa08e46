import type { Table } from '../../catalogue/catalogue.js'
import { type SqlValue, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

/** A row as it is stored: raw values by column. */
export type RawRow = Readonly<Record<string, SqlValue>>

/** What hangs from a record, as it is stored: the rows of each part under its `keptAs`. */
export type HangingRows = Readonly<Record<string, readonly RawRow[]>>

/** A record with everything that a version keeps of it. */
export interface Snapshot {
  readonly core: RawRow
  /** The rows of every plugin table of the record, also where there are none. */
  readonly plugins: Readonly<Record<string, readonly RawRow[]>>
  /** Only of a record that was deleted. */
  readonly related?: HangingRows
}

export interface NewVersion {
  readonly table: string
  readonly recordId: number
  readonly operation: 'update' | 'delete' | 'restore'
  /** The state before the operation. */
  readonly before: Snapshot
}

/** Keeps the states that a change is about to replace. @param userId 0 for whoever is no user of the application */
export async function insertVersions(
  tx: Transaction,
  userId: number,
  time: number,
  versions: readonly NewVersion[],
): Promise<void> {
  if (versions.length === 0) return
  await tx.insertMany(
    'sys_versions',
    ['userid', 'time', 'tb', 'rowid', 'content', 'operation'],
    versions.map(({ table, recordId, operation, before }) => [
      userId,
      time,
      table,
      recordId,
      JSON.stringify(before),
      operation,
    ]),
  )
}

/** Who changed a record last, and when. */
export interface NewestChange {
  readonly userid: number
  readonly user_name: string | null
  /** Unix milliseconds. */
  readonly time: number
}

export function selectNewestChange(
  reader: Reader,
  table: Table,
  recordId: number,
): Promise<NewestChange | undefined> {
  return reader.get<NewestChange>(
    sql`SELECT v."userid", u."name" AS "user_name", v."time" FROM "sys_versions" v
      LEFT JOIN "sys_users" u ON u."id" = v."userid"
      WHERE v."tb" = ${table.name} AND v."rowid" = ${recordId} ORDER BY v."id" DESC LIMIT 1`,
  )
}
