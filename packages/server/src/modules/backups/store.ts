import type { SqlValue } from '../../storage/sql.js'
import { id, join, sql } from '../../storage/sql.js'
import type { Reader, Snapshot, StoredTable, Transaction } from '../../storage/storage.js'

/** What an engine has of a table. */
type Columns = Pick<StoredTable, 'name' | 'columns'>

const columnsOf = ({ columns }: Columns) => join(columns.map(({ name }) => id(name)))

/** All rows in the order of their ids. */
export const streamRows = (snapshot: Snapshot, table: Columns): AsyncIterable<SqlValue[][]> =>
  snapshot.stream(sql`SELECT ${columnsOf(table)} FROM ${id(table.name)} ORDER BY "id"`)

const rowsAtATime = 1000

/** All rows in the order of their ids, as a transaction sees them. */
export async function* readRows(tx: Transaction, table: Columns): AsyncGenerator<SqlValue[][]> {
  const names = table.columns.map(({ name }) => name)
  let after = sql`1 = 1`
  for (;;) {
    const rows = await tx.all<Record<string, SqlValue>>(sql`
      SELECT ${columnsOf(table)} FROM ${id(table.name)} WHERE ${after} ORDER BY "id" LIMIT ${rowsAtATime}`)
    if (rows.length > 0) yield rows.map((row) => names.map((name) => row[name] ?? null))
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtATime) return
    after = sql`"id" > ${last['id'] ?? null}`
  }
}

export const insertRows = (tx: Transaction, table: Columns, rows: readonly SqlValue[][]): Promise<number[]> =>
  tx.insertMany(
    table.name,
    table.columns.map(({ name }) => name),
    rows,
  )

/** Whole rows of a table of the service, as objects. */
export const selectAll = (reader: Reader, table: string): Promise<Record<string, SqlValue>[]> =>
  reader.all<Record<string, SqlValue>>(sql`SELECT * FROM ${id(table)} ORDER BY "id"`)

export interface PersonRow {
  readonly id: number
  readonly email: string
  readonly privilege: number
  readonly token_version: number
}

export const selectPersons = (reader: Reader): Promise<PersonRow[]> =>
  reader.all<PersonRow>(
    sql`SELECT "id", "email", "privilege", "token_version" FROM "sys_users" ORDER BY "id"`,
  )

export const updatePerson = (tx: Transaction, person: PersonRow): Promise<number> =>
  tx.run(sql`
    UPDATE "sys_users" SET "privilege" = ${person.privilege}, "token_version" = ${person.token_version}
    WHERE "id" = ${person.id}`)

interface KeyRow {
  readonly id: number
  readonly key_hash: string
}

export const selectActiveKeys = (reader: Reader): Promise<KeyRow[]> =>
  reader.all<KeyRow>(sql`SELECT "id", "key_hash" FROM "sys_api_keys" WHERE "revoked_at" IS NULL`)

export const revokeKey = (tx: Transaction, keyId: number, now: number): Promise<number> =>
  tx.run(sql`UPDATE "sys_api_keys" SET "revoked_at" = ${now} WHERE "id" = ${keyId}`)

export interface StoredFile {
  readonly id: number
  readonly ext: string
  readonly binary: string | null
}

/** Rows of the file table, read from one state. */
export const streamFiles = (snapshot: Snapshot): AsyncIterable<SqlValue[][]> =>
  snapshot.stream(sql`SELECT "id", "ext", "binary" FROM "sys_files" ORDER BY "id"`)

export const selectFiles = (reader: Reader): Promise<StoredFile[]> =>
  reader.all<StoredFile>(sql`SELECT "id", "ext", "binary" FROM "sys_files"`)
