import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { TablesReply } from '@trowel/contract/tables.js'
import { listReadableTables } from './service.js'

/** What a caller can open. */
export const tableRoutes: FastifyPluginAsyncTypebox = async (server) => {
  server.get(
    '/api/tables',
    {
      schema: {
        tags: ['tables'],
        summary: 'Tables that the caller may read',
        response: { 200: TablesReply },
      },
    },
    async ({ scope }) => ({ status: 'success' as const, tables: listReadableTables(scope) }),
  )
}
