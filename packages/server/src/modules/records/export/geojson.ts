import { AppError } from '../../../errors.js'
import { geometryTexts } from '../../../geometry/geometry-threads.js'
import { message } from '../../../message.js'
import type { ListPlan } from '../../../records/listing/list-plan.js'
import type { ExportedRow, StreamedFormat } from './format.js'
import { objectText } from './json.js'

/**
 * A GeoJSON FeatureCollection (RFC 7946). As on the map, each geometry is a feature: a record with three of
 * them gives three, with the same properties; one without any gives one feature without a geometry, and so
 * does a stored text that cannot be read.
 */
export const geojson: StreamedFormat = {
  contentType: 'application/geo+json; charset=utf-8',
  withGeometries: true,
  accept(table) {
    if (table.hasGeodata) return
    throw new AppError('invalid_parameter', {
      ...message('no_map_data_to_export', { table: table.label }),
      detail: { name: 'format', reason: 'the table has no map data' },
    })
  },
  async *write(batches, plan) {
    yield '{"type":"FeatureCollection","features":['
    let comma = ''
    for await (const rows of batches) {
      let taken = 0
      for await (const geometries of geometryTexts(rows.map((row) => ({ wkt: wktOf(plan, row) })))) {
        const texts = geometries.map((geometry) => featureText(plan, rows[taken++] ?? [], geometry ?? 'null'))
        yield comma + texts.join(',')
        comma = ','
      }
    }
    yield ']}'
  },
}

/** Behind the columns of the plan a row has the id and the WKT of its geometry. */
const wktOf = ({ columns }: ListPlan, row: ExportedRow): string => String(row[columns.length + 1] ?? '')

function featureText({ columns }: ListPlan, row: ExportedRow, geometry: string): string {
  const geoId = row[columns.length]
  const record = objectText(columns, row)
  const properties = columns.some(({ name }) => name === 'geo_id')
    ? record
    : `${record.slice(0, -1)},"geo_id":${JSON.stringify(geoId ?? null)}}`
  return `{"type":"Feature","geometry":${geometry},"properties":${properties}}`
}
