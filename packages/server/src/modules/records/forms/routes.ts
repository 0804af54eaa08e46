import {
  CandidatesQuery,
  CandidatesReply,
  FieldOptionsQuery,
  FieldOptionsReply,
  NextNumberQuery,
  NextNumberReply,
  PluginCountsQuery,
  PluginCountsReply,
  UniqueQuery,
  UniqueReply,
} from '@trowel/contract/record-forms.js'
import { TableParams } from '@trowel/contract/records.js'
import { TemplateQuery } from '@trowel/contract/templates.js'
import type { Routes } from '../../../http/read-input.js'
import type { RecordPart } from '../../../records/rows/record-part.js'
import { listLinkCandidates } from './candidates.js'
import { listFieldOptions } from './field-options.js'
import { countRowsBeforeDelete, isValueFree } from './form-reads.js'
import { readNewRecord } from './new-record.js'
import { proposeNumber } from './next-number.js'

const of = { tags: ['records'], params: TableParams }

/** What a form asks while a user fills it in. */
export const recordFormRoutes =
  (parts: readonly RecordPart[]): Routes =>
  async (server) => {
    server.get(
      '/api/record/:tb/new',
      {
        schema: {
          ...of,
          querystring: TemplateQuery,
          summary: 'An empty record with the defaults of its fields',
        },
      },
      async ({ scope, params, query }, reply) => {
        const text = await readNewRecord(scope, parts, params.tb, query.template)
        return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(text)
      },
    )

    server.get(
      '/api/record/:tb/field-options',
      {
        schema: {
          ...of,
          querystring: FieldOptionsQuery,
          response: { 200: FieldOptionsReply },
          summary: 'What can be chosen for a field',
        },
      },
      async ({ scope, params, query }) => ({
        status: 'success' as const,
        options: await listFieldOptions(scope, params.tb, query),
      }),
    )

    server.get(
      '/api/record/:tb/check-unique',
      {
        schema: {
          ...of,
          querystring: UniqueQuery,
          response: { 200: UniqueReply },
          summary: 'Is a value free?',
        },
      },
      async ({ scope, params, query }) => ({
        status: 'success' as const,
        unique: await isValueFree(scope, params.tb, query),
      }),
    )

    server.get(
      '/api/record/:tb/next-number',
      {
        schema: {
          ...of,
          querystring: NextNumberQuery,
          response: { 200: NextNumberReply },
          summary: 'The next number of a field',
        },
      },
      async ({ scope, params, query }, reply) => {
        reply.header('cache-control', 'no-store')
        const next = await proposeNumber(scope, params.tb, query)
        return 'missing' in next
          ? { status: 'success' as const, value: null, missing: [...next.missing] }
          : { status: 'success' as const, value: next.value, missing: [] }
      },
    )

    server.get(
      '/api/record/:tb/link-candidates',
      {
        schema: {
          ...of,
          querystring: CandidatesQuery,
          response: { 200: CandidatesReply },
          summary: 'Records whose name contains a text',
        },
      },
      async ({ scope, params, query }) => ({
        status: 'success' as const,
        data: await listLinkCandidates(scope, params.tb, query.q),
      }),
    )

    server.get(
      '/api/record/:tb/check-plugins-before-delete',
      {
        schema: {
          ...of,
          querystring: PluginCountsQuery,
          response: { 200: PluginCountsReply },
          summary: 'The plugin rows that a record has',
        },
      },
      async ({ scope, params, query }) => ({
        status: 'success' as const,
        plugins: await countRowsBeforeDelete(scope, params.tb, query.id),
      }),
    )
  }
