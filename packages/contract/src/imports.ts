import { Type } from 'typebox'
import { ImportProposal, sentPlace } from './import-proposal.js'
import { MessageFields } from './messages/params.js'
import {
  choice,
  type Input,
  input,
  name,
  nameList,
  nullable,
  optional,
  readByService,
  text,
  yesOrNo,
} from './wire/input.js'

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
  sheets: Type.Array(Type.String(), { description: 'of a workbook, or the layers of a GeoPackage' }),
  sheet: Type.Union([Type.String(), Type.Null()], { description: 'the one that was read' }),
  proposal: Type.Optional(ImportProposal),
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

/** Kinds of files whose rows go into a table. */
export const fileTypes = ['csv', 'tsv', 'xlsx', 'ods', 'json', 'gpkg'] as const
/** The same, with what programs for matrices exchange: relations can be read out of each. */
export const relationTypes = [...fileTypes, 'lst'] as const
/** The same, with those whose rows have a place besides: a new table can be made of each. */
export const newTableTypes = [...relationTypes, 'geojson'] as const
export type FileType = (typeof newTableTypes)[number]

/** What becomes of the records that are known, and of the rows that are about none. */
export const importModes = ['upsert', 'insert', 'update'] as const
export type ImportMode = (typeof importModes)[number]

/** What numbers in the cells of lookup fields are; unless it is said, they may be either. */
const numberMeanings = ['id', 'name'] as const
export type NumbersAre = (typeof numberMeanings)[number]

const decimalMarks = ['.', ','] as const
export type DecimalMark = (typeof decimalMarks)[number]

/** How days are written. */
export const dayForms = [
  'yyyy-mm-dd',
  'yyyy/mm/dd',
  'yyyy.mm.dd',
  'dd/mm/yyyy',
  'dd.mm.yyyy',
  'dd-mm-yyyy',
  'mm/dd/yyyy',
  'mm-dd-yyyy',
] as const
export type DayForm = (typeof dayForms)[number]

export const table = (description: string) =>
  name({ description, sentence: 'must_be_table', reason: 'not the name of a table' })

export const upload = name({ description: 'from the preview' })

/** What all imports take besides what each needs. */
export const howToRun = {
  on_error: nullable(
    choice(['refuse', 'skip']),
    '`refuse` (default): all or nothing; `skip`: what is not valid is left out',
  ),
  dry_run: nullable(yesOrNo, 'true: nothing is stored, the counts are those that the run would have'),
  background: nullable(yesOrNo, 'true: the answer comes at once and names a job'),
}

/** Names of all sorts are looked at together, with the table and the file. */
const target = Type.Optional(Type.Unsafe<string | null>({ description: 'field, or null to leave it out' }))

const mappedColumn = input(
  Type.Object({ column: text({ missingIsWrong: true }), field: target }),
  ({ column, field }): MappedName => [column, field ?? null],
  { sentence: 'mapping_form', reason: 'not `{column, field}`' },
)

/** A column of the file, and what was sent as its field. */
export type MappedName = readonly [column: string, field: unknown]

const isOfNothing = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && Object.keys(given).length === 0

/** The list is for names such as `__proto__`, which cannot be keys of an object that is sent. */
const mapping = input(
  Type.Union(
    [
      Type.Array(mappedColumn, { minItems: 1 }),
      Type.Record(Type.String(), Type.Unsafe<string | null>({}), { minProperties: 1 }),
    ],
    {
      description: '`{column of the file: field, or null to leave it out}`, or a list of `{column, field}`',
    },
  ),
  (given): readonly MappedName[] => (Array.isArray(given) ? given : Object.entries(given)),
  {
    sentence: 'mapping_form',
    reason: 'not an object `{column: field}`, or a list of `{column, field}`',
    isMissing: (given) => given === undefined || given === null || given === '' || isOfNothing(given),
  },
)

/** How the cells of a file are written, where that is not as the fields take them. */
export const howWritten = {
  decimal: nullable(
    choice([...decimalMarks], { sentence: 'decimal_mark_form', reason: 'not "." or ","' }),
    'how numbers are written: `.` or `,`; as the fields take them when absent',
  ),
  dates: nullable(
    choice([...dayForms]),
    'how days are written, such as `dd/mm/yyyy`; `YYYY-MM-DD` when absent',
  ),
  empty: nullable(nameList(), 'texts such as `NA` that say that there is no value'),
}

export const ImportBody = Type.Object(
  {
    temp_id: upload,
    tb: table('table that takes the rows'),
    mapping,
    key_field: input(
      Type.Union([Type.Null(), Type.String({ minLength: 1 })], {
        description:
          'mapped field whose value finds the record to change; null with mode insert: every row is new',
      }),
      (given) => given,
      { sentence: 'key_field_form', reason: 'not the name of a field, or null' },
    ),
    type: Type.Optional(
      readByService<FileType | null>(
        '`csv`, `tsv`, `xlsx`, `ods`, `json` or `gpkg`; what the preview was told when absent',
      ),
    ),
    sheet: optional(
      input(Type.Union([Type.Number(), Type.String()]), String, {
        sentence: 'sheet_form',
        reason: 'not the name or the number of a sheet',
      }),
      'sheet of a workbook, by name or number',
    ),
    mode: nullable(
      choice([...importModes]),
      '`upsert` (default); `insert`: known records are left alone; `update`: none are made',
    ),
    lookups: nullable(
      choice([...numberMeanings]),
      'what a number in a cell of a lookup field is: `id` of the record, or its `name`; either, if only one record fits, when absent',
    ),
    place: sentPlace('where the places of the records stand, in a table with geometries'),
    ...howWritten,
    ...howToRun,
  },
  { additionalProperties: true },
)
export type ImportBody = Input<typeof ImportBody>

const RowProblem = Type.Object({ row: Type.Integer(), line: Line }, { additionalProperties: true })

/** What a run answers that may leave something out, or store nothing. */
export const Outcome = {
  dry_run: Type.Boolean({ description: 'true: nothing was stored' }),
  refused: Type.Integer({ description: 'rows, features or relations that are not valid' }),
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
  placed: Type.Integer({ description: 'records that got another place on the map' }),
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

export const notAReferenceSystem = 'not the EPSG code of a reference system, for example 32633'

export const GeojsonImportBody = Type.Object(
  {
    temp_id: upload,
    tb: table('table whose records get the geometries'),
    geo_prop: name({
      description: 'property that names the record',
      sentence: 'must_name_property',
      reason: 'not the name of a property',
    }),
    key_field: name({
      description: 'field that the property is compared with',
      sentence: 'must_name_field',
      reason: 'not the name of a field',
    }),
    /** The names of reference systems are known to the reader of files. */
    epsg: optional(
      input(Type.Union([Type.Integer(), Type.String()]), String, {
        sentence: 'epsg_form',
        reason: notAReferenceSystem,
      }),
      'reference system of the coordinates, such as `32633` or `EPSG:32633`; what the file says when absent',
    ),
    ...howToRun,
  },
  { additionalProperties: true },
)
export type GeojsonImportBody = Input<typeof GeojsonImportBody>

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
    temp_id: upload,
    tb: table('table whose records get the pictures'),
    ...howToRun,
  },
  { additionalProperties: true },
)
export type PhotoImportBody = Input<typeof PhotoImportBody>

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
