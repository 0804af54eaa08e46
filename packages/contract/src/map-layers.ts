import { type Static, Type } from 'typebox'
import { phrase } from './messages/messages.js'
import { definitionOf } from './model/reference-systems.js'
import { type Input, input, optional, readByService, text, textOrNone } from './wire/input.js'

/** What a layer of the map can be. */
export const layerTypes = ['wms', 'tiles', 'local', 'maplibre_style', 'pmtiles', 'raster'] as const
export type LayerType = (typeof layerTypes)[number]

/** The layers that show an uploaded file, and how the names of such files end. */
export const fileEndings = {
  local: ['json', 'geojson', 'kml', 'gpx'],
  pmtiles: ['pmtiles'],
  raster: ['tif'],
} as const satisfies Partial<Record<LayerType, readonly string[]>>
export type FileLayerType = keyof typeof fileEndings

export const isFileLayer = (type: LayerType): type is FileLayerType => Object.hasOwn(fileEndings, type)

/** By which kind of layer a file is shown; `undefined` for one that no map shows. */
export const layerTypeOfFile = (name: string): FileLayerType | undefined => {
  const ending = /.\.([a-z]+)$/.exec(name)?.[1] ?? ''
  const endings: readonly (readonly [string, readonly string[]])[] = Object.entries(fileEndings)
  return endings.find(([, known]) => known.includes(ending))?.[0] as FileLayerType | undefined
}

/** Where it lies: above the other layers, or instead of the base map. */
export const layerPlaces = ['overlay', 'base'] as const
export type LayerPlace = (typeof layerPlaces)[number]

export const MapLayer = Type.Object({
  id: Type.String({ description: 'what map views call it; it stays when the layer is changed' }),
  label: Type.String(),
  type: Type.Enum([...layerTypes]),
  path: Type.String({
    description:
      'address of the service, pattern of tiles or style; of a `local`, `pmtiles` or `raster` layer the name of its file',
  }),
  wmslayers: Type.String({ description: 'layers of a WMS, with commas' }),
  layertype: Type.Enum([...layerPlaces]),
})

export type MapLayer = Static<typeof MapLayer>

const epsg = Type.Union([Type.Integer(), Type.Null()], {
  description: 'EPSG code of the reference system in which the project works; `null`: none was chosen',
})

const MapFile = Type.Object({
  name: Type.String(),
  size: Type.Integer({ description: 'in bytes' }),
})
export type MapFile = Static<typeof MapFile>

export const MapLayersReply = Type.Object({
  status: Type.Literal('success'),
  layers: Type.Array(MapLayer),
  local_files: Type.Array(Type.String(), { description: 'names of the uploaded files' }),
  files: Type.Array(MapFile, { description: 'the same files with their sizes' }),
  epsg,
})

/** The layers as a map draws them. */
export const DrawnLayersReply = Type.Object({
  status: Type.Literal('success'),
  layers: Type.Array(MapLayer, {
    description: 'an uploaded file at an address that needs no header, and is good for an hour at least',
  }),
  epsg,
})

type NewLayer = Pick<MapLayer, 'label' | 'type' | 'path'> &
  Partial<Pick<MapLayer, 'id' | 'wmslayers' | 'layertype'>>

interface ChangedLayers {
  readonly layers: readonly NewLayer[]
  readonly before?: readonly MapLayer[] | undefined
}

export const MapLayersBody = readByService<readonly NewLayer[] | ChangedLayers>(
  'a list of layers, or an object with `layers` and, refused where there are others now, `before`: the layers ' +
    'that the caller saw; nothing at all is the empty list',
)
export type MapLayersBody = Input<typeof MapLayersBody>

/** An EPSG code of one of the known systems, or `null` for none. */
export const ReferenceSystemBody = Type.Object(
  {
    epsg: input(
      Type.Refine(
        Type.Union([Type.Integer(), Type.Null()]),
        (given) => given === null || definitionOf(Number(given)) !== undefined,
      ),
      (given) => given,
      {
        words: phrase('must_be_known_system', {}),
        reason: 'no known reference system',
        isMissing: (given) => given === undefined,
      },
    ),
  },
  { additionalProperties: true },
)
export type ReferenceSystemBody = Input<typeof ReferenceSystemBody>

const done = { status: Type.Literal('success'), code: Type.Literal('ok_geoface_updated') }

export const MapLayersSavedReply = Type.Object(done)
export const MapFileReply = Type.Object({
  ...done,
  filename: Type.String({ description: 'under which name it is kept' }),
})

/** How the names of pictures for the map end, and those of the files that say where they lie. */
export const rasterEndings = ['tif', 'tiff', 'png', 'jpg', 'jpeg'] as const
export const worldEndings = ['tfw', 'tifw', 'pgw', 'pngw', 'jgw', 'jpgw', 'wld'] as const

/** The six numbers of a world file; a decimal comma is read as a point. */
export function worldIn(text: string): readonly number[] | undefined {
  const numbers = text
    .trim()
    .split(/\s+/)
    .map((line) => Number(line.replace(',', '.')))
  return numbers.length === 6 && numbers.every(Number.isFinite) ? numbers : undefined
}

const knownCode = (given: string): boolean =>
  /^\d{4,6}$/.test(given) && definitionOf(Number(given)) !== undefined

export const RasterQuery = Type.Object(
  {
    epsg: optional(
      input(Type.Refine(Type.String(), knownCode), Number, {
        words: phrase('must_be_known_system', {}),
        reason: 'no known reference system',
      }),
      'EPSG code of the reference system of the picture; what the file says when absent',
    ),
    world: optional(
      input(
        Type.Refine(Type.String(), (given) => worldIn(given) !== undefined),
        (given) => worldIn(given) ?? [],
        { words: phrase('must_be_world_file', {}), reason: 'not six numbers' },
      ),
      'text of the world file that belongs to the picture: six numbers, a line each',
    ),
  },
  { additionalProperties: true },
)
export type RasterQuery = Input<typeof RasterQuery>

/** The result of the job that prepares a picture. */
export const RasterReply = Type.Object({
  ...done,
  filename: Type.String({ description: 'under which name it is kept' }),
  epsg: Type.Integer({ description: 'the reference system in which it lies' }),
  width: Type.Integer({ description: 'in pixels' }),
  height: Type.Integer(),
})
export type RasterReply = Static<typeof RasterReply>

const file = { file: textOrNone('name of the file') }
export const MapFileBody = Type.Object(file, { additionalProperties: true })
export const MapFileQuery = Type.Object(file, { additionalProperties: true })

export const MapFileParams = Type.Object({ name: Type.String({ description: 'name of the file' }) })
export const MapFileContentQuery = Type.Object(
  { t: Type.Optional(text({ description: 'signed token of an address that the service gave' })) },
  { additionalProperties: true },
)
