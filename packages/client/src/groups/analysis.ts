import type {
  AnalysesReply,
  AnalysisDataReply,
  AnalysisDone,
  Measure,
  SaveAnalysisReply,
  SourcesReply,
  TableMetaReply,
} from '@trowel/contract/assemblages.js'
import type { ChartDataReply, ChartDone, ChartsReply, SaveChartReply } from '@trowel/contract/charts.js'
import type { Aggregate } from '@trowel/contract/model/aggregates.js'
import type { CallOptions, Transport } from '../transport.js'
import type { Listing } from './listing.js'

interface ChartOf {
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
      readonly type: 'bar' | 'line' | 'pie' | 'doughnut'
      readonly x_field: string
      readonly y_field: string
      readonly y_function: Aggregate
    })

/** Drawings of numbers, for oneself or for everybody. */
export const chartsOf = ({ send }: Transport) => ({
  /** One's own and the shared ones. */
  list: (options?: CallOptions) => send<typeof ChartsReply>('GET /api/charts', [], options),

  create: (body: { name: string; definition: ChartDefinition }, options?: CallOptions) =>
    send<typeof SaveChartReply>('POST /api/charts', [], { body, ...options }),

  /** The numbers of a chart; nothing is stored. */
  data: (definition: ChartDefinition, options?: CallOptions) =>
    send<typeof ChartDataReply>('POST /api/chart/data', [], { body: { definition }, ...options }),

  share: (id: number, options?: CallOptions) =>
    send<typeof ChartDone>('POST /api/chart/:id/share', [id], options),

  unshare: (id: number, options?: CallOptions) =>
    send<typeof ChartDone>('POST /api/chart/:id/unshare', [id], options),

  remove: (id: number, options?: CallOptions) =>
    send<typeof ChartDone>('DELETE /api/chart/:id', [id], options),
})

/** What is counted by two fields, one of which may lie some tables away. */
export interface AnalysisDefinition {
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

/** Tables of two fields, as they are made of assemblages of finds. */
export const assemblagesOf = ({ send }: Transport) => ({
  /** One's own and the shared ones. */
  list: (options?: CallOptions) => send<typeof AnalysesReply>('GET /api/assemblages', [], options),

  create: (body: { name: string; definition: AnalysisDefinition }, options?: CallOptions) =>
    send<typeof SaveAnalysisReply>('POST /api/assemblages', [], { body, ...options }),

  update: (
    id: number,
    body: { name?: string | undefined; definition?: AnalysisDefinition | undefined },
    options?: CallOptions,
  ) => send<typeof SaveAnalysisReply>('POST /api/assemblage/:id', [id], { body, ...options }),

  share: (id: number, options?: CallOptions) =>
    send<typeof AnalysisDone>('POST /api/assemblage/:id/share', [id], options),

  unshare: (id: number, options?: CallOptions) =>
    send<typeof AnalysisDone>('POST /api/assemblage/:id/unshare', [id], options),

  remove: (id: number, options?: CallOptions) =>
    send<typeof AnalysisDone>('DELETE /api/assemblage/:id', [id], options),

  /** Tables and plugin tables that can be analysed. */
  sources: (options?: CallOptions) => send<typeof SourcesReply>('GET /api/assemblage/sources', [], options),

  /** Fields of such a table, and where they lead. */
  tableMeta: (tb: string, options?: CallOptions) =>
    send<typeof TableMetaReply>('GET /api/assemblage/table-meta', [], { query: { tb }, ...options }),

  /** The numbers of an analysis; nothing is stored. */
  data: (definition: AnalysisDefinition, options?: CallOptions) =>
    send<typeof AnalysisDataReply>('POST /api/assemblage/data', [], { body: { definition }, ...options }),
})
