import { type Static, Type } from 'typebox'
import { type Input, readByService, text, textOrNone } from './wire/input.js'

/** What a layer of the map can be. */
export const layerTypes = ['wms', 'tiles', 'local', 'maplibre_style'] as const
export type LayerType = (typeof layerTypes)[number]

/** Where it lies: above the other layers, or instead of the base map. */
export const layerPlaces = ['overlay', 'base'] as const
export type LayerPlace = (typeof layerPlaces)[number]

export const MapLayer = Type.Object({
  label: Type.String(),
  type: Type.Enum([...layerTypes]),
  path: Type.String({
    description: 'address of the service, pattern of tiles or style; of a `local` layer the name of its file',
  }),
  wmslayers: Type.String({ description: 'layers of a WMS, with commas' }),
  layertype: Type.Enum([...layerPlaces]),
})

export type MapLayer = Static<typeof MapLayer>

export const MapLayersReply = Type.Object({
  status: Type.Literal('success'),
  layers: Type.Array(MapLayer),
  local_files: Type.Array(Type.String(), { description: 'names of the uploaded files' }),
})

type NewLayer = Pick<MapLayer, 'label' | 'type' | 'path'> & Partial<Pick<MapLayer, 'wmslayers' | 'layertype'>>

export const MapLayersBody = readByService<readonly NewLayer[] | { readonly layers: readonly NewLayer[] }>(
  'a list of layers, or an object with `layers`; nothing at all is the empty list',
)
export type MapLayersBody = Input<typeof MapLayersBody>

const done = { status: Type.Literal('success'), code: Type.Literal('ok_geoface_updated') }

export const MapLayersSavedReply = Type.Object(done)
export const MapFileReply = Type.Object({
  ...done,
  filename: Type.String({ description: 'under which name it is kept' }),
})

const file = { file: textOrNone('name of the file') }
export const MapFileBody = Type.Object(file, { additionalProperties: true })
export const MapFileQuery = Type.Object(file, { additionalProperties: true })

export const MapFileParams = Type.Object({ name: Type.String({ description: 'name of the file' }) })
export const MapFileContentQuery = Type.Object(
  { t: Type.Optional(text({ description: 'signed token of an address that the service gave' })) },
  { additionalProperties: true },
)
