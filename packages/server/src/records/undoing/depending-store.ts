import type { Table, TableRelation } from '../../catalogue/catalogue.js'
import { changes } from '../../storage/journal/journal-tables.js'
import type { RecordEnd } from '../../storage/journal/stamps.js'
import { id, type Sql, sql } from '../../storage/sql.js'
import type { Dialect, Reader } from '../../storage/storage.js'
import type { SetRange } from './touched-store.js'

/** A row, and the one to which it refers. */
export interface Pair {
  readonly id: number
  readonly target: number
}

const touchedIn = (table: string, { first, last }: SetRange): Sql =>
  sql`(SELECT "row_id" FROM ${id(changes)} WHERE "id" BETWEEN ${first} AND ${last} AND "tb" || '' = ${table})`

/** A column that refers to another. */
export interface Joint extends Pick<TableRelation, 'fromColumn' | 'toColumn'> {
  readonly from: Table
  readonly to: Table
}

/** The rows that refer to any row of `to` that the set touched. */
export function selectPairs(
  reader: Reader,
  dialect: Dialect,
  { from, to, fromColumn, toColumn }: Joint,
  set: SetRange,
): Promise<Pair[]> {
  const column = id('r', fromColumn)
  const isSameType = from.fields.get(fromColumn)?.dbType === to.fields.get(toColumn)?.dbType
  if (toColumn === 'id' && isSameType) {
    return reader.all(sql`SELECT r."id" AS "id", ${column} AS "target" FROM ${id(from.name)} r
      WHERE ${column} IN ${touchedIn(to.name, set)}`)
  }
  const key = id('t', toColumn)
  const joined = isSameType
    ? sql`${key} = ${column}`
    : sql`${dialect.cast(key, 'text')} = ${dialect.cast(column, 'text')}`
  return reader.all(sql`SELECT r."id" AS "id", t."id" AS "target" FROM ${id(to.name)} t
    JOIN ${id(from.name)} r ON ${joined} WHERE t."id" IN ${touchedIn(to.name, set)}`)
}

/** The rows of an attached table that hang from any record of `to` that the set touched. */
export const selectAttached = (
  reader: Reader,
  attached: string,
  end: RecordEnd,
  to: Table,
  set: SetRange,
): Promise<Pair[]> =>
  reader.all(sql`SELECT "id" AS "id", ${id(end.record)} AS "target" FROM ${id(attached)}
    WHERE ${id(end.table)} = ${to.name} AND ${id(end.record)} IN ${touchedIn(to.name, set)}`)

/** The links of files that the set touched. */
export const selectLinksOfFiles = (reader: Reader, set: SetRange): Promise<Pair[]> =>
  reader.all(sql`SELECT "id" AS "id", "file_id" AS "target" FROM "sys_file_links"
    WHERE "file_id" IN ${touchedIn('sys_files', set)}`)
