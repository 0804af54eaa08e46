import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import type { Box } from '../../components/map/bounds.js'
import { boundsOf } from '../../components/map/map-canvas.js'
import { viewText } from './map-address.js'

/** What the map shows, told when it has come to rest. */
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
