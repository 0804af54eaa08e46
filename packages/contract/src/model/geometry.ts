/** Longitude, latitude in degrees, WGS 84. A third coordinate is accepted and dropped. */
export type Position = readonly [number, number]

/** The six shapes that a record can have on the map, as GeoJSON (RFC 7946 §3.1). */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString' | 'MultiPoint'; readonly coordinates: readonly Position[] }
  | { readonly type: 'Polygon' | 'MultiLineString'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }

/** How many lists stand around a position in the coordinates of each shape. */
export const geometryDepth: Readonly<Record<Geometry['type'], 0 | 1 | 2 | 3>> = {
  Point: 0,
  LineString: 1,
  Polygon: 2,
  MultiPoint: 1,
  MultiLineString: 2,
  MultiPolygon: 3,
}
