import { type Static, Type } from 'typebox'
import { AsOf, AsOfMember } from './as-of.js'
import { FirstPicture } from './files.js'
import { type Filter, ListQuery } from './listing.js'
import { type ExportFormat, exportFormatNames, isExportFormat } from './model/export-formats.js'
import { TemplateQuery } from './templates.js'
import { flag, type Input, input, optional, pathId } from './wire/input.js'

export const TableParams = Type.Object({ tb: Type.String({ description: 'name of the table' }) })
export const RecordParams = Type.Object({
  tb: Type.String({ description: 'name of the table' }),
  id: pathId({ description: 'id of the record' }),
})

const loose = { additionalProperties: true }

/** What a field of a record holds: numbers as numbers, days as `YYYY-MM-DD`. */
export const FieldValue = Type.Union([Type.String(), Type.Number(), Type.Null()])
export type FieldValue = Static<typeof FieldValue>

/** The values of a record by field. */
export const RecordRow = Type.Record(Type.String(), FieldValue)

/** What a listing takes, in the query string or, under the same names, in a JSON body. */
export const RecordListQuery = Type.Object(
  {
    ...ListQuery.properties,
    pictures: optional(flag(), '`1`: also the first picture of each record, under `pictures`'),
  },
  loose,
)
export type RecordListQuery = Input<typeof RecordListQuery>

const ListedField = Type.Object({
  name: Type.String(),
  label: Type.String(),
  type: Type.String({ description: 'how the field is entered: `text`, `date`, `boolean`, `select` …' }),
})

export const ListReply = Type.Object({
  status: Type.Literal('success'),
  total: Type.Integer({ description: 'records that match, before paging' }),
  page: Type.Integer(),
  per_page: Type.Integer(),
  fields: Type.Array(ListedField),
  data: Type.Array(Type.Intersect([Type.Object({ id: Type.Integer() }, loose), RecordRow])),
  labels: Type.Record(Type.String(), Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])), {
    description: 'for each lookup field: what the ids on this page are called',
  }),
  pictures: Type.Optional(
    Type.Record(Type.String(), FirstPicture, {
      description: 'with `pictures=1`: by id the first picture of each record on this page that has one',
    }),
  ),
  can_add: Type.Boolean(),
  ...AsOfMember.properties,
})

/** How one record is asked for. */
export const RecordQuery = Type.Object(
  { ...TemplateQuery.properties, ...AsOf.properties },
  { additionalProperties: true },
)
export type RecordQuery = Input<typeof RecordQuery>

export const ExportQuery = Type.Object(
  {
    ...ListQuery.properties,
    format: Type.Optional(
      input(
        Type.Unsafe<ExportFormat>({
          description: exportFormatNames
            .map((name, place) => `\`${name}\`${place === 0 ? ' (default, also for what is unknown)' : ''}`)
            .join(', '),
        }),
        (given: unknown) => (isExportFormat(given) ? given : 'csv'),
        {},
      ),
    ),
    bom: Type.Optional(
      input(
        Type.Unsafe<boolean>({ description: '`1`: a UTF-8 mark for spreadsheet programs (csv)' }),
        (given: unknown) => given === '1',
        {},
      ),
    ),
    qt: Type.Optional(
      Type.Unsafe<'fast' | 'expert' | 'filter' | 'advanced'>({
        description: '`fast`, `expert`, `filter` or `advanced`',
      }),
    ),
    q: Type.Optional(Type.Unsafe<string | Filter>({ description: 'what `qt` looks for' })),
  },
  loose,
)
export type ExportQuery = Input<typeof ExportQuery>
