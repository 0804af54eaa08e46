import {
  type Chart,
  ChartChangeBody,
  ChartDataBody,
  ChartDataReply,
  ChartsReply,
  chartCodes,
  SaveChartBody,
  SaveChartReply,
} from '@trowel/contract/charts.js'
import { SavedThingParams } from '@trowel/contract/saved-things.js'
import { creatorId } from '../../access/principal.js'
import { asOfMember } from '../../http/as-of.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { ownedByPerson, shareRoutes } from '../saved-things/index.js'
import {
  type ChartRow,
  charts,
  definitionOf,
  listCharts,
  readChartData,
  saveChart,
  updateChart,
} from './service.js'

const tags = ['charts']

/** Charts: numbers out of many records, and the charts that people keep or share. */
export const chartRoutes: Routes = async (server) => {
  server.post(
    '/api/chart/data',
    {
      schema: {
        tags,
        summary: 'What a chart shows',
        body: ChartDataBody,
        response: { 200: ChartDataReply },
      },
    },
    async ({ scope, body }) => ({
      status: 'success' as const,
      ...asOfMember(scope),
      ...(await readChartData(scope, body)),
    }),
  )

  server.get(
    '/api/charts',
    { schema: { tags, summary: 'Own and shared charts', response: { 200: ChartsReply } } },
    async ({ scope }) => ({
      status: 'success' as const,
      charts: (await listCharts(scope)).map((row) => asWire(scope, row)),
    }),
  )

  server.post(
    '/api/charts',
    {
      ...ownedByPerson,
      schema: { tags, summary: 'Keep a chart', body: SaveChartBody, response: { 200: SaveChartReply } },
    },
    async ({ scope, body }) => saved(scope, await saveChart(scope, body)),
  )

  server.post(
    `/api/chart/:id${digits}`,
    {
      schema: {
        tags,
        summary: 'Change the name of a chart, or what it shows',
        params: SavedThingParams,
        body: ChartChangeBody,
        response: { 200: SaveChartReply },
      },
    },
    async ({ scope, params, body }) => saved(scope, await updateChart(scope, params.id, body)),
  )

  await server.register(
    shareRoutes(charts, {
      path: '/api/chart',
      tags,
      called: 'a chart',
      codes: chartCodes,
    }),
  )
}

const saved = (scope: RequestScope, row: ChartRow) => ({
  status: 'success' as const,
  code: 'ok_save_chart' as const,
  chart: asWire(scope, row),
})

function asWire({ catalogue, principal, rights }: RequestScope, row: ChartRow): Chart {
  const definition = definitionOf(row)
  const name = typeof definition['tb'] === 'string' ? definition['tb'] : ''
  const table = catalogue.tables.get(name)
  return {
    ...row,
    definition,
    created_at: wireTime(row.created_at),
    tb_label: (table && rights.allows('read', table) && table.label) || name,
    owned_by_me: row.user_id === creatorId(principal),
  }
}
