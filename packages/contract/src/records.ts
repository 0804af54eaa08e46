import { type Static, Type } from 'typebox'
import { exportFormatNames } from './model/export-formats.js'
import { pathId } from './wire/input.js'

export const TableParams = Type.Object({ tb: Type.String({ description: 'name of the table' }) })
export const RecordParams = Type.Object({
  tb: Type.String({ description: 'name of the table' }),
  id: pathId({ description: 'id of the record' }),
})

const loose = { additionalProperties: true }

/**
 * What a listing takes, in the query string or, under the same names, in a JSON body. The shapes are checked
 * by the service, which says what is wrong with each of them.
 */
export const ListQuery = Type.Object(
  {
    page: Type.Optional(Type.Unknown({ description: 'page number, from 1; default 1' })),
    per_page: Type.Optional(Type.Unknown({ description: 'records per page; default 30, at most 200' })),
    sort_field: Type.Optional(Type.Unknown({ description: 'field to sort by' })),
    sort_dir: Type.Optional(Type.Unknown({ description: '`asc` (default) or `desc`' })),
    filter: Type.Optional(
      Type.Unknown({
        description: 'conditions: `filter[field][_eq]=value`, JSON text, or an object in a JSON body',
      }),
    ),
    search_type: Type.Optional(Type.Unknown({ description: '`all`, `fast`, `sqlExpert` or `filter`' })),
    search: Type.Optional(Type.Unknown({ description: 'text of the fast search' })),
    querytext: Type.Optional(Type.Unknown({ description: 'expression of the expert search' })),
    join: Type.Optional(Type.Unknown({ description: 'accepted only empty' })),
    columns: Type.Optional(
      Type.Unknown({
        description:
          'names of the fields to answer; `preview`; `*`: all; none named: `list_columns` of the application',
      }),
    ),
  },
  loose,
)

/** What a field of a record holds: numbers as numbers, days as `YYYY-MM-DD`. */
export const FieldValue = Type.Union([Type.String(), Type.Number(), Type.Null()])
export type FieldValue = Static<typeof FieldValue>

/** The values of a record by field. */
export const RecordRow = Type.Record(Type.String(), FieldValue)

const ListedField = Type.Object({ name: Type.String(), label: Type.String() })

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
  can_add: Type.Boolean(),
})

export const ExportQuery = Type.Object(
  {
    ...ListQuery.properties,
    format: Type.Optional(
      Type.Unknown({
        description: exportFormatNames
          .map((name, place) => `\`${name}\`${place === 0 ? ' (default, also for what is unknown)' : ''}`)
          .join(', '),
      }),
    ),
    bom: Type.Optional(Type.Unknown({ description: '`1`: a UTF-8 mark for spreadsheet programs (csv)' })),
    qt: Type.Optional(Type.Unknown({ description: '`fast`, `expert`, `filter` or `advanced`' })),
    q: Type.Optional(Type.Unknown({ description: 'what `qt` looks for' })),
  },
  loose,
)

export type ListInput = Static<typeof ListQuery>
