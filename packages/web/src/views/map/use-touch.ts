import type { GeoJSONSource, Map as MapLibre, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { clustersOf, pointsOf, touchableOf } from '../../components/map/feature-layers.js'

/** A feature where the pointer was, in which layer, and whose it is. */
export interface Met {
  readonly layer: string
  readonly geoId: number
  readonly recordId: number
  /** What the record is called, where the feature says so itself. */
  readonly label: string | undefined
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

/**
 * What is under the pointer; and what a click means: a heap of points opens, features are chosen.
 *
 * @param layers the ids of the layers in which features can be met
 */
export function useTouch(
  map: MapLibre | undefined,
  isOn: boolean,
  layers: readonly string[],
  onPick: (met: readonly Met[]) => void,
): Pointer | undefined {
  const [pointer, setPointer] = useState<Pointer>()
  const latest = useRef({ layers, onPick })
  latest.current = { layers, onPick }
  useEffect(() => {
    if (!map) return
    const canvas = map.getCanvas()
    const onMove = ({ point: { x, y }, lngLat: { lng, lat } }: MapMouseEvent) => {
      const heap = isOn && heapAt(map, latest.current.layers, x, y)
      const [met] = isOn && !heap ? featuresAt(map, latest.current.layers, x, y) : []
      if (isOn) canvas.style.cursor = heap || met ? 'pointer' : ''
      setPointer({ x, y, lng, lat, met })
    }
    const onClick = ({ point: { x, y } }: MapMouseEvent) => {
      if (!isOn) return
      const heap = heapAt(map, latest.current.layers, x, y)
      if (heap) void openHeap(map, heap)
      else latest.current.onPick(featuresAt(map, latest.current.layers, x, y))
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

const around = (x: number, y: number): [[number, number], [number, number]] => [
  [x - reach, y - reach],
  [x + reach, y + reach],
]

const metAt = (map: MapLibre, ids: readonly string[], x: number, y: number) =>
  map.queryRenderedFeatures(around(x, y), { layers: ids.filter((id) => map.getLayer(id)) })

/** The layer of our own to which a layer of the map belongs. */
export const ownerOf = (id: string): string => id.slice(0, id.lastIndexOf('/'))

/** Each feature once, the topmost first. */
function featuresAt(map: MapLibre, layers: readonly string[], x: number, y: number): readonly Met[] {
  const met = new Map<string, Met>()
  for (const { layer, properties } of metAt(map, layers.flatMap(touchableOf), x, y)) {
    const one = {
      layer: ownerOf(layer.id),
      geoId: Number(properties['geo_id']),
      recordId: Number(properties['id']),
      label: 'label' in properties ? String(properties['label']) : undefined,
    }
    const key = `${one.layer}/${one.geoId}`
    if (met.size < maxHits && !met.has(key)) met.set(key, one)
  }
  return [...met.values()]
}

const heapAt = (map: MapLibre, layers: readonly string[], x: number, y: number) =>
  metAt(map, layers.map(clustersOf), x, y)[0]

async function openHeap(map: MapLibre, heap: NonNullable<ReturnType<typeof heapAt>>): Promise<void> {
  const source = map.getSource<GeoJSONSource>(pointsOf(ownerOf(heap.layer.id)))
  if (!source || heap.geometry.type !== 'Point') return
  const zoom = await source.getClusterExpansionZoom(Number(heap.properties['cluster_id']))
  const [lng = 0, lat = 0] = heap.geometry.coordinates
  map.easeTo({ center: [lng, lat], zoom: zoom + 0.2 })
}
