import { searchOperators } from '@trowel/contract/model/operators.js'
import { TableParams } from '@trowel/contract/records.js'
import { SearchConfigReply, SearchValuesQuery, SearchValuesReply } from '@trowel/contract/search.js'
import type { Routes } from '../../http/read-input.js'
import { searchFields, searchValues } from './service.js'

const tags = ['search']

/** What search forms are made of. */
export const searchRoutes: Routes = async (server) => {
  server.get(
    '/api/search/:tb/config',
    {
      schema: {
        tags,
        params: TableParams,
        response: { 200: SearchConfigReply },
        summary: 'Fields, operators and connectors of a search form',
      },
    },
    async ({ scope, params }) => ({
      status: 'success' as const,
      fields: searchFields(scope, params.tb),
      operators: [...searchOperators],
      connectors: ['AND', 'OR'],
    }),
  )

  server.get(
    '/api/search/:tb/values',
    {
      schema: {
        tags,
        params: TableParams,
        querystring: SearchValuesQuery,
        response: { 200: SearchValuesReply },
        summary: 'The values that a field has, each once',
      },
    },
    async ({ scope, params, query }) => ({
      status: 'success' as const,
      values: [...(await searchValues(scope, params.tb, query))],
    }),
  )
}
