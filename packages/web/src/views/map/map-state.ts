import { useQuery } from '@tanstack/react-query'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import type { Box } from '../../components/map/bounds.js'
import {
  drawFeatures,
  type FeaturePaint,
  type FeatureSource,
  paintFeatures,
  setFeatureState,
} from '../../components/map/feature-layers.js'
import { boundsOf } from '../../components/map/map-canvas.js'
import { useAsOf } from '../../core/past.js'
import { mapQueries } from '../../queries/map.js'
import { type MapSearch, viewText } from './map-address.js'
import { type OnTheMap, type Place, placesOf } from './use-features.js'

/** What the map shows, reported when it has come to rest. */
export function useMapView(map: MapLibre | undefined, onView: (at: string) => void): Box | undefined {
  const [box, setBox] = useState<Box>()
  useEffect(() => {
    if (!map) return
    const notify = () => {
      setBox(boundsOf(map))
      const { lng, lat } = map.getCenter()
      onView(viewText({ lng, lat, zoom: map.getZoom() }))
    }
    setBox(boundsOf(map))
    map.on('moveend', notify)
    return () => void map.off('moveend', notify)
  }, [map, onView])
  return box
}

/** The feature that the address names; of a record alone, its first one. */
export function useChosen(
  app: string,
  on: OnTheMap | undefined,
  { feature, record }: MapSearch,
  further: string | undefined,
): Place | undefined {
  const asOf = useAsOf()
  const known =
    feature !== undefined
      ? on?.byId.get(feature)
      : record === undefined
        ? undefined
        : on?.places.find(({ recordId }) => recordId === record)
  const { data } = useQuery({
    ...mapQueries.ofRecord(app, on?.table ?? '', record ?? 0, further, asOf),
    // What is not among those that are here may still be on the map.
    enabled: on !== undefined && known === undefined && record !== undefined,
    select: placesOf,
  })
  if (known || record === undefined) return known
  return feature === undefined ? data?.[0] : data?.find(({ geoId }) => geoId === feature)
}

/** Draws features, and again only what changes about them. */
export function useDrawnFeatures(
  map: MapLibre | undefined,
  source: FeatureSource | undefined,
  paint: FeaturePaint,
): void {
  const latest = useRef(paint)
  latest.current = paint
  useEffect(() => {
    if (map && source) drawFeatures(map, source, latest.current)
  }, [map, source])
  useEffect(() => {
    if (map && source) paintFeatures(map, source, paint)
  }, [map, source, paint])
}

/** Marks one feature. @param state how it stands for as long as it is this one */
export function useMarked(
  map: MapLibre | undefined,
  source: FeatureSource | undefined,
  geoId: number | undefined,
  state: 'chosen' | 'touched' | 'redrawn',
): void {
  useEffect(() => {
    if (!map || !source || geoId === undefined) return
    setFeatureState(map, source, geoId, { [state]: true })
    return () => {
      // The map may be gone by now, with everything on it.
      if (map.getCanvas().isConnected) setFeatureState(map, source, geoId, { [state]: false })
    }
  }, [map, source, geoId, state])
}
