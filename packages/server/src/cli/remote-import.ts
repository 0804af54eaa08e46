import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { type ErrorCode, errorCodes } from '@trowel/contract/errors.js'
import { AppError, type FieldProblem } from '../errors.js'
import { type Message, message } from '../message.js'
import { mapColumns, type NamedField, noteLeftOut } from './column-mapping.js'
import type { Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

/** A running service and a key of it with the privilege to write. */
export interface RemoteService {
  readonly url: string
  readonly key: string
}

/** The service that is to do it, if it is not this machine. @throws UsageError without its key */
export function serviceIn(
  terminal: Terminal,
  { url, apiKey }: { readonly url?: string; readonly apiKey?: string },
): RemoteService | undefined {
  if (url === undefined) return undefined
  const key = apiKey ?? terminal.environment['TROWEL_API_KEY']
  if (key) return { url, key }
  throw new UsageError('Give the key of the service with --api-key, or in the environment as TROWEL_API_KEY.')
}

export interface RemoteImport {
  readonly file: string
  readonly table: string
  /** The field that tells records apart. */
  readonly keyField: string
  readonly wanted: ReadonlyMap<string, string>
}

export interface ImportCounts {
  readonly inserted: number
  readonly updated: number
  readonly skipped: number
}

/** Lets a running service import a file, through the three steps that its web client takes. */
export async function importRemotely(
  service: RemoteService,
  { file, table, keyField, wanted }: RemoteImport,
  terminal: Terminal,
): Promise<ImportCounts> {
  const { fields } = await askService<{ fields: NamedField[] }>(
    service,
    `/api/import/${encodeURIComponent(table)}/fields`,
  )
  const form = new FormData()
  form.set('type', 'csv')
  form.set('tb', table)
  form.set('file', await openAsBlob(file), basename(file))
  const preview = await askService<{ temp_id: string; columns: string[]; count: number }>(
    service,
    '/api/import/preview-file',
    form,
  )
  const mapping = mapColumns(preview.columns, fields, wanted)
  const key = keyField ?? mapping[preview.columns.find((title) => title in mapping) ?? '']
  if (key === undefined)
    throw new UsageError('No column of the file leads into a field; say with --map which does.')
  noteLeftOut(terminal, preview.columns, mapping)
  terminal.note(`${preview.count} rows are with the service; it imports them now.`)
  const body = { temp_id: preview.temp_id, tb: table, type: 'csv', mapping, key_field: keyField }
  return askService<ImportCounts>(service, '/api/import/data', JSON.stringify(body))
}

interface Refusal {
  readonly code?: string
  readonly text?: string
  readonly errors?: readonly FieldProblem[]
}

/** @throws AppError as the service refuses; UsageError when there is none */
export async function askService<Answer>(
  { url, key }: RemoteService,
  path: string,
  body?: FormData | string,
): Promise<Answer> {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` }
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  const request = body === undefined ? { headers } : { method: 'POST', headers, body }
  const reply = await fetch(url.replace(/\/+$/, '') + path, request).catch((error: unknown) => {
    throw new UsageError(`The service at ${url} does not answer (${reasonOf(error)}). Is the address right?`)
  })
  const answer: unknown = await reply.json().catch(() => undefined)
  if (reply.ok && answer !== undefined) return answer as Answer
  const { code = '', text, errors } = (answer ?? {}) as Refusal
  throw refusedBy(
    code,
    text === undefined
      ? message('service_without_reason', { url, status: reply.status })
      : saidByService(text),
    errors,
  )
}

export const saidByService = (words: string): Message => message('said_by_service', { words })

/** The refusal of a service, which may be of another version and have codes that this one does not know. */
export const refusedBy = (code: string, said: Message, errors?: readonly FieldProblem[]): AppError =>
  new AppError(Object.hasOwn(errorCodes, code) ? (code as ErrorCode) : 'internal_error', {
    ...said,
    ...(errors === undefined ? {} : { errors }),
  })

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error)
}
