import { geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { readWkt } from '../../formats/wkt.js'
import { simplify } from '../../geometry/simplify.js'
import { type TilePlace, tileBuffer, tileExtent } from './tile-place.js'

/** One feature on its way into a tile. */
export interface TileFeature {
  readonly geoId: number
  readonly wkt: string
  readonly properties: Readonly<Record<string, string | number>>
}

export interface TileTask {
  readonly place: TilePlace
  /** Name of the layer. */
  readonly layer: string
  readonly features: readonly TileFeature[]
}

export interface MadeTile {
  /** A Mapbox Vector Tile (specification 2.1); empty when nothing is in it. */
  readonly bytes: Uint8Array
  /** Geometries whose text cannot be read. */
  readonly unreadable: readonly number[]
}

/** Draws features into a tile: cut at its border, as fine as its units are, each with its `geo_id` as id. */
export function makeTile({ place, layer, features }: TileTask): MadeTile {
  const { z, x, y } = place
  const unit = 360 / (2 ** z * tileExtent)
  const unreadable: number[] = []
  const drawn: object[] = []
  for (const { geoId, wkt, properties } of features) {
    const geometry = readWkt(wkt)
    if (!geometry) unreadable.push(geoId)
    else {
      const simple = simplify(geometry, unit)
      drawn.push({ type: 'Feature', id: geoId, geometry: simple, properties: { ...properties } })
    }
  }
  // Its own simplification would let small rings vanish: at the deepest zoom it leaves everything as it is.
  const options = { maxZoom: z, extent: tileExtent, buffer: tileBuffer, clip: true }
  const collection = { type: 'FeatureCollection', features: drawn } as Parameters<typeof geoJSONToTile>[0]
  const tile = geoJSONToTile(collection, z, x, y, options)
  const isEmpty = tile.features.length === 0
  const bytes = isEmpty
    ? new Uint8Array(0)
    : fromGeojsonVt({ [layer]: tile }, { version: 2, extent: tileExtent })
  return { bytes, unreadable }
}
