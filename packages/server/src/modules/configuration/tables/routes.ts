import {
  ConfiguredTableReply,
  ConfiguredTablesReply,
  doneReply,
  IndexBody,
  IndexesReply,
  IndexParams,
  IndexSuggestionsReply,
  NewIndexReply,
  NewTableBody,
  NewTableReply,
  RenameBody,
  renamedReply,
  SortBody,
  SortQuery,
  TableBody,
  TableParams,
} from '@trowel/contract/configuration.js'
import { digits } from '../../../http/guard.js'
import type { Routes } from '../../../http/read-input.js'
import { deleteTable } from './delete-table.js'
import { createIndex, listIndexes, removeIndex, suggestIndexes } from './index-service.js'
import { renameTable } from './rename-table.js'
import { createTable, listTables, readTable, sortTables, updateTableSettings } from './service.js'

const updated = { status: 'success', code: 'ok_cfg_data_updated' } as const

/** Tables and their indexes. */
export const tableConfigurationRoutes: Routes = async (server) => {
  const tags = ['configuration']

  server.get(
    '/api/config/tables',
    { schema: { tags, summary: 'All tables', response: { 200: ConfiguredTablesReply } } },
    async ({ scope }) => ({ status: 'success' as const, tables: listTables(scope) }),
  )

  server.post(
    '/api/config/tables',
    { schema: { tags, summary: 'Make a table', body: NewTableBody, response: { 200: NewTableReply } } },
    async ({ scope, body }) => ({ ...updated, tb: await createTable(scope, body) }),
  )

  server.post(
    '/api/config/table/:tb',
    {
      schema: {
        tags,
        summary: 'Make a table, named by the address',
        params: TableParams,
        body: NewTableBody,
        response: { 200: NewTableReply },
      },
    },
    async ({ scope, params, body }) => ({
      ...updated,
      tb: await createTable(scope, { ...body, name: params.tb }),
    }),
  )

  server.post(
    '/api/config/tables/sort',
    {
      schema: {
        tags,
        summary: 'Put the tables in order',
        querystring: SortQuery,
        body: SortBody,
        response: { 200: doneReply('ok_sort_update') },
      },
    },
    async ({ scope, body, query }) => {
      await sortTables(scope, body.sort ?? query.sort, body.before)
      return { status: 'success' as const, code: 'ok_sort_update' as const }
    },
  )

  server.get(
    '/api/config/table/:tb',
    {
      schema: {
        tags,
        summary: 'A table with its settings and fields',
        params: TableParams,
        response: { 200: ConfiguredTableReply },
      },
    },
    async ({ scope, params }) => ({ status: 'success' as const, ...readTable(scope, params.tb) }),
  )

  server.put(
    '/api/config/table/:tb',
    {
      schema: {
        tags,
        summary: 'Change settings of a table',
        params: TableParams,
        body: TableBody,
        response: { 200: doneReply('ok_cfg_data_updated') },
      },
    },
    async ({ scope, params, body }) => {
      await updateTableSettings(scope, params.tb, body)
      return updated
    },
  )

  server.patch(
    '/api/config/table/:tb',
    {
      schema: {
        tags,
        summary: 'Rename a table',
        params: TableParams,
        body: RenameBody,
        response: { 200: renamedReply('ok_renaming_table') },
      },
    },
    async ({ scope, params, body }) => {
      await renameTable(scope, params.tb, body.new_name)
      return { status: 'success' as const, code: 'ok_renaming_table' as const, warnings: [] }
    },
  )

  server.delete(
    '/api/config/table/:tb',
    {
      schema: {
        tags,
        summary: 'Delete a table with its records',
        params: TableParams,
        response: { 200: doneReply('ok_cfg_tb_delete') },
      },
    },
    async ({ scope, params }) => {
      await deleteTable(scope, params.tb)
      return { status: 'success' as const, code: 'ok_cfg_tb_delete' as const }
    },
  )

  server.get(
    '/api/config/indexes/suggestions',
    {
      schema: {
        tags,
        summary: 'Indexes that would answer slow questions',
        response: { 200: IndexSuggestionsReply },
      },
    },
    async ({ scope }) => ({ status: 'success' as const, data: suggestIndexes(scope) }),
  )

  server.get(
    '/api/config/table/:tb/indexes',
    { schema: { tags, summary: 'Indexes of a table', params: TableParams, response: { 200: IndexesReply } } },
    async ({ scope, params }) => ({ status: 'success' as const, data: listIndexes(scope, params.tb) }),
  )

  server.post(
    '/api/config/table/:tb/indexes',
    {
      schema: {
        tags,
        summary: 'Make an index',
        params: TableParams,
        body: IndexBody,
        response: { 200: NewIndexReply },
      },
    },
    async ({ scope, params, body }) => ({
      status: 'success' as const,
      code: 'index_saved' as const,
      id: await createIndex(scope, params.tb, body),
    }),
  )

  server.delete(
    `/api/config/table/:tb/indexes/:id${digits}`,
    {
      schema: {
        tags,
        summary: 'Delete an index',
        params: IndexParams,
        response: { 200: doneReply('index_deleted') },
      },
    },
    async ({ scope, params }) => {
      await removeIndex(scope, params.tb, params.id)
      return { status: 'success' as const, code: 'index_deleted' as const }
    },
  )
}
