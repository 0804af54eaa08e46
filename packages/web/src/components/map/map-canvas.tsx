import { useComputedColorScheme } from '@mantine/core'
import type * as GeoJSON from 'geojson'
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/session.js'
import { Empty, Failed, Waiting } from '../states.js'
import { baseStyle } from './base-style.js'
import type { Box } from './bounds.js'
import { drawClusterImages } from './cluster-images.js'
import classes from './map-canvas.module.css'
import { byDay, byNight, type MapColours } from './map-colours.js'
import { PaperCopy } from './paper-copy.js'

export interface MapView {
  readonly lng: number
  readonly lat: number
  readonly zoom: number
  /** By how many degrees it is turned. */
  readonly bearing: number
}

/**
 * A map with a scale and a grid of degrees. What else it shows is added to it as soon as it stands; what lies
 * over it are its children.
 */
export function MapCanvas({
  label,
  view,
  canTurn = false,
  onMap,
  children,
}: {
  /** What the map is called for those who do not see it. */
  label: string
  /** Where it begins. */
  view?: MapView | undefined
  /** Is north not always above? */
  canTurn?: boolean
  /** Called as soon as the map stands, and when it is gone. */
  onMap: (map: MapLibre | undefined) => void
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibre>()
  const [error, setError] = useState<unknown>()
  const colours = useMapColours()
  const first = useRef({ view, colours, canTurn })
  useEffect(() => {
    let made: MapLibre | undefined
    let isWanted = true
    const begin = async () => {
      const library = await loadMapLibre()
      if (!isWanted || !place.current) return
      const { view: at, colours: used, canTurn: turns } = first.current
      made = new library.Map({
        container: place.current,
        style: baseStyle(used),
        center: at ? [at.lng, at.lat] : [12, 42],
        zoom: at?.zoom ?? 3,
        bearing: at?.bearing ?? 0,
        maxZoom: 24,
        maxPitch: 0,
        attributionControl: false,
        dragRotate: turns,
        pitchWithRotate: false,
        touchPitch: false,
        transformRequest: authorized,
      })
      // Two fingers turn a map more often by mistake than on purpose.
      made.touchZoomRotate.disableRotation()
      if (!turns) made.keyboard.disableRotation()
      drawClusterImages(made)
      made.addControl(new library.ScaleControl({ maxWidth: 120 }), 'bottom-left')
      made.once('style.load', () => {
        if (!isWanted) return
        setMap(made)
        onMap(made)
      })
    }
    begin().catch(setError)
    return () => {
      isWanted = false
      setMap(undefined)
      onMap(undefined)
      made?.remove()
    }
  }, [onMap])
  useEffect(() => {
    if (map) paint(map, colours)
  }, [map, colours])
  useEffect(() => {
    // The layer at hand may be another one later.
    map?.getCanvas().setAttribute('aria-label', label)
  }, [map, label])
  useGraticule(map)

  if (error !== undefined)
    return isWithoutGraphics() ? (
      <Empty icon="map" title={t('map.noGraphics')}>
        {t('map.noGraphicsText')}
      </Empty>
    ) : (
      <Failed error={error} />
    )
  return (
    <div className={classes['frame']}>
      <div ref={place} className={classes['canvas']} />
      {map && <PaperCopy map={map} />}
      {map ? children : <Waiting lines={4} />}
    </div>
  )
}

/** Tiles of features come from this service, and only for those who may see them. */
function authorized(url: string) {
  const { href, origin, pathname } = new URL(url, window.location.origin)
  const isOurs = origin === window.location.origin && pathname.startsWith('/api/geoface/tiles/')
  return isOurs && client.session.token !== null
    ? { url: href, headers: { authorization: `Bearer ${client.session.token}` } }
    : { url }
}

/** In which colours maps are drawn that do not follow those of the page. */
export const MapColoursOf = createContext<MapColours | undefined>(undefined)

export function useMapColours(): MapColours {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return useContext(MapColoursOf) ?? (scheme === 'dark' ? byNight : byDay)
}

function paint(map: MapLibre, colours: MapColours): void {
  map.setPaintProperty('ground', 'background-color', colours.ground)
  map.setPaintProperty('graticule', 'line-color', colours.grid)
}

function useGraticule(map: MapLibre | undefined): void {
  useEffect(() => {
    if (!map) return
    const draw = () => map.getSource<GeoJSONSource>('graticule')?.setData(graticule(boundsOf(map)))
    draw()
    map.on('moveend', draw)
    return () => void map.off('moveend', draw)
  }, [map])
}

/** What a map shows at this moment. */
export function boundsOf(map: MapLibre): Box {
  const bounds = map.getBounds()
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
}

/** Shows a box as large as it fits, but not closer than makes sense for a single point. */
export function showBox(map: MapLibre, [west, south, east, north]: Box, animate = true): void {
  map.fitBounds(
    [
      [west, south],
      [east, north],
    ],
    { padding: 48, maxZoom: 20, animate },
  )
}

/** Can this browser draw maps at all? */
function isWithoutGraphics(): boolean {
  return document.createElement('canvas').getContext('webgl2') === null
}

/** The library that draws maps; fetched when the first map is opened. */
async function load() {
  const [library, worker] = await Promise.all([
    import('maplibre-gl'),
    import('maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'),
    import('maplibre-gl/dist/maplibre-gl.css'),
  ])
  library.setWorkerUrl(worker.default)
  return library
}

let loading: ReturnType<typeof load> | undefined

function loadMapLibre(): ReturnType<typeof load> {
  loading ??= load().catch((error: unknown) => {
    // The next map tries again: the connection may have been broken.
    loading = undefined
    throw error
  })
  return loading
}

const wide = [30, 10, 5, 2, 1]
const nice = [5, 2, 1]
/** About so many lines cross a view. */
const wanted = 6

/** The distance of two lines, in degrees, at which about six of them cross a view so wide. */
function stepFor(width: number): number {
  for (const step of wide) if (width / step >= wanted) return step
  for (let power = 0.1; power > 1e-7; power /= 10)
    for (const factor of nice) if (width / (factor * power) >= wanted) return factor * power
  return 1e-7
}

/** Meridians and parallels at round degrees across a view. */
function graticule([west, south, east, north]: Box): GeoJSON.FeatureCollection {
  const step = stepFor(east - west)
  const [bottom, top] = [Math.max(south, -85), Math.min(north, 85)]
  const lines: [number, number][][] = []
  for (let k = Math.ceil(west / step); k * step <= east; k++)
    lines.push([
      [k * step, bottom],
      [k * step, top],
    ])
  for (let k = Math.ceil(bottom / step); k * step <= top; k++)
    lines.push([
      [west, k * step],
      [east, k * step],
    ])
  return {
    type: 'FeatureCollection',
    features: lines.map((coordinates) => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates },
    })),
  }
}
