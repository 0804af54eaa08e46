import type { GeodataEntry } from '@trowel/contract/geo.js'
import type { Geometry } from '@trowel/contract/model/geometry.js'
import { mainTableOf, type Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import { writeWkt } from '../../formats/wkt.js'
import { GeometryProblems, parseGeometry } from '../../geometry/geometry.js'
import { allGeometryTexts } from '../../geometry/geometry-threads.js'
import type { RequestScope } from '../../http/scope.js'
import { JsonText, type RecordPart } from '../../records/rows/record-part.js'
import { requireEditable } from '../../records/rows/row-access.js'
import type { Transaction } from '../../storage/storage.js'
import {
  type GeodataRow,
  insertGeometries,
  insertGeometry,
  selectFirstGeometries,
  selectGeometriesOf,
  updateGeometries,
  updateGeometry,
} from './store.js'

/** The section `geodata` of a record: its geometries, keyed by their id. */
export const geoPart: RecordPart = {
  section: 'geodata',
  empty: {},
  keptAs: 'geodata',
  attachedTable: { table: 'sys_geodata', ends: [{ table: 'table_link', record: 'id_link' }] },
  appliesTo: (table) => table.hasGeodata,
  async read(scope, table, recordId) {
    const rows = await selectGeometriesOf(scope.db.quick, table, recordId)
    const geometries = await allGeometryTexts(rows.map(({ geometry }) => ({ wkt: geometry })))
    const entries = rows.map(
      (row, place) => `"${row.id}":${entryText(row, table, recordId, geometries[place] ?? 'null')}`,
    )
    return new JsonText(`{${entries.join(',')}}`)
  },
}

/** A `GeodataEntry` as JSON text. @param geojson JSON text too */
function entryText(row: GeodataRow, table: Table, recordId: number, geojson: string): string {
  const stored: Omit<GeodataEntry, 'geojson'> = {
    id: { name: 'id', label: 'Id', val: row.id },
    table_link: { name: 'table_link', label: 'Table', val: table.name },
    id_link: { name: 'id_link', label: 'Linked id', val: recordId },
    geometry: { name: 'geometry', label: 'Geometry', val: row.geometry },
  }
  return `${JSON.stringify(stored).slice(0, -1)},"geojson":${geojson}}`
}

/**
 * Gives a record its place on the map: its first geometry is replaced, or made when it has none.
 *
 * @param geometry a GeoJSON geometry, longitude and latitude in WGS 84
 * @returns the id of the geometry
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`, `record_not_found`,
 *   `error_insert_geodata`
 */
export async function setGeometry(
  scope: RequestScope,
  tableName: string,
  recordId: number,
  geometry: unknown,
): Promise<number> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit', table)
  const wkt = writeWkt(acceptedGeometry(geometry))
  return scope.db.write(async (tx) => {
    await requireEditable(tx, scope, table, recordId)
    const [first] = await selectGeometriesOf(tx, table, recordId)
    if (!first) return insertGeometry(tx, table, recordId, wkt)
    await updateGeometry(tx, first.id, wkt)
    return first.id
  })
}

/**
 * Gives many records of a table their places on the map, in a few statements: the first geometry of each is
 * replaced, or made when it has none. The caller has found out that he may change the records.
 *
 * @param places WKT by the id of the record
 * @returns how many records had that place already
 */
export async function setGeometries(
  tx: Transaction,
  table: Table,
  places: ReadonlyMap<number, string>,
): Promise<number> {
  const first = await selectFirstGeometries(tx, table, [...places.keys()])
  const changed: [wkt: string, geoId: number][] = []
  const made: [recordId: number, wkt: string][] = []
  for (const [recordId, wkt] of places) {
    const known = first.get(recordId)
    if (!known) made.push([recordId, wkt])
    else if (known.geometry !== wkt) changed.push([wkt, known.id])
  }
  await updateGeometries(tx, changed)
  await insertGeometries(tx, table, made)
  return places.size - changed.length - made.length
}

function acceptedGeometry(geometry: unknown): Geometry {
  try {
    return parseGeometry(geometry)
  } catch (error) {
    if (!(error instanceof GeometryProblems)) throw error
    throw new AppError('error_insert_geodata', { errors: error.problems })
  }
}
