import { AppError } from '../../../errors.js'
import { geometryTexts } from '../../../geometry/geometry-threads.js'
import { message } from '../../../message.js'
import type { ListPlan } from '../../../records/listing/list-plan.js'
import { rowWriters } from '../../../storage/row-texts.js'
import type { ExportedRow, StreamedFormat } from './format.js'

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
    const featureText = featureWriter(plan)
    let comma = ''
    for await (const rows of batches) {
      let taken = 0
      for await (const geometries of geometryTexts(rows.map((row) => ({ wkt: wktOf(plan, row) })))) {
        const texts = geometries.map((geometry) => featureText(rows[taken++] ?? [], geometry ?? 'null'))
        yield comma + texts.join(',')
        comma = ','
      }
    }
    yield ']}'
  },
}

/** Behind the columns of the plan a row has the id and the WKT of its geometry. */
const wktOf = ({ columns }: ListPlan, row: ExportedRow): string => String(row[columns.length + 1] ?? '')

function featureWriter({ columns }: ListPlan): (row: ExportedRow, geometry: string) => string {
  const write = rowWriters.json(columns)
  const hasGeoId = columns.some(({ name }) => name === 'geo_id')
  return (row, geometry) => {
    const record = write(row)
    const geoId = JSON.stringify(row[columns.length] ?? null)
    const properties = hasGeoId ? record : `${record.slice(0, -1)},"geo_id":${geoId}}`
    return `{"type":"Feature","geometry":${geometry},"properties":${properties}}`
  }
}
