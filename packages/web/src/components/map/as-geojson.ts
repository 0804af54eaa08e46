import type { Geometry, Position } from '@trowel/contract/model/geometry.js'
import type * as GeoJSON from 'geojson'

/** For libraries whose types do not know read-only lists. */
export function asGeoJson(geometry: Geometry): GeoJSON.Geometry {
  switch (geometry.type) {
    case 'Point':
      return { type: geometry.type, coordinates: [...geometry.coordinates] }
    case 'LineString':
    case 'MultiPoint':
      return { type: geometry.type, coordinates: line(geometry.coordinates) }
    case 'Polygon':
    case 'MultiLineString':
      return { type: geometry.type, coordinates: geometry.coordinates.map(line) }
    case 'MultiPolygon':
      return { type: geometry.type, coordinates: geometry.coordinates.map((part) => part.map(line)) }
  }
}

const line = (positions: readonly Position[]): GeoJSON.Position[] =>
  positions.map((position) => [...position])
