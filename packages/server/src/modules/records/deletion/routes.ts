import {
  type BulkDeletedReply,
  BulkDeletedReply as BulkDeletedReplySchema,
  DeletedReply,
  DeletedRowsReply,
  DeleteRecordsBody,
} from '@trowel/contract/record-deletes.js'
import { RecordParams, TableParams } from '@trowel/contract/records.js'
import { AppError } from '../../../errors.js'
import { digits } from '../../../http/guard.js'
import type { Routes } from '../../../http/read-input.js'
import {
  type DeletedRecords,
  deletePluginRows,
  deleteRecord,
  deleteRecords,
} from '../../../records/deletion/delete-records.js'
import type { RecordPart } from '../../../records/rows/record-part.js'

const tags = ['records']

/** Deleting records, and the plugin rows of a record. */
export const recordDeleteRoutes =
  (parts: readonly RecordPart[]): Routes =>
  async (server) => {
    server.delete(
      `/api/record/:tb/:id${digits}`,
      {
        schema: {
          tags,
          params: RecordParams,
          response: { 200: DeletedReply },
          summary: 'Delete a record with all that hangs from it; a version keeps everything',
        },
      },
      async ({ scope, params, headers }) => {
        await deleteRecord(scope, parts, params.tb, params.id, { ifMatch: headers['if-match'] })
        return { status: 'success' as const, code: 'all_record_deleted' as const, deleted: 1 }
      },
    )

    server.delete(
      '/api/records/:tb',
      {
        schema: {
          tags,
          params: TableParams,
          body: DeleteRecordsBody,
          response: { 200: BulkDeletedReplySchema },
          summary: 'Delete up to 500 records, each on its own',
        },
      },
      async ({ scope, params, body: { ids = [] } }) => {
        if (ids.length === 0) throw new AppError('no_id_provided')
        return bulkReply(await deleteRecords(scope, parts, params.tb, ids))
      },
    )

    server.delete(
      `/api/record/:tb/:id${digits}/plugins`,
      {
        schema: {
          tags,
          params: RecordParams,
          response: { 200: DeletedRowsReply },
          summary: 'Remove all plugin rows of a record; a version keeps them',
        },
      },
      async ({ scope, params, headers }) => ({
        status: 'success' as const,
        deleted: await deletePluginRows(scope, parts, params.tb, params.id, {
          ifMatch: headers['if-match'],
        }),
      }),
    )
  }

function bulkReply({ deleted, failed }: DeletedRecords): BulkDeletedReply {
  if (failed.length === 0) return { status: 'success', code: 'all_record_deleted', deleted }
  return {
    status: 'warning',
    code: 'partially_deleted_with_count',
    deleted,
    failed: failed.length,
    errors: [...failed],
  }
}
