import type { Table } from '../../catalogue/catalogue.js'
import { id, sql } from '../../storage/sql.js'
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

export const updateGeometry = (tx: Transaction, geoId: number, wkt: string): Promise<number> =>
  tx.run(sql`UPDATE ${id('sys_geodata')} SET "geometry" = ${wkt} WHERE "id" = ${geoId}`)
