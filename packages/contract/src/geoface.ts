import { type Static, type TSchema, Type } from 'typebox'
import { AsOf } from './as-of.js'
import { Selection } from './listing.js'
import { phrase } from './messages/messages.js'
import { anyId, count, type Input, input, name, namesIn, optional, refusalOf, text } from './wire/input.js'

const loose = { additionalProperties: true }

const fields = optional(
  input(Type.Union([Type.String(), Type.Array(Type.String())]), namesIn, {
    sentence: 'must_name_fields',
    reason: 'not a list of names',
  }),
  'fields, with commas or as a list, whose values the features carry besides; at most 12',
)

const deepestZoom = 24

/** The number that a text means as an address has it. */
const zoomIn = (given: number | string): number =>
  typeof given === 'number' || /^\s*\d+(\.\d+)?\s*$/.test(given) ? Number(given) : Number.NaN

/** Which records of a table a map shows: the same ways to choose as in the listing. */
export const FeaturesQuery = Type.Object(
  {
    tb: name({ description: 'name of the table' }),
    ...Selection.properties,
    bbox: optional(text(), '`west,south,east,north` in degrees: only what meets this box'),
    limit: optional(
      input(Type.Union([Type.Literal('none'), count()]), (given) => given, refusalOf(count())),
      'features at most; default and maximum 20,000; `none`: all of them, as a stream',
    ),
    zoom: optional(
      input(
        Type.Refine(
          Type.Union([Type.Number(), Type.String()]),
          (given) => zoomIn(given) >= 0 && zoomIn(given) <= deepestZoom,
        ),
        zoomIn,
        { sentence: 'zoom_wrong', reason: 'not a zoom' },
      ),
      '0 to 24: lines and rings are as fine as a map at this zoom can show',
    ),
    fields,
    ...AsOf.properties,
  },
  loose,
)
export type FeaturesQuery = Input<typeof FeaturesQuery>

export const TileQuery = Type.Object({ ...Selection.properties, fields, ...AsOf.properties }, loose)
export type TileQuery = Input<typeof TileQuery>

/** A place in a path has digits only; which places there are depends on the zoom. */
const place = (description: string) => input(Type.String({ pattern: '^\\d+$', description }), Number, {})

export const TileParams = Type.Object({
  tb: Type.String({ description: 'name of the table' }),
  z: place('zoom, 0 to 22'),
  x: place('column, from the west'),
  y: place('row, from the north'),
})

const geometryId = anyId({ words: phrase('must_be_id_of_geometry', {}), missingIsWrong: true })

const geometry = input(
  Type.Refine(
    Type.Unsafe<object | string>({ description: 'a GeoJSON geometry, or its JSON text' }),
    (given) => given !== undefined && given !== null && given !== '',
  ),
  (given) => given,
  {},
)

const maxAtOnce = 500

const listOf = <Entry extends TSchema>(entry: Entry, description: string) =>
  input(Type.Array(entry, { minItems: 1, maxItems: maxAtOnce, description }), (given) => given, {
    words: (given) =>
      Array.isArray(given) ? phrase('has_too_many_entries', { most: maxAtOnce }) : phrase('must_be_list', {}),
  })

export const FeatureBody = Type.Object(
  {
    tb: name({ description: 'table of the record', words: phrase('must_be_name_of_table', {}) }),
    id: anyId({ words: phrase('must_be_id_of_record', {}) }),
    geometry,
  },
  loose,
)

export const FeaturesBody = Type.Object(
  {
    geodata: listOf(
      Type.Object({ id: geometryId, geometry }),
      '1 to 500 of `{id, geometry}`; `id` is that of the geometry',
    ),
  },
  loose,
)

export const FeatureIdsBody = Type.Object({ ids: listOf(geometryId, 'ids of geometries, 1 to 500') }, loose)

const done = <Code extends string>(code: Code) => ({
  status: Type.Literal('success'),
  code: Type.Literal(code),
})

export const FeatureReply = Type.Object({
  ...done('ok_insert_geodata'),
  geo_id: Type.Integer({ description: 'id of the geometry' }),
})
export const FeaturesChangedReply = Type.Object(done('ok_update_geometry'))
export const FeaturesRemovedReply = Type.Object(done('ok_delete_geodata'))

/** What is told besides the features. */
export const FeaturesMeta = Type.Object({
  tb_id: Type.String(),
  tb_label: Type.String(),
  canUserEdit: Type.Boolean(),
  layers: Type.Array(Type.Unknown()),
  preview_fields: Type.Array(Type.String(), {
    description: 'keys of the properties that are labels of fields, in order',
  }),
  fields: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ description: 'name of the field' }),
        key: Type.String({ description: 'the property that has its value' }),
      }),
      { description: 'the fields that were asked for, in order; absent when none were' },
    ),
  ),
  id_field: Type.String(),
  has_fuzzy_date: Type.Boolean(),
  truncated: Type.Boolean({ description: 'are there more features than these?' }),
})
export type FeaturesMeta = Static<typeof FeaturesMeta>
