import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { northStretch, zoomOf } from '../../../components/map/scale.js'
import type { Projection } from '../status/place-text.js'
import { type GridLines, gridLines } from './grid-lines.js'

/** How a map lies on its sheet at this moment. */
export interface SheetView {
  readonly bearing: number
  /** How much longer than wide a square of the ground is drawn; the sheet is made that much flatter. */
  readonly stretch: number
  readonly grid: GridLines
}

/** Holds a map at a scale, and tells how it lies on the sheet. */
export function useSheetView(
  map: MapLibre | undefined,
  scale: number,
  projection: Projection,
): SheetView | undefined {
  const [view, setView] = useState<SheetView>()
  useEffect(() => {
    if (!map) return
    const hold = () => {
      const zoom = zoomOf(scale, map.getCenter().lat)
      if (Math.abs(map.getZoom() - zoom) > 1e-6) map.setZoom(zoom)
    }
    const notify = () => setView(viewOf(map, projection))
    hold()
    notify()
    map.on('moveend', hold)
    map.on('move', notify)
    map.on('resize', notify)
    return () => {
      map.off('moveend', hold)
      map.off('move', notify)
      map.off('resize', notify)
    }
  }, [map, scale, projection])
  return view
}

function viewOf(map: MapLibre, { forward, inverse }: Projection): SheetView {
  const { clientWidth, clientHeight } = map.getContainer()
  const stretch = northStretch(map.getCenter().lat)
  const grid = gridLines([clientWidth, clientHeight / stretch], {
    toGrid([x, y]) {
      const { lng, lat } = map.unproject([x, y * stretch])
      return forward(lng, lat)
    },
    toSheet([x, y]) {
      const [lng, lat] = inverse(x, y)
      // Beyond what the system is made for.
      if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 90)) return [Number.NaN, Number.NaN]
      const place = map.project([lng, lat])
      return [place.x, place.y / stretch]
    },
  })
  return { bearing: map.getBearing(), stretch, grid }
}
