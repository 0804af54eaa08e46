import { LogsQuery, LogsReply, PurgeLogsBody, PurgeLogsReply } from '@trowel/contract/logs.js'
import type { Routes } from '../../http/read-input.js'
import { listEvents, purgeEvents, translatedMatches } from './service.js'

const tags = ['log']

/** What happened in the application: logins, changes of accounts and of the configuration, failures. */
export const logRoutes: Routes = async (server) => {
  server.get(
    '/api/logs',
    {
      schema: {
        tags,
        querystring: LogsQuery,
        response: { 200: LogsReply },
        summary: 'What happened, newest first',
      },
    },
    async ({ scope, query }) => {
      const page = Math.max(1, query.page ?? 1)
      const limit = Math.min(200, Math.max(1, query.per_page ?? 50))
      const sought = {
        level: query.level || undefined,
        minLevel: query.min_level || undefined,
        text: query.search ?? '',
        also: translatedMatches(query.also),
      }
      const { total, data } = await listEvents(scope, sought, { offset: (page - 1) * limit, limit })
      return { status: 'success' as const, total, data }
    },
  )

  server.post(
    '/api/logs/purge',
    {
      schema: {
        tags,
        body: PurgeLogsBody,
        response: { 200: PurgeLogsReply },
        summary: 'Forget what is older than so many days',
      },
    },
    async ({ scope, body }) => ({
      status: 'success' as const,
      code: 'log_purge_success' as const,
      ...(await purgeEvents(scope, body.days)),
    }),
  )
}
