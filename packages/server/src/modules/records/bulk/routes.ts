import { BulkEditBody, BulkEditReply, DuplicatedReply } from '@trowel/contract/bulk-edit.js'
import { CellEditBody, CellEditReply } from '@trowel/contract/cell-edit.js'
import { RecordParams, TableParams } from '@trowel/contract/records.js'
import { digits } from '../../../http/guard.js'
import type { Routes } from '../../../http/read-input.js'
import { editRecords, previewEdit } from './bulk-edit.js'
import { editCells } from './cell-edit.js'
import { duplicateRecord } from './duplicate.js'

/** The same values for many records, values of their own for each, and a record from another one. */
export const bulkRecordRoutes: Routes = async (server) => {
  server.patch(
    '/api/records/:tb',
    {
      schema: {
        tags: ['records'],
        params: TableParams,
        body: BulkEditBody,
        response: { 200: BulkEditReply },
        summary: 'Give many records the same values, or say what that would change',
      },
    },
    async ({ scope, params, body }) => {
      const { preview = false, ...edit } = body
      if (preview) {
        const { problems, sample, ...counts } = await previewEdit(scope, params.tb, edit)
        return {
          status: 'success' as const,
          code: 'success_previewed' as const,
          ...counts,
          sample: [...sample],
          errors: [...problems],
        }
      }
      const updated = await editRecords(scope, params.tb, edit)
      return { status: 'success' as const, code: 'success_saved' as const, updated }
    },
  )

  server.patch(
    '/api/records/:tb/cells',
    {
      schema: {
        tags: ['records'],
        params: TableParams,
        body: CellEditBody,
        response: { 200: CellEditReply },
        summary: 'Give each of many records values of its own',
      },
    },
    async ({ scope, params, body }) => ({
      status: 'success' as const,
      code: 'success_saved' as const,
      updated: await editCells(scope, params.tb, body),
    }),
  )

  server.post(
    `/api/record/:tb/:id${digits}/duplicate`,
    {
      schema: {
        tags: ['records'],
        params: RecordParams,
        response: { 200: DuplicatedReply },
        summary: 'Copy the fields of a record into a new one',
      },
    },
    async ({ scope, params }) => ({
      status: 'success' as const,
      code: 'success_duplicated' as const,
      id: await duplicateRecord(scope, params.tb, params.id),
    }),
  )
}
