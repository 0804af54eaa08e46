import { type Static, type TSchema, Type } from 'typebox'
import type { FieldKindName } from './model/field-types.js'
import { type Decoded, input, nullable } from './wire/input.js'

export const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })

/** The kinds of fields that a column can become. */
export const columnKinds = [
  'text',
  'longText',
  'choice',
  'link',
  'wholeNumber',
  'number',
  'date',
  'yesNo',
] as const satisfies readonly FieldKindName[]
export type ColumnKind = (typeof columnKinds)[number]

/** Where the places of records stand in a file: columns, or the geometries that the file has besides. */
const Place = Type.Object({
  x: Type.Optional(Type.String({ description: 'column of the longitude or easting' })),
  y: Type.Optional(Type.String({ description: 'column of the latitude or northing' })),
  wkt: Type.Optional(Type.String({ description: 'column of geometries as WKT' })),
  geometry: Type.Optional(Type.Literal(true, { description: 'the geometries of the file itself' })),
  epsg: orNull(Type.Integer(), 'the reference system; null: it has to be said'),
})

const ProposedField = Type.Object({
  column: Type.String(),
  name: Type.String({ description: 'of the field; no field of the table has it' }),
  label: Type.String({ description: 'the name of the column as it stands in the file' }),
  kind: Type.Enum([...columnKinds]),
  wanted: Type.Boolean({ description: 'false: the column has neither a name nor a value' }),
  filled: Type.Integer({ description: 'rows that have a value' }),
  unique: Type.Boolean({ description: 'every row has a value of its own' }),
  distinct: orNull(Type.Integer(), 'different values; null: too many for a vocabulary'),
  values: Type.Array(Type.String(), { description: 'the first of them' }),
  vocabulary: orNull(Type.String(), 'vocabulary of a choice; null: too many values for one'),
  tb: orNull(Type.String(), 'table whose records nearly all values name'),
})
export type ProposedField = Static<typeof ProposedField>

export const ImportProposal = Type.Object({
  fields: Type.Array(ProposedField, { description: 'a field for each column, in their order' }),
  id_field: orNull(Type.String(), 'field whose value names a record to people; null: no column does'),
  place: orNull(Place, 'where the places of the records stand; null: nowhere'),
  empty: Type.Array(Type.String(), { description: 'texts such as `NA` that say that there is no value' }),
})
export type ImportProposal = Static<typeof ImportProposal>

const isOnePlace = ({ x, y, wkt, geometry }: Static<typeof SentPlace>): boolean =>
  [x !== undefined && y !== undefined, wkt !== undefined, geometry === true].filter(Boolean).length === 1 &&
  (x === undefined) === (y === undefined)

const SentPlace = Type.Object({
  x: Type.Optional(Type.String({ description: 'column of the longitude or easting, with `y`' })),
  y: Type.Optional(Type.String({ description: 'column of the latitude or northing' })),
  wkt: Type.Optional(Type.String({ description: 'or the column of geometries as WKT' })),
  geometry: Type.Optional(Type.Boolean({ description: 'or the geometries of the file itself' })),
  epsg: Type.Optional(
    Type.Unsafe<number | string | null>({ description: 'reference system; 4326 when absent' }),
  ),
})

export const sentPlace = (description: string) =>
  nullable(
    input(Type.Refine(SentPlace, isOnePlace), (given) => given, {
      sentence: 'place_form',
      reason: 'not `{x, y}`, `{wkt}` or `{geometry: true}`',
    }),
    description,
  )
export type SentPlace = Decoded<typeof SentPlace>
