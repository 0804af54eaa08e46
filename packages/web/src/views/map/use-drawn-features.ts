import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import {
  drawFeatures,
  type FeaturePaint,
  type FeatureSource,
  paintFeatures,
  setFeatureState,
} from '../../components/map/feature-layers.js'

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
