import { id, join, type Sql, type SqlValue, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'
import type { SavedKind, SavedThing } from './saved-kind.js'

const columnsOf = ({ table, columns }: SavedKind): Sql =>
  join([
    ...['id', 'user_id', 'name', ...columns, 'created_at', 'is_global'].map((name) => id(name)),
    sql`(SELECT "name" FROM "sys_users" WHERE "sys_users"."id" = ${id(table)}."user_id") AS "owner_name"`,
  ])

/** Those of a person and those that are shared, by id; of no person only the shared ones. */
export function selectThings<Row extends SavedThing>(
  reader: Reader,
  kind: SavedKind,
  owner: number | null,
): Promise<Row[]> {
  return reader.all<Row>(
    sql`SELECT ${columnsOf(kind)} FROM ${id(kind.table)} WHERE "is_global" = 1 OR "user_id" = ${owner ?? 0} ORDER BY "id"`,
  )
}

export function selectThing<Row extends SavedThing>(
  reader: Reader,
  kind: SavedKind,
  thingId: number,
): Promise<Row | undefined> {
  return reader.get<Row>(sql`SELECT ${columnsOf(kind)} FROM ${id(kind.table)} WHERE "id" = ${thingId}`)
}

export async function updateThing(
  tx: Transaction,
  kind: SavedKind,
  thingId: number,
  values: Readonly<Record<string, SqlValue>>,
): Promise<void> {
  const changes = Object.entries(values).map(([column, value]) => sql`${id(column)} = ${value}`)
  await tx.run(sql`UPDATE ${id(kind.table)} SET ${join(changes)} WHERE "id" = ${thingId}`)
}

export async function deleteThing(tx: Transaction, kind: SavedKind, thingId: number): Promise<void> {
  await tx.run(sql`DELETE FROM ${id(kind.table)} WHERE "id" = ${thingId}`)
}
