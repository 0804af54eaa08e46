import type { AsOf } from '@trowel/contract/as-of.js'
import type {
  AnalysesReply,
  AnalysisChangeBody,
  AnalysisDataReply,
  AnalysisDefinition,
  AnalysisDone,
  SaveAnalysisBody,
  SaveAnalysisReply,
  SeriationOptions,
  SeriationReply,
  SourcesReply,
  TableMetaReply,
} from '@trowel/contract/assemblages.js'
import type {
  ChartChangeBody,
  ChartDataReply,
  ChartDefinition,
  ChartDone,
  ChartsReply,
  SaveChartBody,
  SaveChartReply,
} from '@trowel/contract/charts.js'
import type { CallOptions, Transport } from '../transport.js'

/** Drawings of numbers, for oneself or for everybody. */
export const chartsOf = ({ send }: Transport) => ({
  /** One's own and the shared ones. */
  list: (options?: CallOptions) => send<typeof ChartsReply>('GET /api/charts', [], options),

  create: (body: SaveChartBody, options?: CallOptions) =>
    send<typeof SaveChartReply>('POST /api/charts', [], { body, ...options }),

  update: (id: number, body: ChartChangeBody, options?: CallOptions) =>
    send<typeof SaveChartReply>('POST /api/chart/:id', [id], { body, ...options }),

  /** The numbers of a chart; nothing is stored. */
  data: (definition: ChartDefinition, state: AsOf = {}, options?: CallOptions) =>
    send<typeof ChartDataReply>('POST /api/chart/data', [], {
      body: { definition, ...state },
      ...options,
    }),

  share: (id: number, options?: CallOptions) =>
    send<typeof ChartDone>('POST /api/chart/:id/share', [id], options),

  unshare: (id: number, options?: CallOptions) =>
    send<typeof ChartDone>('POST /api/chart/:id/unshare', [id], options),

  remove: (id: number, options?: CallOptions) =>
    send<typeof ChartDone>('DELETE /api/chart/:id', [id], options),
})

/** Tables of two fields, as they are made of assemblages of finds. */
export const assemblagesOf = ({ send }: Transport) => ({
  /** One's own and the shared ones. */
  list: (options?: CallOptions) => send<typeof AnalysesReply>('GET /api/assemblages', [], options),

  create: (body: SaveAnalysisBody, options?: CallOptions) =>
    send<typeof SaveAnalysisReply>('POST /api/assemblages', [], { body, ...options }),

  update: (id: number, body: AnalysisChangeBody, options?: CallOptions) =>
    send<typeof SaveAnalysisReply>('POST /api/assemblage/:id', [id], { body, ...options }),

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

  /** Its groups and kinds in the order of a seriation; nothing is stored. */
  seriation: (definition: AnalysisDefinition, how: SeriationOptions = {}, options?: CallOptions) =>
    send<typeof SeriationReply>('POST /api/assemblage/seriation', [], {
      body: { definition, ...how },
      ...options,
    }),
})
