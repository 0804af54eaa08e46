import { type Static, type TSchema, Type } from 'typebox'
import { ListQuery } from './records.js'
import { input, name, type Refusal } from './wire/input.js'

const { filter, search_type, search, querytext, join } = ListQuery.properties
const loose = { additionalProperties: true }

/**
 * Which records of a table a map shows: the same ways to choose as in the listing. The service says what is
 * wrong with each.
 */
const Selection = { filter, search_type, search, querytext, join }

const fields = Type.Optional(
  Type.Unknown({
    description: 'fields, with commas or as a list, whose values the features carry besides; at most 12',
  }),
)

export const FeaturesQuery = Type.Object(
  {
    tb: Type.Optional(Type.Unknown({ description: 'name of the table; required' })),
    ...Selection,
    bbox: Type.Optional(
      Type.Unknown({ description: '`west,south,east,north` in degrees: only what meets this box' }),
    ),
    limit: Type.Optional(
      Type.Unknown({
        description: 'features at most; default and maximum 20,000; `none`: all of them, as a stream',
      }),
    ),
    zoom: Type.Optional(
      Type.Unknown({ description: '0 to 24: lines and rings are as fine as a map at this zoom can show' }),
    ),
    fields,
  },
  loose,
)

export const TileQuery = Type.Object({ ...Selection, fields }, loose)

export const TileParams = Type.Object({
  tb: Type.String({ description: 'name of the table' }),
  z: Type.String({ description: 'zoom, 0 to 22' }),
  x: Type.String({ description: 'column, from the west' }),
  y: Type.String({ description: 'row, from the north' }),
})

/** Ids beyond all that are stored are those of nothing, and looked up as others are. */
const anyId = (refusal: Refusal) =>
  input(Type.Union([Type.Integer(), Type.String({ pattern: '^\\d+$' })]), Number, refusal)

const geometryId = anyId({ words: 'must be the id of a geometry', missingIsWrong: true })

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
      Array.isArray(given) ? `must not have more than ${maxAtOnce} entries` : 'must be a list',
  })

export const FeatureBody = Type.Object(
  {
    tb: name({ description: 'table of the record', words: 'must be the name of a table' }),
    id: anyId({ words: 'must be the id of a record' }),
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
