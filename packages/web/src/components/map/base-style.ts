import type { LayerSpecification, Map as MapLibre, StyleSpecification } from 'maplibre-gl'
import type { MapColours } from './map-colours.js'

/*
 * Places in the pile of a map: what is added goes before the next one of these. They draw nothing.
 */
export const beforeOverlays = 'before-overlays'
const beforeFeatures = 'before-features'
/** Above all features: what a tool draws. */
export const beforeTools = 'before-tools'

const place = (id: string) => ({ id, type: 'background', layout: { visibility: 'none' } }) as const

/**
 * A map that needs no other server: a plain ground with a grid of degrees. Without an address of glyphs,
 * letters are the browser's own.
 */
export const baseStyle = (colours: MapColours): StyleSpecification => ({
  version: 8,
  // Colours change at once: paper takes what stands there when it is asked for.
  transition: { duration: 0, delay: 0 },
  sources: { graticule: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } } },
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': colours.ground } },
    place(beforeOverlays),
    { id: 'graticule', type: 'line', source: 'graticule', paint: { 'line-color': colours.grid } },
    place(beforeFeatures),
    place(beforeTools),
  ],
})

/**
 * Puts layers over each other as they shall lie. Letters lie above all of them, and circles of many points
 * above the letters, which make room for them. Each has layers of the map whose ids begin with its own and a
 * slash.
 *
 * @param ids the topmost first
 */
export function arrange(map: MapLibre, ids: readonly string[]): void {
  const fromBelow = [...ids].reverse()
  const { layers } = map.getStyle()
  const ofEach = fromBelow.map((id) => layers.filter((layer) => layer.id.startsWith(`${id}/`)))
  for (const height of heights)
    for (const layer of ofEach.flat()) if (heightOf(layer) === height) map.moveLayer(layer.id, beforeTools)
}

const heights = ['shapes', 'letters', 'circles'] as const

const heightOf = ({ type, id }: LayerSpecification): (typeof heights)[number] =>
  type !== 'symbol' ? 'shapes' : id.endsWith('/clusters') ? 'circles' : 'letters'
