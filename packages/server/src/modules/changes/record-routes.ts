import { maxRecordSets, RecordChangesQuery, RecordChangesReply } from '@trowel/contract/changes.js'
import { RecordParams } from '@trowel/contract/records.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { pageOf } from './page.js'
import { listRecordChanges } from './record-changes.js'

/** What became of one record. */
export const recordChangeRoutes =
  (parts: readonly RecordPart[]): Routes =>
  async (server) => {
    server.get(
      `/api/record/:tb/:id${digits}/changes`,
      {
        schema: {
          tags: ['history'],
          summary: 'Every change of a record and of what hangs from it',
          params: RecordParams,
          querystring: RecordChangesQuery,
          response: { 200: RecordChangesReply },
        },
      },
      async ({ scope, params, query }) => {
        const { page, perPage } = pageOf(query, maxRecordSets, 20)
        const { total, sets } = await listRecordChanges(scope, parts, params.tb, params.id, { page, perPage })
        return { status: 'success' as const, total, page, per_page: perPage, data: [...sets] }
      },
    )
  }
