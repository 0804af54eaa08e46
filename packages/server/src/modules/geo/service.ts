import type { GeodataEntry, Geometry } from '@trowel/contract/geo.js'
import { mainTableOf, type Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { RecordPart } from '../records/record-part.js'
import { requireEditable } from '../records/row-access.js'
import { GeometryProblems, parseGeometry } from './geometry.js'
import { type GeodataRow, insertGeometry, selectGeometriesOf, updateGeometry } from './store.js'
import { readWkt, writeWkt } from './wkt.js'

/** The section `geodata` of a record: its geometries, keyed by their id. */
export const geoPart: RecordPart = {
  section: 'geodata',
  empty: {},
  keptAs: 'geodata',
  satellite: { table: 'sys_geodata', ends: [{ table: 'table_link', record: 'id_link' }] },
  appliesTo: (table) => table.hasGeodata,
  async read(scope, table, recordId) {
    const entries: Record<string, GeodataEntry> = {}
    for (const row of await selectGeometriesOf(scope.db.quick, table, recordId)) {
      entries[row.id] = geodataEntry(row, table, recordId)
    }
    return entries
  },
}

const geodataEntry = (row: GeodataRow, table: Table, recordId: number): GeodataEntry => ({
  id: { name: 'id', label: 'Id', val: row.id },
  table_link: { name: 'table_link', label: 'Table', val: table.name },
  id_link: { name: 'id_link', label: 'Linked id', val: recordId },
  geometry: { name: 'geometry', label: 'Geometry', val: row.geometry },
  geojson: readWkt(row.geometry) ?? null,
})

/**
 * Gives a record its place on the map: its first geometry is replaced, or made when it has none.
 *
 * @param geometry a GeoJSON geometry, longitude and latitude in WGS 84
 * @returns the id of the geometry
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`, `record_not_found`, `error_insert_geodata`
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

function acceptedGeometry(geometry: unknown): Geometry {
  try {
    return parseGeometry(geometry)
  } catch (error) {
    if (!(error instanceof GeometryProblems)) throw error
    throw new AppError('error_insert_geodata', { errors: error.problems })
  }
}
