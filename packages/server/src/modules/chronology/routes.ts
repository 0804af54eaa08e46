import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { RelatedReply, TimelineQuery, TimelineReply } from '@trowel/contract/chronology.js'
import { RecordParams } from '@trowel/contract/records.js'
import { AppError } from '../../errors.js'
import { pathId } from '../../http/path-id.js'
import { wholeNumberParameter } from '../../http/query-parameters.js'
import { readRelatedDates } from './related.js'
import { readTimeline } from './timeline.js'

const tags = ['chronology']

/** Dated records on a line of time: of whole tables, and of what hangs under one record. */
export const chronologyRoutes: FastifyPluginAsyncTypebox = async (server) => {
  server.get(
    '/api/chrono/timeline',
    {
      schema: {
        tags,
        querystring: TimelineQuery,
        response: { 200: TimelineReply },
        summary: 'Dated records of all tables with a chronology, or of some',
      },
    },
    async ({ scope, query }) => {
      const years = { from: wholeNumberParameter(query, 'from'), to: wholeNumberParameter(query, 'to') }
      const { tables, truncated } = await readTimeline(scope, years, readTables(query.tb), query)
      return { status: 'success' as const, tables: [...tables], ...(truncated ? { truncated } : {}) }
    },
  )

  server.get(
    '/api/chrono/related/:tb/:id',
    {
      schema: {
        tags,
        params: RecordParams,
        response: { 200: RelatedReply },
        summary: 'Dated records that hang under a record',
      },
    },
    async ({ scope, params }) => {
      const { sources, truncated } = await readRelatedDates(scope, params.tb, readId(params.id))
      return { status: 'success' as const, sources: [...sources], ...(truncated ? { truncated } : {}) }
    },
  )
}

/** @throws `invalid_parameter` for what is no id */
function readId(text: string): number {
  if (/^\d+$/.test(text)) return pathId(text)
  throw new AppError('invalid_parameter', {
    text: '"id" must be a whole number.',
    detail: { name: 'id', reason: 'not a whole number' },
  })
}

/** The tables that are named; `undefined` when none is. */
function readTables(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null || value === '') return undefined
  return Array.isArray(value) ? value.map(String) : [String(value)]
}
