import {
  SavedQueriesReply,
  type SavedQuery,
  SavedQueryChangeBody,
  SaveQueryBody,
  SaveQueryReply,
  savedQueryCodes,
} from '@trowel/contract/saved-queries.js'
import { SavedThingParams } from '@trowel/contract/saved-things.js'
import { creatorId } from '../../access/principal.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { ownedByPerson, shareRoutes } from '../saved-things/index.js'
import {
  definitionOf,
  listSavedQueries,
  type SavedQueryRow,
  savedQueries,
  saveQuery,
  updateQuery,
} from './service.js'

const tags = ['saved queries']

/** Queries that people keep for themselves, or share. */
export const savedQueryRoutes: Routes = async (server) => {
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
    {
      ...ownedByPerson,
      schema: { tags, summary: 'Keep a query', body: SaveQueryBody, response: { 200: SaveQueryReply } },
    },
    async ({ scope, body }) => saved(scope, await saveQuery(scope, body)),
  )

  server.post(
    `/api/saved-query/:id${digits}`,
    {
      schema: {
        tags,
        summary: 'Change the name of a query, or what it asks',
        params: SavedThingParams,
        body: SavedQueryChangeBody,
        response: { 200: SaveQueryReply },
      },
    },
    async ({ scope, params, body }) => saved(scope, await updateQuery(scope, params.id, body)),
  )

  await server.register(
    shareRoutes(savedQueries, {
      path: '/api/saved-query',
      tags,
      called: 'a query',
      codes: savedQueryCodes,
    }),
  )
}

const saved = (scope: RequestScope, row: SavedQueryRow) => ({
  status: 'success' as const,
  code: 'ok_saved_query' as const,
  query: asWire(scope, row),
})

function asWire({ catalogue, principal }: RequestScope, row: SavedQueryRow): SavedQuery {
  return {
    ...row,
    created_at: wireTime(row.created_at),
    tb_label: catalogue.tables.get(row.tb)?.label || row.tb,
    query: definitionOf(row),
    owned_by_me: row.user_id === creatorId(principal),
  }
}
