import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  SavedQueriesReply,
  type SavedQuery,
  SavedQueryDone,
  SavedQueryParams,
  SaveQueryBody,
  SaveQueryReply,
} from '@trowel/contract/saved-queries.js'
import { creatorId } from '../../access/principal.js'
import { isObject, parseJson } from '../../catalogue/json-text.js'
import { digits } from '../../http/guard.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { listSavedQueries, removeQuery, saveQuery, shareQuery } from './service.js'
import type { SavedQueryRow } from './store.js'

const tags = ['saved queries']
const one = { tags, params: SavedQueryParams, response: { 200: SavedQueryDone } }

/** Queries that people keep for themselves, or share. */
export const savedQueryRoutes: FastifyPluginAsyncTypebox = async (server) => {
  server.get(
    '/api/saved-queries',
    { schema: { tags, summary: 'Own and shared queries', response: { 200: SavedQueriesReply } } },
    async ({ scope }) => ({
      status: 'success' as const,
      queries: (await listSavedQueries(scope)).map((row) => asWire(scope, row)),
    }),
  )

  server.post(
    '/api/saved-queries',
    { schema: { tags, summary: 'Keep a query', body: SaveQueryBody, response: { 200: SaveQueryReply } } },
    async ({ scope, body }) => ({
      status: 'success' as const,
      code: 'ok_saved_query' as const,
      query: asWire(scope, await saveQuery(scope, body)),
    }),
  )

  server.post(
    `/api/saved-query/:id${digits}/share`,
    { schema: { ...one, summary: 'Show a query to everybody' } },
    async ({ scope, params }) => {
      await shareQuery(scope, Number(params.id), true)
      return { status: 'success' as const, code: 'ok_sharing_query' as const }
    },
  )

  server.post(
    `/api/saved-query/:id${digits}/unshare`,
    { schema: { ...one, summary: 'Show a query to its owner alone again' } },
    async ({ scope, params }) => {
      await shareQuery(scope, Number(params.id), false)
      return { status: 'success' as const, code: 'ok_unsharing_query' as const }
    },
  )

  server.delete(
    `/api/saved-query/:id${digits}`,
    { schema: { ...one, summary: 'Delete a query' } },
    async ({ scope, params }) => {
      await removeQuery(scope, Number(params.id))
      return { status: 'success' as const, code: 'ok_erasing_query' as const }
    },
  )
}

function asWire({ catalogue, principal }: RequestScope, row: SavedQueryRow): SavedQuery {
  const query = row.query === null ? null : parseJson(row.query)
  return {
    ...row,
    created_at: wireTime(row.created_at),
    tb_label: catalogue.tables.get(row.tb)?.label || row.tb,
    query: isObject(query) ? query : null,
    owned_by_me: row.user_id === creatorId(principal),
  }
}
