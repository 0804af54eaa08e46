import type { Geometry } from '@trowel/contract/model/geometry.js'
import type * as GeoJSON from 'geojson'
import type {
  AllPaintProperties,
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  Map as MapLibre,
  SourceSpecification,
} from 'maplibre-gl'
import { asGeoJson } from './as-geojson.js'
import { beforeTools } from './base-style.js'
import { boxOf } from './bounds.js'
import { clusterImage, countProperty } from './cluster-images.js'
import type { MapColours } from './map-colours.js'

interface Drawn {
  readonly type: 'Feature'
  readonly geometry: Geometry
  readonly properties: Readonly<Record<string, unknown>>
}

/** Where the features come from: they are here, or tile by tile from the service. */
export type FeatureSource =
  | { readonly features: readonly Drawn[] }
  | { readonly tiles: string; readonly layer: string }

export interface FeaturePaint {
  /** By which a feature is coloured. */
  readonly colour: ExpressionSpecification | string
  readonly colours: MapColours
  /** 0 to 1. */
  readonly opacity: number
}

export interface FeatureDress extends FeaturePaint {
  /** The property that is written beside a feature, if any is. */
  readonly label: string | undefined
  /**
   * The colours that a circle of many points shows, each in its share; `undefined`: every point by itself.
   */
  readonly clusters: readonly string[] | undefined
}

/** Layers in which a pointer can meet a feature, the topmost first. */
const touchable = ['point', 'shape-point', 'shape-line', 'shape-fill'] as const
const parts = ['shape-fill', 'shape-line', 'shape-point', 'point', 'clusters', 'shape-label', 'point-label']

export const pointsOf = (id: string): string => `${id}/points`
const shapesOf = (id: string): string => `${id}/shapes`
export const touchableOf = (id: string): readonly string[] => touchable.map((part) => `${id}/${part}`)
export const clustersOf = (id: string): string => `${id}/clusters`

const isPolygon: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon']
const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point']
const isAlone: ExpressionSpecification = ['!', ['has', 'point_count']]

/**
 * Puts features on the map in place of those before: areas below, then lines, then points, those that lie
 * together as one.
 *
 * @param id the beginning of the ids of all sources and layers
 */
export function drawFeatures(map: MapLibre, id: string, source: FeatureSource, dress: FeatureDress): void {
  removeFeatures(map, id)
  for (const [name, one] of Object.entries(sourcesOf(id, source, dress))) map.addSource(name, one)
  for (const layer of layersOf(id, source, dress)) map.addLayer(layer, beforeTools)
}

export function removeFeatures(map: MapLibre, id: string): void {
  for (const part of parts) if (map.getLayer(`${id}/${part}`)) map.removeLayer(`${id}/${part}`)
  for (const name of [pointsOf(id), shapesOf(id)]) if (map.getSource(name)) map.removeSource(name)
}

/** Gives the features that are there other colours. */
export function paintFeatures(map: MapLibre, id: string, source: FeatureSource, dress: FeatureDress): void {
  for (const layer of layersOf(id, source, dress)) {
    if (!map.getLayer(layer.id)) continue
    const properties = Object.keys(layer.paint ?? {}) as (keyof AllPaintProperties)[]
    const values: AllPaintProperties = layer.paint ?? {}
    for (const name of properties) map.setPaintProperty(layer.id, name, values[name])
  }
}

function sourcesOf(
  id: string,
  source: FeatureSource,
  { clusters, colour }: FeatureDress,
): Record<string, SourceSpecification> {
  if ('tiles' in source) return { [shapesOf(id)]: { type: 'vector', tiles: [source.tiles], maxzoom: 22 } }
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
  const clustered: Partial<GeoJSONSourceSpecification> = clusters
    ? {
        cluster: true,
        clusterRadius: 36,
        clusterMaxZoom: 20,
        clusterProperties: Object.fromEntries(
          clusters.map((one, place) => [
            countProperty(place),
            ['+', typeof colour === 'string' ? 1 : ['case', ['==', colour, one], 1, 0]],
          ]),
        ),
      }
    : {}
  return {
    [shapesOf(id)]: {
      type: 'geojson',
      data: collect(false),
      promoteId: 'geo_id',
      maxzoom: 22,
      tolerance: 0.2,
    },
    [pointsOf(id)]: { type: 'geojson', data: collect(true), promoteId: 'geo_id', maxzoom: 22, ...clustered },
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

function layersOf(id: string, source: FeatureSource, dress: FeatureDress): readonly LayerSpecification[] {
  const { colour, colours, label, clusters } = dress
  const tiled = 'tiles' in source
  const inTiles = tiled ? { 'source-layer': source.layer } : {}
  const dot = {
    'circle-color': colour,
    'circle-radius': tiled ? smallWhenFar : whenChosen(9, 6),
    'circle-stroke-width': tiled ? thinWhenFar : whenChosen(3, 1.5),
    'circle-stroke-color': whenChosen(colours.chosen, colours.halo),
    'circle-opacity': opacity(0.9 * dress.opacity, 1),
    'circle-stroke-opacity': opacity(dress.opacity, 1),
  }
  const letters = {
    'text-color': colours.ink,
    'text-halo-color': colours.halo,
    'text-halo-width': 1.4,
    'text-opacity': Math.max(dress.opacity, 0.4),
  }
  const shape = { source: shapesOf(id), ...inTiles }
  const points = { source: pointsOf(id) }
  const drawn: LayerSpecification[] = [
    {
      id: `${id}/shape-fill`,
      type: 'fill',
      ...shape,
      filter: isPolygon,
      paint: { 'fill-color': colour, 'fill-opacity': opacity(0.22 * dress.opacity, 0.6) },
    },
    {
      id: `${id}/shape-line`,
      type: 'line',
      ...shape,
      filter: ['!', isPoint],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': whenChosen(colours.chosen, colour),
        'line-width': whenChosen(3.5, 1.4),
        'line-opacity': opacity(0.9 * dress.opacity, 1),
      },
    },
    { id: `${id}/shape-point`, type: 'circle', ...shape, filter: isPoint, paint: dot },
    ...(tiled
      ? []
      : [{ id: `${id}/point`, type: 'circle' as const, ...points, filter: isAlone, paint: dot }]),
    ...(tiled || !clusters ? [] : [clusterLayer(id, clusters, dress)]),
  ]
  if (label === undefined) return drawn
  const text = { 'text-field': ['to-string', ['get', label]] as ExpressionSpecification, 'text-size': 11.5 }
  return [
    ...drawn,
    {
      id: `${id}/shape-label`,
      type: 'symbol',
      ...shape,
      minzoom: 9,
      filter: ['!', isPoint],
      layout: {
        ...text,
        'text-padding': 6,
        'text-variable-anchor': ['center', 'top', 'bottom'],
        'text-radial-offset': 0.4,
      },
      paint: letters,
    },
    {
      id: `${id}/point-label`,
      type: 'symbol',
      ...(tiled ? shape : points),
      minzoom: 9,
      filter: tiled ? isPoint : isAlone,
      layout: {
        ...text,
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        'text-radial-offset': 0.8,
      },
      paint: letters,
    },
  ]
}

/** A ring with the colours of what it holds, and how many there are. */
const clusterLayer = (
  id: string,
  clusters: readonly string[],
  { colours, opacity: visible }: FeaturePaint,
): LayerSpecification => ({
  id: clustersOf(id),
  type: 'symbol',
  source: pointsOf(id),
  filter: ['has', 'point_count'],
  layout: {
    'icon-image': clusterImage(clusters, colours),
    'icon-allow-overlap': true,
    'text-field': ['get', 'point_count_abbreviated'],
    'text-size': 12,
    'text-allow-overlap': true,
  },
  paint: { 'text-color': colours.ink, 'icon-opacity': visible, 'text-opacity': visible },
})

/** Says how a feature stands; unknown ones do no harm. */
export function setFeatureState(
  map: MapLibre,
  id: string,
  source: FeatureSource,
  geoId: number,
  state: { readonly chosen?: boolean; readonly touched?: boolean; readonly redrawn?: boolean },
): void {
  for (const name of [shapesOf(id), pointsOf(id)]) {
    if (!map.getSource(name)) continue
    const layer = 'tiles' in source ? { sourceLayer: source.layer } : {}
    map.setFeatureState({ source: name, id: geoId, ...layer }, state)
  }
}
