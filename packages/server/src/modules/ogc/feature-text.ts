import type { GisColumn } from '../../geometry/gis-columns.js'
import type { SqlValue } from '../../storage/sql.js'

/** A map feature as it was read: its own id, and the values of its record in the order of the columns. */
export interface Feature {
  readonly geoId: number
  readonly recordId: number
  /** JSON text. */
  readonly geometry: string
  readonly values: readonly SqlValue[]
}

/** A GeoJSON feature (RFC 7946, 3.2). @param more further members, as the text of an object */
export function featureText(columns: readonly GisColumn[], feature: Feature, more: object = {}): string {
  const properties = columns.map(
    ({ name }, index) => `${JSON.stringify(name)}:${valueText(feature.values[index] ?? null)}`,
  )
  const rest = JSON.stringify(more).slice(1, -1)
  return `{"type":"Feature","id":${feature.geoId},"geometry":${feature.geometry},"properties":{${properties.join(',')}}${rest === '' ? '' : `,${rest}`}}`
}

const valueText = (value: SqlValue): string =>
  typeof value === 'bigint' ? value.toString() : JSON.stringify(value)
