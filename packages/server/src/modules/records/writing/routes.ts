import type { IncomingHttpHeaders } from 'node:http'
import { changeSetHeader } from '@trowel/contract/changes.js'
import { CheckedReply, CreationHeaders, RecordBody, SavedReply } from '@trowel/contract/record-writes.js'
import { RecordParams, TableParams } from '@trowel/contract/records.js'
import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import { AppError } from '../../../errors.js'
import { digits } from '../../../http/guard.js'
import { inputReader, type Routes } from '../../../http/read-input.js'
import { positiveIdOf } from '../../../http/wire-id.js'
import { message } from '../../../message.js'
import type { RecordPart } from '../../../records/rows/record-part.js'
import type { SavedRecord } from '../../../records/writing/saved-record.js'
import { checkRecord, createRecord, updateRecord } from '../../../records/writing/write.js'

const readHeaders = inputReader(CreationHeaders)

/** @throws `invalid_parameter` for a key of more than a line */
const keyOf = (headers: IncomingHttpHeaders): string | undefined =>
  readHeaders({ 'Idempotency-Key': headers['idempotency-key'] })['Idempotency-Key'] || undefined

/** Making and changing records, plugin rows included. */
export const recordWriteRoutes =
  (parts: readonly RecordPart[]): Routes =>
  async (server) => {
    const reply = { 200: SavedReply }

    server.post(
      '/api/record/:tb',
      {
        schema: {
          tags: ['records'],
          params: TableParams,
          body: RecordBody,
          response: reply,
          summary: 'Make a record, or change the one that "id" names',
        },
        config: { headers: CreationHeaders },
      },
      async ({ scope, params, body, headers }, answer) => {
        refuseOtherTable(body, params.tb)
        const recordId = readId(body.id)
        const saved =
          recordId === undefined
            ? await createRecord(scope, parts, params.tb, body, keyOf(headers))
            : await updateRecord(
                scope,
                parts,
                { tableName: params.tb, recordId, ifMatch: headers['if-match'] },
                body,
              )
        setHeaders(answer, saved)
        return savedReply(recordId === undefined ? 'success_created' : 'success_saved', saved)
      },
    )

    const checked = { 200: CheckedReply }

    server.post(
      '/api/record/:tb/check',
      {
        schema: {
          tags: ['records'],
          params: TableParams,
          body: RecordBody,
          response: checked,
          summary: 'What a new record would be refused for',
        },
      },
      async ({ scope, params, body }) => ({
        status: 'success' as const,
        errors: await checkRecord(scope, params.tb, undefined, body),
      }),
    )

    server.post(
      `/api/record/:tb/:id${digits}/check`,
      {
        schema: {
          tags: ['records'],
          params: RecordParams,
          body: RecordBody,
          response: checked,
          summary: 'What a change of a record would be refused for',
        },
      },
      async ({ scope, params, body }) => ({
        status: 'success' as const,
        errors: await checkRecord(scope, params.tb, params.id, body),
      }),
    )

    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      server.route({
        method,
        url: `/api/record/:tb/:id${digits}`,
        schema: {
          tags: ['records'],
          params: RecordParams,
          body: RecordBody,
          response: reply,
          summary: 'Change the fields and plugin rows that are sent',
        },
        handler: async ({ scope, params, body, headers }, answer) => {
          refuseOtherTable(body, params.tb)
          const recordId = params.id
          const named = readId(body.id)
          if (named !== undefined && named !== recordId) {
            throw new AppError('invalid_parameter', {
              ...message('differs_from_address', { name: 'id', body: named, address: recordId }),
              detail: { name: 'id', reason: 'differs from the address' },
            })
          }
          const saved = await updateRecord(
            scope,
            parts,
            { tableName: params.tb, recordId, ifMatch: headers['if-match'] },
            body,
          )
          setHeaders(answer, saved)
          return savedReply('success_saved', saved)
        },
      })
    }
  }

const savedReply = (code: Static<typeof SavedReply>['code'], { id, plugins, numbers }: SavedRecord) => ({
  status: 'success' as const,
  code,
  id,
  plugins: Object.fromEntries(
    Object.entries(plugins).map(([name, rows]) => [name, { ...rows, inserted: [...rows.inserted] }]),
  ),
  ...(Object.keys(numbers).length > 0 && { numbers }),
})

function setHeaders(answer: FastifyReply, { etag, madeBefore }: SavedRecord): void {
  if (etag !== undefined) answer.header('etag', etag)
  if (madeBefore !== undefined) answer.header(changeSetHeader, madeBefore)
}

function refuseOtherTable(body: { readonly tb?: string | undefined }, tableName: string): void {
  if (body.tb === undefined || body.tb === tableName) return
  throw new AppError('invalid_parameter', {
    ...message('differs_from_address', { name: 'tb', body: `"${body.tb}"`, address: `"${tableName}"` }),
    detail: { name: 'tb', reason: 'differs from the address' },
  })
}

function readId(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const recordId = positiveIdOf(value)
  if (recordId !== undefined) return recordId
  throw new AppError('invalid_parameter', {
    ...message('id_or_none', { name: 'id' }),
    detail: { name: 'id', reason: 'not an id' },
  })
}
