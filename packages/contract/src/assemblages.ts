import { type Static, Type } from 'typebox'
import { phrase } from './messages/messages.js'
import { ownerName, savedContent, savedName, savedThingDone } from './saved-things.js'
import { choice, count, flag, type Input, input, name, nullable, optional } from './wire/input.js'

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

/** What is put in order: the numbers themselves, or only whether there is one. */
export const seriationBases = ['counts', 'presence'] as const
export type SeriationBasis = (typeof seriationBases)[number]

/** What can tell which end of an order is the newer one. */
export const seriationAnchors = ['stratigraphy', 'dates'] as const
export type SeriationAnchor = (typeof seriationAnchors)[number]

const threshold = (description: string) =>
  optional(
    input(Type.Number({ minimum: 0 }), (given) => given, {
      words: phrase('must_be_number_from_zero', {}),
      reason: 'not a number from 0',
    }),
    description,
  )

const SeriationChoices = Type.Object({
  basis: optional(choice(seriationBases), 'counts by default'),
  min_group: threshold('least total of a group, 0 by default'),
  min_char: threshold('least total of a kind, 0 by default'),
  min_meetings: optional(count(), 'kinds in a group, and groups with a kind; 2 by default'),
  anchor: optional(choice([...seriationAnchors, 'none']), 'by default the first that the groups have'),
  reversed: optional(flag(), 'the other way round'),
})
/** How groups and kinds are put in order. */
export type SeriationOptions = Input<typeof SeriationChoices>

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
  /** How it is put in order, if it is shown so. */
  readonly seriation?: SeriationOptions | undefined
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

export const SeriationBody = Type.Object({ definition, ...SeriationChoices.properties }, loose)

const LeftOut = Type.Object({
  key: Type.String(),
  total: Type.Number(),
  meetings: Type.Integer({ description: 'kinds in the group, or groups with the kind' }),
  reason: Type.Enum(['no_value', 'empty', 'total', 'meetings']),
})
export type LeftOut = Static<typeof LeftOut>

const places = (description: string) => Type.Array(Type.Array(Type.Number()), { description })

const SeriationBlock = Type.Object({
  groups: Type.Array(Type.String(), { description: 'in order' }),
  chars: Type.Array(Type.String(), { description: 'in order' }),
  inertia: Type.Number({ description: 'of the whole block' }),
  axes: Type.Array(Type.Object({ inertia: Type.Number(), share: Type.Number() }), {
    description: 'the first two, where there are as many',
  }),
  group_places: places('principal coordinates of each group on these axes'),
  char_places: places('and of each kind'),
  arch: Type.Union([Type.Number(), Type.Null()], {
    description: 'how much of the second axis is a curve of the first, 0 to 1',
  }),
  ties: Type.Array(Type.Array(Type.String()), { description: 'groups that have the same place' }),
  direction: Type.Union([Type.Enum(['newest_first', 'oldest_first']), Type.Null()], {
    description: 'null where nothing tells it',
  }),
  agreeing: Type.Integer({ description: 'pairs whose order in time is known, and is this one' }),
  contradicting: Type.Integer({ description: 'pairs whose order in time is the other one' }),
})
export type SeriationBlock = Static<typeof SeriationBlock>

const Contradiction = Type.Object({
  newer: Type.String({ description: 'the group that is the newer one' }),
  older: Type.String(),
  over: Type.Array(Type.String(), { description: 'units between them, from newer to older' }),
})
export type Contradiction = Static<typeof Contradiction>

const SeriationData = Type.Object({
  ...AnalysisData.properties,
  blocks: Type.Array(SeriationBlock, { description: 'parts that share nothing; the largest first' }),
  left_out: Type.Object({
    groups: Type.Array(LeftOut),
    chars: Type.Array(LeftOut),
    below_zero: Type.Integer({ description: 'cells with a number below zero, which count as none' }),
  }),
  anchors: Type.Array(Type.Enum([...seriationAnchors]), { description: 'what the groups have' }),
  anchor: Type.Union([Type.Enum([...seriationAnchors]), Type.Null()], { description: 'what was used' }),
  unit_tb: Type.Union([Type.String(), Type.Null()], {
    description: 'the table whose records the groups are',
  }),
  unit_key: Type.Union([Type.String(), Type.Null()], {
    description: 'the field of that table whose values the groups are; `id` for lookups too',
  }),
  unit_ids: byText<number>('the record of each group in order'),
  contradictions: Type.Array(Contradiction, { description: 'the first 100, the farthest apart first' }),
  contradictions_total: Type.Integer(),
})
export type SeriationData = Static<typeof SeriationData>

export const SeriationReply = Type.Object({ status: Type.Literal('success'), ...SeriationData.properties })

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
