import type { Geometry } from '@trowel/contract/model/geometry.js'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useMemo, useState } from 'react'
import { boxAround, boxOf } from '../../../components/map/bounds.js'
import { drawFeatures } from '../../../components/map/feature-layers.js'
import { MapCanvas, showBox, useMapColours } from '../../../components/map/map-canvas.js'

/** A shape of the record, as its map section shows it. */
export interface RecordFeature {
  readonly geoId: number
  readonly geometry: Geometry
}

/** The features of a record on a small map that is moved and enlarged like the large one. */
export function MapPicture({ features, label }: { features: readonly RecordFeature[]; label: string }) {
  const [map, setMap] = useState<MapLibre>()
  const colours = useMapColours()
  const source = useMemo(
    () => ({
      label: 'name',
      features: features.map(({ geoId, geometry }) => ({
        type: 'Feature' as const,
        geometry,
        properties: { geo_id: geoId },
      })),
    }),
    [features],
  )
  useEffect(() => {
    if (!map) return
    drawFeatures(map, source, { colour: colours.plain, colours })
    // The wheel belongs to the page.
    map.scrollZoom.disable()
  }, [map, source, colours])
  useEffect(() => {
    const around = boxAround(source.features.map(({ geometry }) => boxOf(geometry)))
    if (map && around) showBox(map, around, false)
  }, [map, source])
  return <MapCanvas label={label} onMap={setMap} />
}
