import type { StyleSpecification } from 'maplibre-gl'
import type { MapColours } from './map-colours.js'

/*
 * Places in the pile of a map: what is added goes before the next one of these. They draw nothing.
 */
export const beforeOverlays = 'before-overlays'
export const beforeFeatures = 'before-features'

const place = (id: string) => ({ id, type: 'background', layout: { visibility: 'none' } }) as const

/**
 * A map that needs no other server: a plain ground with a grid of degrees. Without an address of glyphs,
 * letters are the browser's own.
 */
export const baseStyle = (colours: MapColours): StyleSpecification => ({
  version: 8,
  sources: { graticule: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } } },
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': colours.ground } },
    place(beforeOverlays),
    { id: 'graticule', type: 'line', source: 'graticule', paint: { 'line-color': colours.grid } },
    place(beforeFeatures),
  ],
})
