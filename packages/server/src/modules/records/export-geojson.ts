import { AppError } from '../../errors.js'
import { readWkt } from '../geo/wkt.js'
import type { ExportedRow, StreamedFormat } from './export-format.js'
import { objectText, separated } from './export-json.js'
import type { ListPlan } from './list-plan.js'

/**
 * A GeoJSON FeatureCollection (RFC 7946). As on the map, each geometry is a feature: a record with three of them gives three, with
 * the same properties; one without any gives one feature without a geometry, and so does a stored text that nobody can read.
 */
export const geojson: StreamedFormat = {
  contentType: 'application/geo+json; charset=utf-8',
  withGeometries: true,
  accept(table) {
    if (table.hasGeodata) return
    throw new AppError('invalid_parameter', {
      text: `The table "${table.label}" has no map data: take another format, or switch its map data on.`,
      detail: { name: 'format', reason: 'the table has no map data' },
    })
  },
  async *write(batches, plan) {
    yield '{"type":"FeatureCollection","features":['
    yield* separated(batches, (row) => featureText(plan, row))
    yield ']}'
  },
}

function featureText({ columns }: ListPlan, row: ExportedRow): string {
  const [geoId, wkt] = row.slice(columns.length)
  const geometry = typeof wkt === 'string' ? readWkt(wkt) : undefined
  const record = objectText(columns, row)
  const properties = columns.some(({ name }) => name === 'geo_id')
    ? record
    : `${record.slice(0, -1)},"geo_id":${JSON.stringify(geoId ?? null)}}`
  return `{"type":"Feature","geometry":${JSON.stringify(geometry ?? null)},"properties":${properties}}`
}
