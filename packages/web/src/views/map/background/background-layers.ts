import { isFileLayer, type MapLayer } from '@trowel/contract/map-layers.js'
import type * as GeoJSON from 'geojson'
import type {
  AllPaintProperties,
  ExpressionSpecification,
  LayerSpecification,
  Map as MapLibre,
  StyleSpecification,
} from 'maplibre-gl'
import { beforeOverlays, beforeTools } from '../../../components/map/base-style.js'
import type { MapColours } from '../../../components/map/map-colours.js'
import { pictureAddress } from '../../../components/map/wms.js'
import { readXmlPlaces } from './read-xml-places.js'
import { type Added, archiveLayers } from './tile-archive.js'

export type BackgroundLayer = MapLayer

/** Does the layer come from another server? */
export const isFromElsewhere = ({ type, path }: BackgroundLayer): boolean =>
  !isFileLayer(type) && URL.canParse(path) && new URL(path).origin !== window.location.origin

/** @param id the beginning of the ids of all its sources and layers */
export async function readLayer(
  layer: BackgroundLayer,
  id: string,
  colours: MapColours,
  signal: AbortSignal,
): Promise<Added> {
  switch (layer.type) {
    case 'tiles':
      return picture(id, layer.path, 256)
    case 'wms':
      return picture(id, pictureAddress(layer.path, layer.wmslayers), 512)
    case 'local':
      return drawing(id, await readLocal(layer.path, signal), colours)
    case 'pmtiles':
      return archiveLayers(layer.id, id, colours)
    case 'raster':
      return (await import('../raster/raster-layer.js')).rasterLayers(layer.id, id)
    case 'maplibre_style':
      return wholeStyle(id, await readJson<StyleSpecification>(layer.path, signal))
  }
}

export function addLayer(map: MapLibre, { layertype }: BackgroundLayer, { sources, layers }: Added): void {
  for (const [id, source] of Object.entries(sources)) if (!map.getSource(id)) map.addSource(id, source)
  const above = layertype === 'base' ? beforeOverlays : beforeTools
  for (const layer of layers) if (!map.getLayer(layer.id)) map.addLayer(layer, above)
}

/** What makes a layer of the map more or less visible, by its type. */
const opacities: Readonly<
  Partial<Record<LayerSpecification['type'], readonly (keyof AllPaintProperties)[]>>
> = {
  raster: ['raster-opacity'],
  fill: ['fill-opacity'],
  line: ['line-opacity'],
  circle: ['circle-opacity', 'circle-stroke-opacity'],
  symbol: ['text-opacity', 'icon-opacity'],
  background: ['background-opacity'],
  'fill-extrusion': ['fill-extrusion-opacity'],
}

/** How visible layers of the map are by themselves, before a user decides. */
const ownOpacity = new WeakMap<MapLibre, Map<string, number>>()

/** Makes everything whose id begins so as visible as a user wants it. @param opacity 0 to 1 */
export function setOpacity(map: MapLibre, id: string, opacity: number): void {
  const known = ownOpacity.get(map) ?? new Map<string, number>()
  ownOpacity.set(map, known)
  for (const layer of map.getStyle().layers) {
    if (!layer.id.startsWith(`${id}/`)) continue
    for (const property of opacities[layer.type] ?? []) {
      const key = `${layer.id} ${property}`
      const now: unknown = map.getPaintProperty(layer.id, property)
      const own = known.get(key) ?? (typeof now === 'number' ? now : 1)
      known.set(key, own)
      // What follows the zoom in a style of others goes on doing so while nothing is asked of it.
      if (opacity !== 1 || typeof now === 'number') map.setPaintProperty(layer.id, property, own * opacity)
    }
  }
}

/** Takes away everything whose id begins so. */
export function removeLayer(map: MapLibre, id: string): void {
  const { layers, sources } = map.getStyle()
  for (const layer of layers) if (layer.id.startsWith(`${id}/`)) map.removeLayer(layer.id)
  for (const source of Object.keys(sources)) if (source.startsWith(`${id}/`)) map.removeSource(source)
}

const picture = (id: string, address: string, tileSize: number): Added => ({
  sources: { [`${id}/tiles`]: { type: 'raster', tiles: [address], tileSize } },
  layers: [{ id: `${id}/tiles`, type: 'raster', source: `${id}/tiles` }],
})

async function fetched(address: string, signal: AbortSignal): Promise<Response> {
  const reply = await fetch(address, { signal })
  if (!reply.ok) throw new Error(`${reply.status}`)
  return reply
}

const readJson = async <Content>(address: string, signal: AbortSignal) =>
  (await (await fetched(address, signal)).json()) as Content

async function readLocal(path: string, signal: AbortSignal): Promise<GeoJSON.GeoJSON> {
  const text = (await (await fetched(path, signal)).text()).replace(/^\uFEFF?\s*/, '')
  return text.startsWith('<') ? readXmlPlaces(text) : (JSON.parse(text) as GeoJSON.GeoJSON)
}

function drawing(id: string, data: GeoJSON.GeoJSON, colours: MapColours): Added {
  const source = `${id}/file`
  const name = {
    'text-field': [
      'to-string',
      ['coalesce', ['get', 'name'], ['get', 'label'], ''],
    ] as ExpressionSpecification,
    'text-size': 10.5,
  }
  const letters = {
    'text-color': colours.ink,
    'text-opacity': 0.7,
    'text-halo-color': colours.halo,
    'text-halo-width': 1.2,
  }
  return {
    sources: { [source]: { type: 'geojson', data, maxzoom: 22 } },
    layers: [
      {
        id: `${id}/areas`,
        type: 'fill',
        source,
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: { 'fill-color': colours.ink, 'fill-opacity': 0.06 },
      },
      {
        id: `${id}/around-lines`,
        type: 'line',
        source,
        filter: ['!=', ['geometry-type'], 'Point'],
        paint: { 'line-color': colours.halo, 'line-opacity': 0.4, 'line-width': 3 },
      },
      {
        id: `${id}/lines`,
        type: 'line',
        source,
        filter: ['!=', ['geometry-type'], 'Point'],
        paint: { 'line-color': colours.ink, 'line-opacity': 0.45, 'line-width': 1, 'line-dasharray': [4, 3] },
      },
      {
        id: `${id}/points`,
        type: 'circle',
        source,
        filter: ['==', ['geometry-type'], 'Point'],
        paint: { 'circle-color': colours.ink, 'circle-opacity': 0.6, 'circle-radius': 3 },
      },
      {
        id: `${id}/names`,
        type: 'symbol',
        source,
        minzoom: 12,
        layout: { ...name, 'symbol-placement': 'line' },
        paint: letters,
      },
      {
        id: `${id}/point-names`,
        type: 'symbol',
        source,
        minzoom: 12,
        filter: ['==', ['geometry-type'], 'Point'],
        layout: { ...name, 'text-variable-anchor': ['top', 'bottom'], 'text-radial-offset': 0.6 },
        paint: letters,
      },
    ],
  }
}

/**
 * The sources and layers of a style of others, with ids of their own. Letters are drawn in the browser's own
 * type, and what needs the icons of the style is left out.
 */
function wholeStyle(id: string, style: StyleSpecification): Added {
  const own = (name: string) => `${id}/${name}`
  return {
    sources: Object.fromEntries(Object.entries(style.sources).map(([name, source]) => [own(name), source])),
    layers: style.layers.map((layer) => {
      const renamed = { ...layer, id: own(layer.id), ...('source' in layer && { source: own(layer.source) }) }
      if (renamed.type === 'symbol' && renamed.layout) {
        const { 'icon-image': _icon, 'text-font': _font, ...layout } = renamed.layout
        return { ...renamed, layout } as LayerSpecification
      }
      return renamed as LayerSpecification
    }),
  }
}
