import { type Static, Type } from 'typebox'
import { MessageFields } from './messages/params.js'
import { readByService } from './wire/input.js'

const status = Type.Literal('success')

/** The longest schema text, in bytes. */
export const maxSchemaTextLength = 2 * 1024 * 1024

export const SchemaTextBody = Type.Object(
  { dbml: Type.Optional(readByService<string>('the schema as DBML, at most 2 MiB')) },
  { additionalProperties: true },
)

/** Something about the text that a person should know: a code, and the names that it is about. */
const Finding = Type.Object({
  code: Type.String(),
  ...MessageFields,
  field: Type.Optional(Type.String()),
  table: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
})
export type SchemaFinding = Static<typeof Finding>

const PreviewField = Type.Object({
  name: Type.String(),
  label: Type.String(),
  type: Type.String(),
  db_type: Type.String(),
  not_null: Type.Boolean(),
  vocabulary_set: Type.Optional(Type.String()),
  id_from_tb: Type.Optional(Type.String()),
  get_values_from_tb: Type.Optional(Type.String()),
})

const PreviewTable = Type.Object({
  name: Type.String(),
  label: Type.String(),
  is_plugin: Type.Boolean(),
  plugin_of: Type.String({ description: 'main table that will carry it; empty: none' }),
  preview: Type.Array(Type.String()),
  order: Type.String(),
  id_field: Type.String(),
  rs: Type.Boolean(),
  geodata: Type.Boolean(),
  refman: Type.Boolean(),
  fuzzy_date: Type.Boolean(),
  osteology: Type.Boolean(),
  radiocarbon: Type.Boolean(),
  fields: Type.Array(PreviewField),
  relations: Type.Array(
    Type.Object({
      from_col: Type.String(),
      to_tb: Type.String(),
      to_col: Type.String(),
      on_delete: Type.String(),
      on_update: Type.String(),
    }),
  ),
  indexes: Type.Array(
    Type.Object({ name: Type.String(), columns: Type.Array(Type.String()), is_unique: Type.Boolean() }),
  ),
  warnings: Type.Array(Finding),
  errors: Type.Array(Finding, { description: 'while there are any, the table is not made' }),
})

/** What applying the text would do; nothing that exists is ever changed by it. */
export const SchemaPreviewReply = Type.Object({
  status,
  code: Type.Literal('ok'),
  preview: Type.Object({
    tables: Type.Array(PreviewTable),
    vocabularies: Type.Array(
      Type.Object({
        name: Type.String(),
        values: Type.Array(Type.String()),
        missing: Type.Array(Type.String(), { description: 'values that would be added, at the end' }),
        errors: Type.Array(Finding),
      }),
    ),
    skipped: Type.Array(
      Type.Object({ element: Type.String(), line: Type.Integer() }, { description: 'what is not read' }),
    ),
    has_errors: Type.Boolean(),
  }),
})
export type SchemaPreview = Static<typeof SchemaPreviewReply>['preview']

export const SchemaAppliedReply = Type.Object({
  status,
  code: Type.Literal('ok'),
  result: Type.Object({
    created: Type.Array(Type.String()),
    skipped: Type.Array(Type.String(), { description: 'tables with errors' }),
    warnings: Type.Array(Type.String(), { description: '`code:name`' }),
  }),
})
export type SchemaApplied = Static<typeof SchemaAppliedReply>['result']

export const StartsQuery = Type.Object(
  { lang: Type.Optional(readByService<string>('language of the schemas, `en` or `it`; otherwise English')) },
  { additionalProperties: true },
)

/** Schemas of common projects to begin with, as texts that preview and apply take. */
export const StartsReply = Type.Object({
  status,
  starts: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      description: Type.String({ description: 'what its tables record, in a sentence' }),
      dbml: Type.String(),
    }),
  ),
})
export type Start = Static<typeof StartsReply>['starts'][number]
