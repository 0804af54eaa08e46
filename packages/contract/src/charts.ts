import { type Static, Type } from 'typebox'
import { AsOf, AsOfMember } from './as-of.js'
import type { Listing } from './listing.js'
import type { Aggregate } from './model/aggregates.js'
import { ownerName, savedContent, savedName, savedThingDone } from './saved-things.js'
import { type Input, nullable, optional } from './wire/input.js'

const loose = { additionalProperties: true }

/** How a chart can be drawn: one number, or one for each group. */
export const chartTypes = ['metric', 'bar', 'line', 'pie', 'doughnut'] as const
export type ChartType = (typeof chartTypes)[number]

/** A chart that somebody keeps. */
export const Chart = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  name: Type.String(),
  definition: Type.Object({}, { ...loose, description: 'what is drawn, as it was saved' }),
  created_at: Type.String({ description: 'ISO 8601, UTC' }),
  is_global: Type.Union([Type.Literal(0), Type.Literal(1)], { description: '1: everybody sees it' }),
  tb_label: Type.String({
    description: 'what the table is called; its name when there is no such table for the caller',
  }),
  owned_by_me: Type.Boolean(),
  owner_name: ownerName,
})
export type Chart = Static<typeof Chart>

export const ChartsReply = Type.Object({ status: Type.Literal('success'), charts: Type.Array(Chart) })

type ChartOf = {
  readonly tb: string
  /** Which records; all of them by default. */
  readonly filter?: Listing | null | undefined
  /** For the client that draws it; kept as it is. */
  readonly style?: Readonly<Record<string, unknown>> | undefined
}

/** What a chart shows: one number, or one for each group. */
export type ChartDefinition =
  | (ChartOf & { readonly type: 'metric'; readonly field: string; readonly function: Aggregate })
  | (ChartOf & {
      readonly type: Exclude<ChartType, 'metric'>
      readonly x_field: string
      readonly y_field: string
      readonly y_function: Aggregate
    })

const definition = savedContent<ChartDefinition>(
  'tb, type; field and function, or x_field, y_field and y_function; filter, style: an object, or its JSON text',
)

/** The service asks for the definition: it names what has to be in it. */
export const SaveChartBody = Type.Object({ name: savedName, definition: optional(definition) }, loose)
export type SaveChartBody = Input<typeof SaveChartBody> & { readonly definition: ChartDefinition }

export const ChartChangeBody = Type.Object(
  { name: nullable(savedName, '1 to 200 characters'), definition: optional(definition) },
  loose,
)
export type ChartChangeBody = Input<typeof ChartChangeBody>

export const SaveChartReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_save_chart'),
  chart: Chart,
})

export const ChartDataBody = Type.Object({ definition, ...AsOf.properties }, loose)

const scalar = Type.Union([Type.Number(), Type.String(), Type.Null()])

const Metric = Type.Object({
  type: Type.Literal('metric'),
  value: scalar,
  label: Type.String({ description: 'aggregate and field: SUM of weight_g' }),
})

const Series = Type.Object({
  type: Type.Enum(['bar', 'line', 'pie', 'doughnut']),
  labels: Type.Array(Type.String(), { description: 'what the groups are called, ascending by their keys' }),
  keys: Type.Array(scalar, { description: 'the value that each group has in common; null: none' }),
  data: Type.Array(Type.Union([Type.Number(), Type.Null()])),
  truncated: Type.Boolean({ description: 'there are more than 1,000 groups; these are the first' }),
})

export type ChartData = Static<typeof Metric> | Static<typeof Series>

const success = Type.Object({ status: Type.Literal('success'), ...AsOfMember.properties })

export const ChartDataReply = Type.Union([
  Type.Object({ ...success.properties, ...Metric.properties }),
  Type.Object({ ...success.properties, ...Series.properties }),
])

export const chartCodes = {
  shared: 'ok_sharing_chart',
  unshared: 'ok_unsharing_chart',
  deleted: 'ok_chart_erase',
} as const

export const ChartDone = savedThingDone(chartCodes)
