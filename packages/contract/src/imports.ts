import { type Static, Type } from 'typebox'

export const ImportTableParams = Type.Object({ tb: Type.String({ description: 'name of a main table' }) })
export const ImportProgressParams = Type.Object({
  tempId: Type.String({ description: 'the `temp_id` of a preview' }),
})

export const ImportFieldsReply = Type.Object({
  status: Type.Literal('success'),
  fields: Type.Array(Type.Object({ name: Type.String(), label: Type.String(), type: Type.String() })),
})

const Line = Type.Union([Type.Integer(), Type.Null()], {
  description: 'as a text editor counts; null for JSON',
})

export const ImportWarning = Type.Object({ line: Line, code: Type.String(), text: Type.String() })

const Warnings = {
  warnings: Type.Array(ImportWarning, { description: 'what is odd in the file: the first hundred' }),
  warning_count: Type.Integer({ description: 'all of them' }),
}

export const ImportPreviewReply = Type.Object({
  status: Type.Literal('success'),
  temp_id: Type.String({ description: 'names the uploaded file for the run' }),
  columns: Type.Array(Type.String()),
  rows: Type.Array(Type.Array(Type.Unknown()), {
    description: 'the first ten rows, in the order of the columns',
  }),
  count: Type.Integer({ description: 'all rows' }),
  encoding: Type.Union([Type.String(), Type.Null()]),
  delimiter: Type.Union([Type.String(), Type.Null()]),
  sure: Type.Number({ description: 'how sure encoding and delimiter are, 0 to 1' }),
  ...Warnings,
})

export const ImportBody = Type.Object(
  {
    temp_id: Type.Optional(Type.Unknown({ description: 'from the preview' })),
    tb: Type.Optional(Type.Unknown({ description: 'table that takes the rows' })),
    mapping: Type.Optional(
      Type.Unknown({
        description: '`{column of the file: field, or null to leave it out}`, or a list of `{column, field}`',
      }),
    ),
    key_field: Type.Optional(
      Type.Unknown({
        description: 'mapped field whose value finds the record to change; null: every row is new',
      }),
    ),
    type: Type.Optional(Type.Unknown({ description: '`csv` (default) or `json`' })),
  },
  { additionalProperties: true },
)

export const ImportReply = Type.Object({
  status: Type.Union([Type.Literal('success'), Type.Literal('warning')]),
  code: Type.Literal('ok_import_data'),
  inserted: Type.Integer(),
  updated: Type.Integer({ description: 'records found by their key, changed or not' }),
  skipped: Type.Integer({ description: 'rows without a key' }),
  total: Type.Integer({ description: 'inserted and updated' }),
  detail: Type.Union([Type.String(), Type.Null()]),
  ...Warnings,
})

export const ImportProgressReply = Type.Object({
  status: Type.Literal('success'),
  state: Type.Union([
    Type.Literal('waiting'),
    Type.Literal('running'),
    Type.Literal('done'),
    Type.Literal('failed'),
  ]),
  rows_done: Type.Integer(),
  rows_total: Type.Integer(),
  bytes_done: Type.Integer(),
  bytes_total: Type.Integer(),
})

export type ImportRequest = Static<typeof ImportBody>
