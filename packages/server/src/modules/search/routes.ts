import { searchOperators } from '@trowel/contract/model/operators.js'
import { TableParams } from '@trowel/contract/records.js'
import {
  SearchConfigReply,
  SearchEverywhereQuery,
  SearchEverywhereReply,
  SearchValuesQuery,
  SearchValuesReply,
} from '@trowel/contract/search.js'
import type { Routes } from '../../http/read-input.js'
import { searchEverywhere } from './everywhere.js'
import { searchFields, searchValues } from './service.js'

const tags = ['search']

/** The search in all tables, and what search forms are made of. */
export const searchRoutes: Routes = async (server) => {
  server.get(
    '/api/search',
    {
      schema: {
        tags,
        querystring: SearchEverywhereQuery,
        response: { 200: SearchEverywhereReply },
        summary: 'Records of all tables in which a text stands',
      },
    },
    async ({ scope, query }) => ({
      status: 'success' as const,
      tables: await searchEverywhere(scope, query),
    }),
  )

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
