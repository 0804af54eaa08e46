import type { GeoJSONSource, Map as MapLibre, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { clusterSource, clusters, touchable } from '../../components/map/feature-layers.js'

/** A feature where the pointer was, and whose it is. */
export interface Met {
  readonly geoId: number
  readonly recordId: number
}

export interface Pointer {
  readonly x: number
  readonly y: number
  readonly lng: number
  readonly lat: number
  readonly met: Met | undefined
}

const reach = 4
/** So many features that lie over each other are told apart. */
const maxHits = 50

/** What is under the pointer; and what a click means: a heap of points opens, features are chosen. */
export function useTouch(
  map: MapLibre | undefined,
  isOn: boolean,
  onPick: (met: readonly Met[]) => void,
): Pointer | undefined {
  const [pointer, setPointer] = useState<Pointer>()
  const pick = useRef(onPick)
  pick.current = onPick
  useEffect(() => {
    if (!map) return
    const canvas = map.getCanvas()
    const onMove = ({ point: { x, y }, lngLat: { lng, lat } }: MapMouseEvent) => {
      const heap = isOn && heapAt(map, x, y)
      const [met] = isOn && !heap ? featuresAt(map, x, y) : []
      if (isOn) canvas.style.cursor = heap || met ? 'pointer' : ''
      setPointer({ x, y, lng, lat, met })
    }
    const onClick = ({ point: { x, y } }: MapMouseEvent) => {
      if (!isOn) return
      const heap = heapAt(map, x, y)
      if (heap) void openHeap(map, heap)
      else pick.current(featuresAt(map, x, y))
    }
    const onOut = () => setPointer(undefined)
    map.on('mousemove', onMove)
    map.on('click', onClick)
    map.on('mouseout', onOut)
    return () => {
      map.off('mousemove', onMove)
      map.off('click', onClick)
      map.off('mouseout', onOut)
    }
  }, [map, isOn])
  return pointer
}

const present = (map: MapLibre, layers: readonly string[]) => layers.filter((id) => map.getLayer(id))

const around = (x: number, y: number): [[number, number], [number, number]] => [
  [x - reach, y - reach],
  [x + reach, y + reach],
]

/** Each feature once, the topmost first. */
function featuresAt(map: MapLibre, x: number, y: number): readonly Met[] {
  const met = new Map<number, Met>()
  for (const { properties } of map.queryRenderedFeatures(around(x, y), { layers: present(map, touchable) })) {
    const [geoId, recordId] = [Number(properties['geo_id']), Number(properties['id'])]
    if (met.size < maxHits && !met.has(geoId)) met.set(geoId, { geoId, recordId })
  }
  return [...met.values()]
}

const heapAt = (map: MapLibre, x: number, y: number) =>
  map.queryRenderedFeatures(around(x, y), { layers: present(map, [clusters]) })[0]

async function openHeap(map: MapLibre, heap: NonNullable<ReturnType<typeof heapAt>>): Promise<void> {
  const source = map.getSource<GeoJSONSource>(clusterSource)
  if (!source || heap.geometry.type !== 'Point') return
  const zoom = await source.getClusterExpansionZoom(Number(heap.properties['cluster_id']))
  const [lng = 0, lat = 0] = heap.geometry.coordinates
  map.easeTo({ center: [lng, lat], zoom: zoom + 0.2 })
}
