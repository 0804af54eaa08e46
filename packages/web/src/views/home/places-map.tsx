import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { boxAround, boxOf } from '../../components/map/bounds.js'
import { drawFeatures } from '../../components/map/feature-layers.js'
import { MapCanvas, showBox, useMapColours } from '../../components/map/map-canvas.js'
import type { Place } from '../../queries/map.js'

/** The places on a map that is moved and enlarged. */
export default function PlacesMap({ places, label }: { places: readonly Place[]; label: string }) {
  const [map, setMap] = useState<MapLibre>()
  const colours = useMapColours()
  useEffect(() => {
    if (!map) return
    const features = places.map(({ id, label: name, geometry }) => ({
      type: 'Feature' as const,
      geometry,
      properties: { geo_id: id, name },
    }))
    const { plain } = colours
    drawFeatures(
      map,
      'places',
      { features },
      { colour: plain, colours, opacity: 1, label: 'name', clusters: [plain] },
    )
  }, [map, places, colours])
  useEffect(() => {
    const around = boxAround(places.map(({ geometry }) => boxOf(geometry)))
    if (map && around) showBox(map, around, false)
  }, [map, places])
  return <MapCanvas label={label} onMap={setMap} />
}
