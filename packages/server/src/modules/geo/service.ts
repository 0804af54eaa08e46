import type { GeodataEntry } from '@trowel/contract/geo.js'
import type { Table } from '../../catalogue/catalogue.js'
import { allGeometryTexts } from '../../geometry/geometry-threads.js'
import { JsonText, type RecordPart } from '../../records/rows/record-part.js'
import { hangingFrom } from '../../storage/journal/stamps.js'
import type { Transaction } from '../../storage/storage.js'
import {
  type GeodataRow,
  insertGeometries,
  selectFirstGeometries,
  selectGeometriesOf,
  updateGeometries,
} from './store.js'

/** The section `geodata` of a record: its geometries, keyed by their id. */
export const geoPart: RecordPart = {
  section: 'geodata',
  empty: {},
  keptAs: 'geodata',
  attachedTable: { table: 'sys_geodata', ends: hangingFrom.sys_geodata },
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
