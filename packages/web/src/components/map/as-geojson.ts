import type { Geometry } from '@trowel/contract/geo.js'
import type * as GeoJSON from 'geojson'

/** For libraries whose types do not know lists that are only read. */
export const asGeoJson = (geometry: Geometry): GeoJSON.Geometry => geometry as unknown as GeoJSON.Geometry
