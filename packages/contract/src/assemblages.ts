import { type Static, Type } from 'typebox'
import { ownerName, savedContent, savedName, savedThingDone } from './saved-things.js'
import { type Input, name, nullable, optional } from './wire/input.js'

const loose = { additionalProperties: true }

/** What is counted in each cell of an analysis. */
export const measures = ['count', 'sum', 'count_distinct'] as const
export type Measure = (typeof measures)[number]

/** An analysis that somebody keeps. */
export const Analysis = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  name: Type.String(),
  definition: Type.Object({}, { ...loose, description: 'what is counted, as it was saved' }),
  created_at: Type.String({ description: 'ISO 8601, UTC' }),
  is_global: Type.Union([Type.Literal(0), Type.Literal(1)], { description: '1: everybody sees it' }),
  owned_by_me: Type.Boolean(),
  owner_name: ownerName,
})
export type Analysis = Static<typeof Analysis>

export const AnalysesReply = Type.Object({
  status: Type.Literal('success'),
  analyses: Type.Array(Analysis),
})

/** What is counted by two fields, one of which may lie some tables away. */
export type AnalysisDefinition = {
  /** A main or plugin table. */
  readonly source_tb: string
  /** The columns: a field of that table. */
  readonly char_field: string
  /** Steps to another table, at most four. */
  readonly group_path?:
    | readonly { readonly local_field: string; readonly join_tb: string; readonly join_pk: string }[]
    | undefined
  /** The rows: a field of the table at the end of the path. */
  readonly group_field: string
  /** `count` by default. */
  readonly measure?: Measure | undefined
  /** For `sum` and `count_distinct`. */
  readonly measure_field?: string | null | undefined
  readonly filters?:
    | readonly { readonly field: string; readonly op: string; readonly value: unknown }[]
    | undefined
}

const definition = savedContent<AnalysisDefinition>(
  'source_tb, char_field, group_path, group_field, measure, measure_field, filters: an object, or its JSON text',
)

/** The service asks for the definition: it names what has to be in it. */
export const SaveAnalysisBody = Type.Object({ name: savedName, definition: optional(definition) }, loose)
export type SaveAnalysisBody = Input<typeof SaveAnalysisBody> & { readonly definition: AnalysisDefinition }

export const AnalysisChangeBody = Type.Object(
  { name: nullable(savedName, '1 to 200 characters'), definition: optional(definition) },
  loose,
)
export type AnalysisChangeBody = Input<typeof AnalysisChangeBody>

export const SaveAnalysisReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_save_analysis'),
  analysis: Analysis,
})

export const AnalysisDataBody = Type.Object({ definition }, loose)

/** Any text can be a key: schemas for keys by pattern would lose those with a line break. */
const byText = <Value>(description: string) =>
  Type.Unsafe<Record<string, Value>>(Type.Object({}, { ...loose, description }))

const AnalysisData = Type.Object({
  chars: Type.Array(Type.String(), { description: 'the columns: values of char_field, ascending' }),
  groups: Type.Array(Type.String(), { description: 'the rows: values of group_field, ascending' }),
  data: byText<Record<string, number>>('number by group and char; cells without one are left out'),
  group_labels: byText<string>('what groups are called'),
  group_tb: Type.String(),
  group_field: Type.String(),
})
export type AnalysisData = Static<typeof AnalysisData>

export const AnalysisDataReply = Type.Object({
  status: Type.Literal('success'),
  ...AnalysisData.properties,
})

const SourceTable = Type.Object({ name: Type.String(), label: Type.String() })
const SourcePlugin = Type.Object({
  ...SourceTable.properties,
  parent_tb: Type.String({ description: 'empty for a plugin table that belongs to no table' }),
  parent_label: Type.String(),
})

const Sources = Type.Object({ tables: Type.Array(SourceTable), plugins: Type.Array(SourcePlugin) })
export type Sources = Static<typeof Sources>

export const SourcesReply = Type.Object({ status: Type.Literal('success'), ...Sources.properties })

const SourceField = Type.Object({
  name: Type.String(),
  label: Type.String(),
  type: Type.String(),
  is_numeric: Type.Boolean({ description: 'numbers that can be added up' }),
  is_fk: Type.Boolean({ description: 'leads to another table' }),
  fk_tb: Type.Optional(Type.String()),
  fk_pk: Type.Optional(Type.Literal('id')),
  fk_label: Type.Optional(Type.String()),
})
export type SourceField = Static<typeof SourceField>

const TableMeta = Type.Object({
  tb: Type.String(),
  label: Type.String(),
  fields: Type.Array(SourceField),
  plugins: Type.Array(Type.Object({ ...SourceTable.properties, fields: Type.Array(SourceField) })),
})
export type TableMeta = Static<typeof TableMeta>

export const TableMetaReply = Type.Object({ status: Type.Literal('success'), ...TableMeta.properties })

export const TableMetaQuery = Type.Object({ tb: name({ description: 'name of the table' }) }, loose)

export const analysisCodes = {
  shared: 'ok_share_analysis',
  unshared: 'ok_unshare_analysis',
  deleted: 'ok_delete_analysis',
} as const

export const AnalysisDone = savedThingDone(analysisCodes)
