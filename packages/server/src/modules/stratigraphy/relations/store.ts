import type { Table } from '../../../catalogue/catalogue.js'
import type { RequestScope } from '../../../http/scope.js'
import { labelColumn } from '../../../records/rows/record-label.js'
import { andVisible } from '../../../records/rows/row-access.js'
import { changes } from '../../../storage/journal/journal-tables.js'
import { id, join, sql } from '../../../storage/sql.js'
import type { Reader, Transaction } from '../../../storage/storage.js'
import type { RelationRow } from '../matrix/harris-matrix.js'

/** More ids than an engine takes in one statement are asked for in several. */
const idsAtOnce = 10_000

interface LabelledRelationRow extends RelationRow {
  readonly firstLabel: string | number | null
  readonly secondLabel: string | number | null
}

/**
 * The relations in which a record is first or second, by id, each side out of an index of its own; those
 * whose other end the caller cannot see are left out.
 */
export async function selectRelationsOf(
  scope: RequestScope,
  table: Table,
  recordId: number,
): Promise<LabelledRelationRow[]> {
  const records = id(table.name)
  return scope.db.quick.all<LabelledRelationRow>(sql`
    SELECT r."id", r."first", r."second", r."relation",
      ${labelColumn(table, 'a')} AS "firstLabel", ${labelColumn(table, 'b')} AS "secondLabel"
    FROM (
      SELECT * FROM ${id('sys_rs')} WHERE "tb" = ${table.name} AND "first" = ${recordId}
      UNION SELECT * FROM ${id('sys_rs')} WHERE "tb" = ${table.name} AND "second" = ${recordId}) r
    JOIN ${records} a ON a."id" = r."first"${andVisible(scope, table, 'a')}
    JOIN ${records} b ON b."id" = r."second"${andVisible(scope, table, 'b')}
    ORDER BY r."id"`)
}

/** The same relation between the same records, written from either end. */
export async function selectSameRelation(
  reader: Reader,
  table: Table,
  { first, second, relation }: Omit<RelationRow, 'id'>,
  inverse: number,
): Promise<number | undefined> {
  const relations = sql`SELECT "id" FROM ${id('sys_rs')} WHERE "tb" = ${table.name}`
  const row = await reader.get<{ id: number }>(sql`
    ${relations} AND "first" = ${first} AND "second" = ${second} AND "relation" = ${relation}
    UNION ALL ${relations} AND "first" = ${second} AND "second" = ${first} AND "relation" = ${inverse}`)
  return row?.id
}

export const insertRelation = (
  tx: Transaction,
  table: Table,
  { first, second, relation }: Omit<RelationRow, 'id'>,
): Promise<number> => tx.insert('sys_rs', { tb: table.name, first, second, relation })

export async function insertRelations(
  tx: Transaction,
  table: Table,
  relations: readonly Omit<RelationRow, 'id'>[],
): Promise<void> {
  if (relations.length === 0) return
  const rows = relations.map(({ first, second, relation }) => [table.name, first, second, relation])
  await tx.insertMany('sys_rs', ['tb', 'first', 'second', 'relation'], rows)
}

/** The relations of a table whose both ends are there, by id. */
export const selectLiveRelations = (reader: Reader, table: Table): Promise<RelationRow[]> =>
  reader.all<RelationRow>(sql`
    SELECT r."id", r."first", r."second", r."relation" FROM ${id('sys_rs')} r
    JOIN ${id(table.name)} a ON a."id" = r."first" JOIN ${id(table.name)} b ON b."id" = r."second"
    WHERE r."tb" = ${table.name} ORDER BY r."id"`)

/** All relations of a table, by id. */
export const selectRelations = (reader: Reader, table: Table): Promise<RelationRow[]> =>
  reader.all<RelationRow>(sql`
    SELECT "id", "first", "second", "relation" FROM ${id('sys_rs')} WHERE "tb" = ${table.name} ORDER BY "id"`)

/**
 * The relations of a table from one on, by id. They are few, so that their ids lead to them, not the table's
 * name.
 */
export const selectRelationsFrom = (reader: Reader, table: Table, oldest: number): Promise<RelationRow[]> =>
  reader.all<RelationRow>(sql`
    SELECT "id", "first", "second", "relation" FROM ${id('sys_rs')}
    WHERE "id" >= ${oldest} AND "tb" || '' = ${table.name} ORDER BY "id"`)

/** The last change that is in the journal. */
export async function selectLastChange(reader: Reader): Promise<number> {
  const row = await reader.get<{ last: number | null }>(sql`SELECT max("id") AS "last" FROM ${id(changes)}`)
  return row?.last ?? 0
}

/** The relations up to `newest` that were made after a change: they came back under their old ids. */
export const selectReturned = (
  reader: Reader,
  table: Table,
  lastChange: number,
  newest: number,
): Promise<RelationRow[]> =>
  reader.all<RelationRow>(sql`
    SELECT r."id", r."first", r."second", r."relation" FROM ${id('sys_rs')} r
    WHERE r."id" IN (SELECT c."row_id" FROM ${id(changes)} c
        WHERE c."id" > ${lastChange} AND c."tb" || '' = 'sys_rs' AND c."operation" = 'created')
      AND r."id" <= ${newest} AND r."tb" || '' = ${table.name}`)

/** The relations that were made after a change, those that came back included. */
export async function selectMadeAfter(reader: Reader, lastChange: number): Promise<Set<number>> {
  const rows = await reader.all<{ id: number }>(sql`
    SELECT DISTINCT "row_id" AS "id" FROM ${id(changes)}
    WHERE "id" > ${lastChange} AND "tb" || '' = 'sys_rs' AND "operation" = 'created'`)
  return new Set(rows.map((row) => row.id))
}

/** The change with which a record was deleted last; 0 where the journal knows of none. */
export async function selectDeletion(reader: Reader, table: Table, recordId: number): Promise<number> {
  const row = await reader.get<{ last: number | null }>(sql`
    SELECT max("id") AS "last" FROM ${id(changes)}
    WHERE "tb" = ${table.name} AND "row_id" = ${recordId} AND "operation" = 'deleted'`)
  return row?.last ?? 0
}

/** The tables to which relations belong. */
export async function selectTablesOfRelations(
  reader: Reader,
  ids: readonly number[],
): Promise<readonly { readonly id: number; readonly tb: string }[]> {
  const found: { id: number; tb: string }[] = []
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    found.push(
      ...(await reader.all<{ id: number; tb: string }>(
        sql`SELECT "id", "tb" FROM ${id('sys_rs')} WHERE "id" IN (${join(ids.slice(start, start + idsAtOnce))})`,
      )),
    )
  }
  return found
}

/** Those of the relations that are still stored. */
export async function selectStoredIds(
  reader: Reader,
  table: Table,
  ids: readonly number[],
): Promise<readonly { readonly id: number }[]> {
  const stored: { id: number }[] = []
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    stored.push(
      ...(await reader.all<{ id: number }>(sql`
        SELECT "id" FROM ${id('sys_rs')}
        WHERE "id" IN (${join(ids.slice(start, start + idsAtOnce))}) AND "tb" || '' = ${table.name}`)),
    )
  }
  return stored
}

/** One relation and the table to which it belongs. */
export const selectRelation = (
  reader: Reader,
  relationId: number,
): Promise<(RelationRow & { readonly tb: string }) | undefined> =>
  reader.get(sql`
    SELECT "id", "tb", "first", "second", "relation" FROM ${id('sys_rs')} WHERE "id" = ${relationId}`)

export const deleteRelation = (tx: Transaction, relationId: number): Promise<number> =>
  tx.run(sql`DELETE FROM ${id('sys_rs')} WHERE "id" = ${relationId}`)

/** What a unit is called, and whether the caller may know it. */
export interface NamedUnit {
  readonly id: number
  readonly label: string | number | null
  readonly visible: number
}

/** Those of the units that exist, hidden ones included. */
export async function selectNames(
  reader: Reader,
  scope: RequestScope,
  table: Table,
  ids: readonly number[],
): Promise<NamedUnit[]> {
  const names: NamedUnit[] = []
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    names.push(
      ...(await reader.all<NamedUnit>(sql`
        SELECT t."id", ${labelColumn(table, 't')} AS "label",
          CASE WHEN 1 = 1${andVisible(scope, table)} THEN 1 ELSE 0 END AS "visible"
        FROM ${id(table.name)} t WHERE t."id" IN (${join(ids.slice(start, start + idsAtOnce))})`)),
    )
  }
  return names
}
