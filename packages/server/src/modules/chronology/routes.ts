import { RelatedReply, TimelineQuery, TimelineReply } from '@trowel/contract/chronology.js'
import { RecordParams } from '@trowel/contract/records.js'
import { asOfMember } from '../../http/as-of.js'
import type { Routes } from '../../http/read-input.js'
import { readRelatedDates, readTimeline } from './service.js'

const tags = ['chronology']

/** Dated records on a line of time: of whole tables, and of what hangs under one record. */
export const chronologyRoutes: Routes = async (server) => {
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
      const { from, to, tb } = query
      const { tables, truncated } = await readTimeline(scope, { from, to }, tb, query)
      return {
        status: 'success' as const,
        tables: [...tables],
        ...(truncated ? { truncated } : {}),
        ...asOfMember(scope),
      }
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
      const { sources, truncated } = await readRelatedDates(scope, params.tb, params.id)
      return {
        status: 'success' as const,
        sources: [...sources],
        ...(truncated ? { truncated } : {}),
      }
    },
  )
}
