import type { Geometry, Position } from '@trowel/contract/model/geometry.js'
import type { Map as MapLibre } from 'maplibre-gl'
import { useCallback, useRef } from 'react'
import { positionsIn } from '../../../components/map/bounds.js'
import { touchableOf } from '../../../components/map/feature-layers.js'
import type { ShownLayer } from '../layers/table-on-map.js'
import { ownerOf } from '../use-touch.js'
import type { Snap } from './sketch.js'

/** The geometry of a feature as it is stored: what the map draws is rounded to its tiles. */
type GeometryOf = (layer: string, geoId: number) => Geometry | undefined

/** So near, in pixels, a corner takes the pointer. */
const reach = 11

/**
 * The corner of a feature that is nearest to the pointer.
 *
 * @param layers the ids of the layers whose features are looked at
 */
function cornerNear(
  map: MapLibre,
  { x, y }: { readonly x: number; readonly y: number },
  layers: readonly string[],
  geometryOf: GeometryOf,
): Position | undefined {
  const box: [[number, number], [number, number]] = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ]
  const drawn = layers.flatMap(touchableOf).filter((id) => map.getLayer(id))
  const seen = new Set<string>()
  let nearest: { readonly position: Position; readonly distance: number } | undefined
  for (const { layer, properties, state } of map.queryRenderedFeatures(box, { layers: drawn })) {
    // Its corners are those that are being moved.
    if (state['redrawn']) continue
    const owner = ownerOf(layer.id)
    const stored = geometryOf(owner, Number(properties['geo_id']))
    const key = `${owner}/${properties['geo_id']}`
    if (!stored || seen.has(key)) continue
    seen.add(key)
    for (const position of positionsIn(stored.coordinates)) {
      const at = map.project([position[0], position[1]])
      const distance = Math.hypot(at.x - x, at.y - y)
      if (distance <= reach && (!nearest || distance < nearest.distance)) nearest = { position, distance }
    }
  }
  return nearest?.position
}

/** Corners of the features that are drawn take the pointer. */
export function useSnap(
  map: MapLibre | undefined,
  layers: readonly string[],
  shown: ReadonlyMap<string, ShownLayer>,
): Snap {
  const latest = useRef({ map, layers, shown })
  latest.current = { map, layers, shown }
  return useCallback((at) => {
    const { map: on, layers: drawn, shown: known } = latest.current
    const geometryOf = (layer: string, geoId: number) => {
      const state = known.get(layer)
      const here = state?.on?.byId.get(geoId) ?? state?.inView?.find((place) => place.geoId === geoId)
      return here?.geometry
    }
    return on && cornerNear(on, at, drawn, geometryOf)
  }, [])
}
