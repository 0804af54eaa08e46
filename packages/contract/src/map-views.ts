import { type Static, Type } from 'typebox'
import type { Listing } from './listing.js'
import type { ClassMethod } from './model/class-methods.js'
import { ownerName, savedContent, savedName, savedThingDone } from './saved-things.js'
import { type Input, nullable, optional } from './wire/input.js'

const loose = { additionalProperties: true }

/** In which colours the features of a table are drawn. */
export type MapColouring =
  /** `#c0622f`; without a colour, the one that the page gives. */
  | { readonly by: 'one'; readonly colour?: string | undefined }
  | {
      readonly by: 'field'
      readonly field: string
      /** Of numbers and years. */
      readonly method?: ClassMethod | undefined
      readonly classes?: number | undefined
      readonly palette?: string | undefined
      /** In place of the palette, by value. */
      readonly colours?: Readonly<Record<string, string>> | undefined
    }

interface AnyLayer {
  /** Tells the layers of a view apart. */
  readonly id: string
  /** Is it drawn? `true` by default. */
  readonly shown?: boolean | undefined
  /** 0 to 1; 1 by default. */
  readonly opacity?: number | undefined
}

/** The features of a table, or a configured layer of the map. */
export type MapViewLayer =
  | (AnyLayer & {
      readonly tb: string
      /** In place of the label of the table. */
      readonly name?: string | undefined
      /** Which records; all by default. */
      readonly select?: Pick<Listing, 'filter' | 'search_type' | 'search' | 'querytext'> | undefined
      /** What the saved search was called that `select` comes from. */
      readonly search?: string | undefined
      /** Only what may date between these years. */
      readonly years?: readonly [number, number] | undefined
      readonly colouring?: MapColouring | undefined
      /** The field that is written beside each feature; `null`: none. What names a record by default. */
      readonly labels?: string | null | undefined
      /** Points that lie together are one circle: `true` by default. */
      readonly clusters?: boolean | undefined
    })
  | (AnyLayer & {
      /** `id` of a layer of the map. */
      readonly layer: string
    })

export type MapViewDefinition = {
  /** The topmost first. */
  readonly layers: readonly MapViewLayer[]
  /** `id` of the base layer; `null`: the plain ground. The first one by default. */
  readonly base?: string | null | undefined
  /** Longitude and latitude of the middle, zoom, and by how many degrees the map is turned. */
  readonly at?: readonly [number, number, number, number] | undefined
}

/** A map that a person keeps. */
export const MapView = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  name: Type.String(),
  definition: Type.Object(
    {},
    { ...loose, description: 'as it was saved, without what the caller may not read' },
  ),
  created_at: Type.String({ description: 'ISO 8601, UTC' }),
  is_global: Type.Union([Type.Literal(0), Type.Literal(1)], { description: '1: everybody sees it' }),
  owned_by_me: Type.Boolean(),
  owner_name: ownerName,
})
export type MapView = Static<typeof MapView>

export const MapViewsReply = Type.Object({
  status: Type.Literal('success'),
  views: Type.Array(MapView),
})

const definition = savedContent<MapViewDefinition>('layers, base, at: an object, or its JSON text')

export const SaveMapViewBody = Type.Object({ name: savedName, definition }, loose)
export type SaveMapViewBody = Input<typeof SaveMapViewBody>

export const MapViewChangeBody = Type.Object(
  { name: nullable(savedName, '1 to 200 characters'), definition: optional(definition) },
  loose,
)
export type MapViewChangeBody = Input<typeof MapViewChangeBody>

export const SaveMapViewReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_save_map_view'),
  view: MapView,
})

export const mapViewCodes = {
  shared: 'ok_share_map_view',
  unshared: 'ok_unshare_map_view',
  deleted: 'ok_delete_map_view',
} as const

export const MapViewDone = savedThingDone(mapViewCodes)
