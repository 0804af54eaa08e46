import { type Static, Type } from 'typebox'
import { MessageFields } from './messages/params.js'

export const ImportTableParams = Type.Object({ tb: Type.String({ description: 'name of a main table' }) })
export const ImportUploadParams = Type.Object({
  tempId: Type.String({ description: 'the `temp_id` of a preview' }),
})

export const ImportFieldsReply = Type.Object({
  status: Type.Literal('success'),
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      type: Type.String(),
      required: Type.Boolean({ description: 'a new record needs a value' }),
    }),
  ),
})

const Line = Type.Union([Type.Integer(), Type.Null()], {
  description: 'as a text editor counts; null for JSON',
})

export const ImportWarning = Type.Object({ line: Line, code: Type.String(), ...MessageFields })

const Warnings = {
  warnings: Type.Array(ImportWarning, { description: 'what is odd in the file: the first hundred' }),
  warning_count: Type.Integer({ description: 'all of them' }),
}

const Detected = Type.Object(
  {
    value: Type.Union([Type.String(), Type.Null()], { description: 'null: the file does not tell' }),
    sure: Type.Number({ description: '0 to 1' }),
    seen: Type.String({ description: 'what was seen, for people' }),
  },
  { description: 'something that was found out about the way a file is written' },
)

export const TablePreviewReply = Type.Object({
  status: Type.Literal('success'),
  temp_id: Type.String({ description: 'names the uploaded file for the run' }),
  columns: Type.Array(Type.String()),
  mapping: Type.Union(
    [
      Type.Array(Type.Object({ column: Type.String(), field: Type.Union([Type.String(), Type.Null()]) })),
      Type.Null(),
    ],
    { description: 'which field each column goes into by its name; null when no table was named' },
  ),
  rows: Type.Array(Type.Array(Type.Unknown()), {
    description: 'the first ten rows, in the order of the columns',
  }),
  count: Type.Integer({ description: 'all rows' }),
  encoding: Type.Union([Type.String(), Type.Null()]),
  delimiter: Type.Union([Type.String(), Type.Null()]),
  sure: Type.Number({ description: 'how sure encoding and delimiter are, 0 to 1' }),
  detected: Type.Object({
    encoding: Type.Union([Detected, Type.Null()]),
    delimiter: Type.Union([Detected, Type.Null()]),
    decimal: Detected,
    dates: Detected,
  }),
  sheets: Type.Array(Type.String(), { description: 'of a workbook' }),
  sheet: Type.Union([Type.String(), Type.Null()], { description: 'the one that was read' }),
  ...Warnings,
})

export const FeaturePreviewReply = Type.Object({
  status: Type.Literal('success'),
  temp_id: Type.String({ description: 'names the uploaded file for the run' }),
  count: Type.Integer({ description: 'all features' }),
  geometry_types: Type.Array(Type.String()),
  geo_props: Type.Array(Type.String({ description: 'a property that at least one feature has' })),
  geo_field: Type.Union([Type.Literal('geometry'), Type.Null()], {
    description: 'null: the table has no geometries, so the file cannot be imported into it',
  }),
  epsg: Type.Union([Type.Integer(), Type.Null()], {
    description: 'the reference system of the coordinates; null: the file names one that is not known',
  }),
  crs: Type.Union([Type.String(), Type.Null()], { description: 'what the file says of it' }),
})

export const ImportPreviewReply = Type.Union([TablePreviewReply, FeaturePreviewReply])

const anything = (description: string) => Type.Optional(Type.Unknown({ description }))

/** What all imports take besides what each needs. */
const HowToRun = {
  on_error: anything('`refuse` (default): all or nothing; `skip`: what is not valid is left out'),
  dry_run: anything('true: nothing is stored, the counts are those that the run would have'),
  background: anything('true: the answer comes at once and names a job'),
}

export const ImportBody = Type.Object(
  {
    temp_id: anything('from the preview'),
    tb: anything('table that takes the rows'),
    mapping: anything(
      '`{column of the file: field, or null to leave it out}`, or a list of `{column, field}`',
    ),
    key_field: anything(
      'mapped field whose value finds the record to change; null with mode insert: every row is new',
    ),
    type: anything('`csv`, `tsv`, `xlsx` or `json`; what the preview was told when absent'),
    sheet: anything('sheet of a workbook, by name or number'),
    mode: anything('`upsert` (default); `insert`: known records are left alone; `update`: none are made'),
    lookups: anything(
      'what a number in a cell of a lookup field is: `id` of the record, or its `name`; either, if only one record fits, when absent',
    ),
    decimal: anything('how numbers are written: `.` or `,`; as the fields take them when absent'),
    dates: anything('how days are written, such as `dd/mm/yyyy`; `YYYY-MM-DD` when absent'),
    ...HowToRun,
  },
  { additionalProperties: true },
)

const RowProblem = Type.Object({ row: Type.Integer(), line: Line }, { additionalProperties: true })

/** What a run answers that may leave something out, or store nothing. */
const Outcome = {
  dry_run: Type.Boolean({ description: 'true: nothing was stored' }),
  refused: Type.Integer({ description: 'rows or features that are not valid' }),
  errors: Type.Array(RowProblem, { description: 'why: the first hundred problems' }),
}

export const ImportReply = Type.Object({
  status: Type.Union([Type.Literal('success'), Type.Literal('warning')]),
  code: Type.Literal('ok_import_data'),
  inserted: Type.Integer(),
  updated: Type.Integer({ description: 'records found by their key, changed or not' }),
  unchanged: Type.Integer({ description: 'those of them that were so already' }),
  skipped: Type.Integer({ description: 'rows that were left out without being wrong' }),
  skipped_because: Type.Object({
    no_key: Type.Integer({ description: 'the cell of the key is empty' }),
    known: Type.Integer({ description: 'mode `insert`, and there is such a record' }),
    unknown: Type.Integer({ description: 'mode `update`, and there is no such record' }),
  }),
  total: Type.Integer({ description: 'inserted and updated' }),
  detail: Type.Union([Type.String(), Type.Null()]),
  new_ids: Type.Union([Type.Object({ first: Type.Integer(), last: Type.Integer() }), Type.Null()], {
    description: 'ids of the new records, one after the other; null: none, or the file gave them itself',
  }),
  refused_file: Type.Union([Type.String(), Type.Null()], {
    description:
      'where the refused rows are, as CSV, relative to the service; as long as the upload would have stayed',
  }),
  mode: Type.String({ description: 'what was asked for: `upsert`, `insert` or `update`' }),
  repeated: Type.Integer({
    description:
      'rows whose key an earlier row of the file has: applied to the same record one after the other, or left out with `insert`',
  }),
  repeated_keys: Type.Array(
    Type.Object({
      key: Type.Union([Type.String(), Type.Number()]),
      rows: Type.Array(Type.Object({ row: Type.Integer(), line: Line }), {
        description: 'the first twenty rows that have it',
      }),
    }),
    { description: 'the first hundred of these keys' },
  ),
  ...Outcome,
  ...Warnings,
})

export const GeojsonImportBody = Type.Object(
  {
    temp_id: anything('from the preview'),
    tb: anything('table whose records get the geometries'),
    geo_prop: anything('property that names the record'),
    key_field: anything('field that the property is compared with'),
    epsg: anything('reference system of the coordinates; what the file says when absent'),
    ...HowToRun,
  },
  { additionalProperties: true },
)
export type GeojsonImportRequest = Static<typeof GeojsonImportBody>

export const GeojsonImportReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_import_geojson'),
  updated: Type.Integer({ description: 'features whose record has their geometry' }),
  unchanged: Type.Integer({ description: 'those of them whose record had it before' }),
  not_found: Type.Integer({ description: 'no such property, no geometry, or no such record' }),
  repeated: Type.Integer({
    description: 'features for a record that an earlier one had named; the last counts',
  }),
  total: Type.Integer({ description: 'all features' }),
  epsg: Type.Integer(),
  ...Outcome,
})

export const PhotoPreviewReply = Type.Object({
  status: Type.Literal('success'),
  temp_id: Type.String({ description: 'names the uploaded archive for the run' }),
  index_rows: Type.Array(
    Type.Object({
      filename: Type.String(),
      record_id: Type.Union([Type.Integer(), Type.String(), Type.Null()]),
    }),
    { description: 'the first ten' },
  ),
  missing_files: Type.Array(Type.String(), { description: 'named in the index, not in the archive' }),
  total: Type.Integer({
    description: 'rows of the index; with a pattern, the pictures that found their record',
  }),
  repeated_files: Type.Array(Type.String(), {
    description: 'names that several entries have; the first one is taken',
  }),
  unmatched_files: Type.Array(Type.String(), {
    description: 'with a pattern: pictures that name no record, or several; the first hundred',
  }),
  unmatched: Type.Integer({ description: 'all of them' }),
})

export const PhotoImportBody = Type.Object(
  {
    temp_id: anything('from the preview'),
    tb: anything('table whose records get the pictures'),
    ...HowToRun,
  },
  { additionalProperties: true },
)
export type PhotoImportRequest = Static<typeof PhotoImportBody>

export const PhotoImportReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_import_photos'),
  linked: Type.Integer(),
  not_found: Type.Integer({ description: 'no such entry, no such record, or an empty cell' }),
  total: Type.Integer({ description: 'linked and not found' }),
  refused: Type.Integer({ description: 'pictures that cannot be taken in' }),
  errors: Type.Array(Type.Object({ filename: Type.String(), code: Type.String(), ...MessageFields }), {
    description: 'why: the first hundred',
  }),
  dry_run: Type.Boolean(),
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
