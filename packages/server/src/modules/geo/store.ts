import type { Table } from '../../catalogue/catalogue.js'
import { id, join, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

export interface GeodataRow {
  readonly id: number
  /** WKT. */
  readonly geometry: string
}

/** The geometries of a record by id. */
export const selectGeometriesOf = (reader: Reader, table: Table, recordId: number): Promise<GeodataRow[]> =>
  reader.all<GeodataRow>(sql`
    SELECT "id", "geometry" FROM ${id('sys_geodata')}
    WHERE "table_link" = ${table.name} AND "id_link" = ${recordId} ORDER BY "id"`)

export const insertGeometry = (
  tx: Transaction,
  table: Table,
  recordId: number,
  wkt: string,
): Promise<number> => tx.insert('sys_geodata', { table_link: table.name, id_link: recordId, geometry: wkt })

/** The geometry with the lowest id of each record that has one, by the id of the record. */
export async function selectFirstGeometries(
  reader: Reader,
  table: Table,
  recordIds: readonly number[],
): Promise<ReadonlyMap<number, GeodataRow>> {
  const rows = await reader.all<GeodataRow & { recordId: number }>(sql`
    SELECT "id", "id_link" AS "recordId", "geometry" FROM ${id('sys_geodata')}
    WHERE "id" IN (
      SELECT min("id") FROM ${id('sys_geodata')}
      WHERE "table_link" = ${table.name} AND "id_link" IN (${join(recordIds)}) GROUP BY "id_link")`)
  return new Map(rows.map((row) => [row.recordId, row]))
}

export async function updateGeometries(
  tx: Transaction,
  changes: readonly (readonly [wkt: string, geoId: number])[],
): Promise<void> {
  const [first] = changes
  if (!first) return
  await tx.runMany(
    sql`UPDATE ${id('sys_geodata')} SET "geometry" = ${first[0]} WHERE "id" = ${first[1]}`,
    changes,
  )
}

export async function insertGeometries(
  tx: Transaction,
  table: Table,
  made: readonly (readonly [recordId: number, wkt: string])[],
): Promise<void> {
  if (made.length === 0) return
  const rows = made.map(([recordId, wkt]) => [table.name, recordId, wkt])
  await tx.insertMany('sys_geodata', ['table_link', 'id_link', 'geometry'], rows)
}

/** Whose a geometry is. */
export interface GeodataOwner {
  readonly id: number
  readonly table: string
  readonly recordId: number
}

/** Those of the geometries that are there. */
export async function selectOwners(reader: Reader, ids: readonly number[]): Promise<GeodataOwner[]> {
  if (ids.length === 0) return []
  return reader.all<GeodataOwner>(sql`
    SELECT "id", "table_link" AS "table", "id_link" AS "recordId" FROM ${id('sys_geodata')}
    WHERE "id" IN (${join(ids)}) ORDER BY "id"`)
}

export async function deleteGeometries(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.run(sql`DELETE FROM ${id('sys_geodata')} WHERE "id" IN (${join(ids)})`)
}
