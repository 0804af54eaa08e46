import {
  ReplaceBody,
  ReplaceFieldsReply,
  ReplaceReply,
  ReplaceTableParams,
  ReplaceTablesReply,
} from '@trowel/contract/search-replace.js'
import type { Routes } from '../../http/read-input.js'
import { listReplaceFields, listReplaceTables, searchAndReplace } from './service.js'

/** Text replaced in a whole column. */
export const searchReplaceRoutes: Routes = async (server) => {
  const tags = ['search and replace']

  server.get(
    '/api/search-replace/tables',
    {
      schema: {
        tags,
        summary: 'Tables in which text can be replaced',
        response: { 200: ReplaceTablesReply },
      },
    },
    async ({ scope }) => ({ status: 'success' as const, tables: listReplaceTables(scope) }),
  )

  server.get(
    '/api/search-replace/:tb/fields',
    {
      schema: {
        tags,
        summary: 'Fields in which text can be replaced',
        params: ReplaceTableParams,
        response: { 200: ReplaceFieldsReply },
      },
    },
    async ({ scope, params }) => ({
      status: 'success' as const,
      fields: listReplaceFields(scope, params.tb),
    }),
  )

  server.post(
    '/api/search-replace',
    {
      schema: {
        tags,
        summary: 'Replace a text in all values of a field',
        body: ReplaceBody,
        response: { 200: ReplaceReply },
      },
    },
    async ({ scope, body }) => ({
      status: 'success' as const,
      code: 'ok_search_replace' as const,
      ...(await searchAndReplace(scope, body)),
    }),
  )
}
