import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { MapColours } from '../../../components/map/map-colours.js'

/** What is drawn of a map, from below; each named alike in neither of the schemas in use. */
const parts = ['land', 'green', 'water', 'river', 'building', 'path', 'road', 'mainRoad', 'border'] as const
type Part = (typeof parts)[number]

interface Found {
  readonly layer: string
  readonly filter?: ExpressionSpecification
}

const isOne = (property: string, ...values: readonly string[]): ExpressionSpecification => [
  'in',
  ['get', property],
  ['literal', values],
]

/** Protomaps basemap, versions 3 and 4. */
const protomaps: Readonly<Record<Part, readonly Found[]>> = {
  land: [{ layer: 'earth' }],
  green: [
    { layer: 'landcover', filter: isOne('kind', 'forest', 'grassland', 'scrub') },
    { layer: 'landuse', filter: isOne('kind', 'park', 'forest', 'wood', 'nature_reserve', 'national_park') },
    { layer: 'natural', filter: isOne('kind', 'wood', 'scrub', 'grassland') },
  ],
  water: [{ layer: 'water', filter: ['!=', ['geometry-type'], 'LineString'] }],
  river: [{ layer: 'water', filter: ['==', ['geometry-type'], 'LineString'] }],
  building: [{ layer: 'buildings' }],
  path: [{ layer: 'roads', filter: isOne('kind', 'path', 'other', 'rail') }],
  road: [{ layer: 'roads', filter: isOne('kind', 'minor_road', 'medium_road') }],
  mainRoad: [{ layer: 'roads', filter: isOne('kind', 'highway', 'major_road') }],
  border: [{ layer: 'boundaries' }],
}

/** OpenMapTiles, version 3. */
const openMapTiles: typeof protomaps = {
  land: [],
  green: [
    { layer: 'landcover', filter: isOne('class', 'wood', 'grass') },
    { layer: 'park' },
    { layer: 'landuse', filter: isOne('class', 'cemetery', 'park') },
  ],
  water: [{ layer: 'water' }],
  river: [{ layer: 'waterway' }],
  building: [{ layer: 'building' }],
  path: [{ layer: 'transportation', filter: isOne('class', 'path', 'track', 'rail', 'service') }],
  road: [{ layer: 'transportation', filter: isOne('class', 'minor', 'tertiary', 'street') }],
  mainRoad: [
    { layer: 'transportation', filter: isOne('class', 'motorway', 'trunk', 'primary', 'secondary') },
  ],
  border: [{ layer: 'boundary', filter: ['<=', ['coalesce', ['get', 'admin_level'], 0], 6] }],
}

/** Where names stand: places before waters, so that they win the room. */
const named = ['places', 'place', 'water_name', 'transportation_name']

/**
 * A plain map of vector tiles in one of the common schemas; of other tiles outlines of all that is in them.
 *
 * @param id the beginning of the ids of the layers
 * @param names the layers that the tiles hold
 */
export function basemapLayers(
  id: string,
  source: string,
  names: readonly string[],
  colours: MapColours,
): readonly LayerSpecification[] {
  const schema = names.includes('transportation')
    ? openMapTiles
    : names.includes('roads')
      ? protomaps
      : undefined
  if (!schema) return names.flatMap((name) => outlines(`${id}/${name}`, source, name, colours))
  const drawn = parts.flatMap((part) =>
    schema[part]
      .filter(({ layer }) => names.includes(layer))
      .flatMap((found, place) => drawPart(part, `${id}/${part}-${place}`, { source, found, colours })),
  )
  const texts = named
    .filter((name) => names.includes(name))
    .map((name) => letters(`${id}/${name}`, source, name, colours))
  return [...drawn, ...texts.reverse()]
}

interface Drawn {
  readonly source: string
  readonly found: Found
  readonly colours: MapColours
}

const widths: Readonly<Record<'path' | 'road' | 'mainRoad' | 'river', readonly [number, number, number]>> = {
  path: [0, 0.6, 2],
  road: [0, 1.4, 12],
  mainRoad: [0.8, 3, 18],
  river: [0.4, 1, 5],
}

const byZoom = ([far, near, close]: readonly [number, number, number]): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.4],
  ['zoom'],
  6,
  far,
  13,
  near,
  18,
  close,
]

function drawPart(part: Part, id: string, { source, found, colours }: Drawn): LayerSpecification[] {
  const from = {
    source,
    'source-layer': found.layer,
    ...(found.filter && { filter: found.filter satisfies FilterSpecification }),
  }
  switch (part) {
    case 'land':
    case 'green':
    case 'water':
    case 'building': {
      const polygons: FilterSpecification = ['==', ['geometry-type'], 'Polygon']
      const filter: FilterSpecification = found.filter ? ['all', polygons, found.filter] : polygons
      const minzoom = part === 'building' ? { minzoom: 13 } : {}
      return [{ id, type: 'fill', ...from, filter, ...minzoom, paint: { 'fill-color': colours[part] } }]
    }
    case 'river':
      return [
        {
          id,
          type: 'line',
          ...from,
          paint: { 'line-color': colours.water, 'line-width': byZoom(widths.river) },
        },
      ]
    case 'border':
      return [
        {
          id,
          type: 'line',
          ...from,
          paint: { 'line-color': colours.border, 'line-width': 1, 'line-dasharray': [4, 2] },
        },
      ]
    case 'path':
      return [
        {
          id,
          type: 'line',
          ...from,
          minzoom: 12,
          paint: {
            'line-color': colours.roadEdge,
            'line-width': byZoom(widths.path),
            'line-dasharray': [3, 1],
          },
        },
      ]
    case 'road':
    case 'mainRoad': {
      const layout = { 'line-cap': 'round', 'line-join': 'round' } as const
      const width = byZoom(widths[part])
      return [
        {
          id: `${id}-edge`,
          type: 'line',
          ...from,
          layout,
          paint: { 'line-color': colours.roadEdge, 'line-width': 1, 'line-gap-width': width },
        },
        { id, type: 'line', ...from, layout, paint: { 'line-color': colours.road, 'line-width': width } },
      ]
    }
  }
}

const letters = (id: string, source: string, layer: string, colours: MapColours): LayerSpecification => ({
  id,
  type: 'symbol',
  source,
  'source-layer': layer,
  layout: {
    'text-field': ['to-string', ['coalesce', ['get', 'name'], ['get', 'name:latin'], '']],
    'text-size': layer.startsWith('place') ? ['interpolate', ['linear'], ['zoom'], 4, 10, 14, 14] : 10.5,
    'symbol-placement': layer === 'transportation_name' ? 'line' : 'point',
  },
  paint: { 'text-color': colours.ink, 'text-halo-color': colours.halo, 'text-halo-width': 1.2 },
})

/** What tiles of an unknown schema hold, so that it is seen at least. */
const outlines = (
  id: string,
  source: string,
  layer: string,
  colours: MapColours,
): readonly LayerSpecification[] => [
  {
    id: `${id}-lines`,
    type: 'line',
    source,
    'source-layer': layer,
    filter: ['!=', ['geometry-type'], 'Point'],
    paint: { 'line-color': colours.border, 'line-width': 0.8 },
  },
  {
    id: `${id}-points`,
    type: 'circle',
    source,
    'source-layer': layer,
    filter: ['==', ['geometry-type'], 'Point'],
    paint: { 'circle-color': colours.border, 'circle-radius': 2 },
  },
]
