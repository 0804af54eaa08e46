import { type Static, Type } from 'typebox'
import { count, type Input, name, optional, sought } from './wire/input.js'

export const SearchField = Type.Object({
  value: Type.String({ description: '`table:field`' }),
  label: Type.String({ description: 'of a plugin table: `<plugin table> › <field>`' }),
  type: Type.String({ description: 'how the field is entered: `text`, `date`, `boolean`, `select` …' }),
  db_type: Type.String({ description: 'what its column holds: `TEXT`, `INTEGER`, `FLOAT` …' }),
  ref_tb: Type.Optional(Type.String({ description: 'of a lookup field: the table that it refers to' })),
  ref_field: Type.Optional(Type.String({ description: 'the field of that table that names its records' })),
  is_unique: Type.Optional(Type.Literal(true, { description: 'no two records have the same value' })),
})
export type SearchField = Static<typeof SearchField>

export const SearchConfigReply = Type.Object({
  status: Type.Literal('success'),
  fields: Type.Array(SearchField),
  operators: Type.Array(
    Type.Object({
      value: Type.String({ description: 'operator of the filter language' }),
      key: Type.String({ description: 'name of its label' }),
    }),
  ),
  connectors: Type.Array(Type.String()),
})

/** What may be asked of the values of a field. */
export const SearchValuesQuery = Type.Object(
  {
    fld: name({ description: 'name of the field' }),
    q: optional(sought(), 'only values that contain it, ignoring case'),
    limit: optional(count(), 'at most so many values; default 1000, at most 10000'),
  },
  { additionalProperties: true },
)

export type SearchValuesQuery = Input<typeof SearchValuesQuery>

export const SearchValuesReply = Type.Object({
  status: Type.Literal('success'),
  values: Type.Array(Type.Union([Type.String(), Type.Number()]), {
    description: 'in the order of the column; for a lookup field the names of the records of its table',
  }),
})

export const SearchEverywhereQuery = Type.Object(
  {
    q: sought({ description: 'the text, ignoring case; of fewer than 3 characters only names are searched' }),
    limit: optional(count(), 'at most so many records of each table; default 5, at most 20'),
  },
  { additionalProperties: true },
)
export type SearchEverywhereQuery = Input<typeof SearchEverywhereQuery>

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

/** A record in which a text was found. */
export const FoundRecord = Type.Object({
  id: Type.Integer(),
  label: Type.String({ description: 'what the record is called' }),
  field: orNull('the field in which the text stands; of a plugin table `table.field`; `null`: its name'),
  field_label: orNull('what this field is called; of a plugin table `<plugin table> › <field>`'),
  text: orNull('what the field holds around the text; `…` where it goes on'),
})
export type FoundRecord = Static<typeof FoundRecord>

export const FoundInTable = Type.Object({
  tb: Type.String(),
  label: Type.String({ description: 'what the table is called' }),
  more: Type.Boolean({ description: 'are there more records in which the text stands?' }),
  records: Type.Array(FoundRecord, { description: 'records that are called so come first' }),
})
export type FoundInTable = Static<typeof FoundInTable>

export const SearchEverywhereReply = Type.Object({
  status: Type.Literal('success'),
  tables: Type.Array(FoundInTable, {
    description: 'in the order of the configuration; without those in which nothing was found',
  }),
})
