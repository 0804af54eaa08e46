import type { Geometry } from '@trowel/contract/model/geometry.js'
import type * as GeoJSON from 'geojson'
import type {
  AllPaintProperties,
  ExpressionSpecification,
  LayerSpecification,
  Map as MapLibre,
  SourceSpecification,
} from 'maplibre-gl'
import { asGeoJson } from './as-geojson.js'
import { boxOf } from './bounds.js'
import type { MapColours } from './map-colours.js'

interface Drawn {
  readonly type: 'Feature'
  readonly geometry: Geometry
  readonly properties: Readonly<Record<string, unknown>>
}

/** Where the features come from: they are here, or tile by tile from the service. */
export type FeatureSource =
  | { readonly features: readonly Drawn[]; readonly label: string }
  | { readonly tiles: string; readonly layer: string }

export interface FeaturePaint {
  /** By which a feature is coloured. */
  readonly colour: ExpressionSpecification | string
  readonly colours: MapColours
}

const points = 'feature-points'
const shapes = 'feature-shapes'
/** Layers in which a pointer can meet a feature, the topmost first. */
export const touchable = ['point', 'shape-point', 'shape-line', 'shape-fill'] as const
export const clusters = 'cluster'
const all = [
  'shape-fill',
  'shape-line',
  'shape-point',
  'point',
  clusters,
  'cluster-count',
  'shape-label',
  'point-label',
]

const isPolygon: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon']
const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point']
const isAlone: ExpressionSpecification = ['!', ['has', 'point_count']]

/**
 * Puts features on the map in place of those before: areas below, then lines, then points, those that lie
 * together as one.
 */
export function drawFeatures(map: MapLibre, source: FeatureSource, paint: FeaturePaint): void {
  for (const id of all) if (map.getLayer(id)) map.removeLayer(id)
  for (const id of [points, shapes]) if (map.getSource(id)) map.removeSource(id)
  for (const [id, one] of Object.entries(sourcesOf(source))) map.addSource(id, one)
  for (const layer of layersOf(source, paint)) map.addLayer(layer)
}

/** Gives the features that are there other colours. */
export function paintFeatures(map: MapLibre, source: FeatureSource, paint: FeaturePaint): void {
  for (const layer of layersOf(source, paint)) {
    if (!map.getLayer(layer.id)) continue
    const properties = Object.keys(layer.paint ?? {}) as (keyof AllPaintProperties)[]
    const values: AllPaintProperties = layer.paint ?? {}
    for (const name of properties) map.setPaintProperty(layer.id, name, values[name])
  }
}

function sourcesOf(source: FeatureSource): Record<string, SourceSpecification> {
  if ('tiles' in source) return { [shapes]: { type: 'vector', tiles: [source.tiles], maxzoom: 22 } }
  const collect = (wanted: boolean) => ({
    type: 'FeatureCollection' as const,
    features: source.features
      .filter(({ geometry }) => (geometry.type === 'Point') === wanted)
      .map((one) => ({ ...one, size: sizeOf(one.geometry) }))
      .sort((a, b) => b.size - a.size)
      .map(
        (one): GeoJSON.Feature => ({
          type: 'Feature',
          properties: one.properties,
          geometry: asGeoJson(one.geometry),
        }),
      ),
  })
  return {
    [shapes]: { type: 'geojson', data: collect(false), promoteId: 'geo_id', maxzoom: 22, tolerance: 0.2 },
    [points]: {
      type: 'geojson',
      data: collect(true),
      promoteId: 'geo_id',
      cluster: true,
      clusterRadius: 36,
      clusterMaxZoom: 20,
      maxzoom: 22,
    },
  }
}

/** What is small lies over what is large, so that it can be seen and met. */
function sizeOf(geometry: Geometry): number {
  const [west, south, east, north] = boxOf(geometry)
  return (east - west) * (north - south)
}

type PaintValue = number | string | ExpressionSpecification

const whenChosen = (yes: PaintValue, no: PaintValue): ExpressionSpecification => [
  'case',
  ['boolean', ['feature-state', 'chosen'], false],
  yes,
  no,
]
/** Small points overlap less where there are very many and no clusters. */
const smallWhenFar = byZoom([4, whenChosen(7, 2.2)], [9, whenChosen(8, 4)], [14, whenChosen(9, 6)])
const thinWhenFar = byZoom([4, whenChosen(2.5, 0.4)], [9, whenChosen(3, 1)], [14, whenChosen(3, 1.5)])

function byZoom(...stops: readonly (readonly [number, ExpressionSpecification])[]): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops.flat()]
}

/** Where the pointer is; and what is being redrawn is not there. */
const opacity = (usual: number, touched: number): ExpressionSpecification => [
  'case',
  ['boolean', ['feature-state', 'redrawn'], false],
  0,
  ['boolean', ['feature-state', 'chosen'], false],
  touched,
  ['boolean', ['feature-state', 'touched'], false],
  touched,
  usual,
]

function layersOf(source: FeatureSource, { colour, colours }: FeaturePaint): readonly LayerSpecification[] {
  const tiled = 'tiles' in source
  const inTiles = tiled ? { 'source-layer': source.layer } : {}
  const name: ExpressionSpecification = ['to-string', ['get', tiled ? 'label' : source.label]]
  const dot = {
    'circle-color': colour,
    'circle-radius': tiled ? smallWhenFar : whenChosen(9, 6),
    'circle-stroke-width': tiled ? thinWhenFar : whenChosen(3, 1.5),
    'circle-stroke-color': whenChosen(colours.chosen, colours.halo),
    'circle-opacity': opacity(0.9, 1),
    'circle-stroke-opacity': opacity(1, 1),
  }
  const letters = {
    'text-color': colours.ink,
    'text-halo-color': colours.halo,
    'text-halo-width': 1.4,
  }
  const shape = { source: shapes, ...inTiles }
  const drawn: LayerSpecification[] = [
    {
      id: 'shape-fill',
      type: 'fill',
      ...shape,
      filter: isPolygon,
      paint: { 'fill-color': colour, 'fill-opacity': opacity(0.22, 0.6) },
    },
    {
      id: 'shape-line',
      type: 'line',
      ...shape,
      filter: ['!', isPoint],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': whenChosen(colours.chosen, colour),
        'line-width': whenChosen(3.5, 1.4),
        'line-opacity': opacity(0.9, 1),
      },
    },
    { id: 'shape-point', type: 'circle', ...shape, filter: isPoint, paint: dot },
    {
      id: 'shape-label',
      type: 'symbol',
      ...shape,
      minzoom: 9,
      filter: ['!', isPoint],
      layout: {
        'text-field': name,
        'text-size': 11.5,
        'text-padding': 6,
        'text-variable-anchor': ['center', 'top', 'bottom'],
        'text-radial-offset': 0.4,
      },
      paint: letters,
    },
  ]
  const pointLabel = {
    id: 'point-label',
    type: 'symbol' as const,
    minzoom: 9,
    layout: {
      'text-field': name,
      'text-size': 11.5,
      'text-variable-anchor': ['top' as const, 'bottom' as const, 'left' as const, 'right' as const],
      'text-radial-offset': 0.8,
    },
    paint: letters,
  }
  if (tiled) return [...drawn, { ...pointLabel, ...shape, filter: isPoint }]
  return [
    ...drawn,
    { id: 'point', type: 'circle', source: points, filter: isAlone, paint: dot },
    {
      id: clusters,
      type: 'circle',
      source: points,
      filter: ['has', 'point_count'],
      paint: {
        'circle-color': colours.ink,
        'circle-opacity': 0.88,
        'circle-radius': ['step', ['get', 'point_count'], 13, 10, 16, 100, 20, 1000, 25],
        'circle-stroke-color': colours.halo,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'cluster-count',
      type: 'symbol',
      source: points,
      filter: ['has', 'point_count'],
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-size': 12,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': colours.halo },
    },
    { ...pointLabel, source: points, filter: isAlone },
  ]
}

/** Says how a feature stands; unknown ones do no harm. */
export function setFeatureState(
  map: MapLibre,
  source: FeatureSource,
  geoId: number,
  state: { readonly chosen?: boolean; readonly touched?: boolean; readonly redrawn?: boolean },
): void {
  for (const id of [shapes, points]) {
    if (!map.getSource(id)) continue
    const layer = 'tiles' in source ? { sourceLayer: source.layer } : {}
    map.setFeatureState({ source: id, id: geoId, ...layer }, state)
  }
}

export const clusterSource = points
