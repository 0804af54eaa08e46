import { BulkEditBody, BulkEditReply, DuplicatedReply } from '@trowel/contract/bulk-edit.js'
import { isObject } from '@trowel/contract/json.js'
import { RecordParams, TableParams } from '@trowel/contract/records.js'
import { AppError } from '../../../errors.js'
import { digits } from '../../../http/guard.js'
import type { Routes } from '../../../http/read-input.js'
import { positiveIdOf } from '../../../http/wire-id.js'
import { message } from '../../../message.js'
import { type BulkEdit, editRecords, previewEdit } from './bulk-edit.js'
import { duplicateRecord } from './duplicate.js'

const maxRecords = 500

/** The same values for many records, and a record from another one. */
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
      const edit = readEdit(body)
      if (body.preview === true) {
        const { updated, unchanged, problems } = await previewEdit(scope, params.tb, edit)
        const errors = [...problems]
        return { status: 'success' as const, code: 'success_previewed' as const, updated, unchanged, errors }
      }
      const updated = await editRecords(scope, params.tb, edit)
      return { status: 'success' as const, code: 'success_saved' as const, updated }
    },
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

function readEdit({ ids, core }: { readonly ids?: unknown; readonly core?: unknown }): BulkEdit {
  if (ids === undefined || ids === null || (Array.isArray(ids) && ids.length === 0)) throw missing('ids')
  if (!Array.isArray(ids)) throw wrong('ids', 'must be a list of ids')
  if (ids.length > maxRecords) throw wrong('ids', `takes at most ${maxRecords} records`)
  if (core === undefined || core === null) throw missing('core')
  if (!isObject(core)) throw wrong('core', 'must be an object of values by field')
  if (Object.keys(core).length === 0) throw missing('core')
  return { ids: ids.map(readId), core }
}

function readId(value: unknown): number {
  const recordId = positiveIdOf(value)
  if (recordId !== undefined) return recordId
  throw wrong('ids', 'must be a list of positive whole numbers')
}

const missing = (name: string): AppError =>
  new AppError('parameter_missing', { ...message('parameter_is_missing', { name }), detail: name })

const wrong = (name: string, reason: string): AppError =>
  new AppError('invalid_parameter', { text: `"${name}" ${reason}.`, detail: { name, reason } })
