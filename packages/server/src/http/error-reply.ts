import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import { StorageError } from '../storage/storage.js'

/** The one place that turns whatever was thrown into the answer that every error has. */
export function replyWithError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asAppError(thrown)
  if (error.status >= 500) request.log.error({ err: thrown }, 'request failed')
  if (isBrokenOff(thrown)) request.log.info('the client went away before the end of its body')
  if (error.status === 401) reply.header('www-authenticate', 'Bearer')
  if (error.status === 503 && error.facts.headers?.['retry-after'] === undefined)
    reply.header('retry-after', '5')
  for (const [name, value] of Object.entries(error.facts.headers ?? {})) reply.header(name, value)
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .removeHeader('content-type')
    .removeHeader('etag')
    .send(error.body)
}

/** What the caller is answered whatever was thrown. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof StorageError) return fromStorage(thrown)
  if (isFastifyError(thrown)) return fromFastify(thrown)
  if (isBrokenOff(thrown)) return new AppError('bad_request', { cause: thrown })
  return new AppError('internal_error', { cause: thrown })
}

function fromStorage(error: StorageError): AppError {
  switch (error.problem) {
    case 'timeout':
      return new AppError('overloaded', {
        ...message('question_took_too_long', {}),
        detail: 'timeout',
        cause: error,
      })
    case 'disk_full':
      return new AppError('overloaded', {
        ...message('disk_full', {}),
        detail: 'disk_full',
        cause: error,
      })
    case 'files_unavailable':
      return new AppError('overloaded', {
        ...message('file_storage_unreachable', {}),
        detail: 'files_unavailable',
        cause: error,
      })
    case 'unavailable':
      return new AppError('overloaded', {
        ...message('database_unreachable', {}),
        detail: 'unavailable',
        cause: error,
      })
    case 'outcome_unknown':
      return new AppError('overloaded', {
        ...message('database_went_away', {}),
        detail: 'outcome_unknown',
        cause: error,
      })
    case 'damaged':
      return new AppError('overloaded', {
        ...message('database_damaged', {}),
        detail: 'damaged',
        cause: error,
      })
    case 'replacing':
      return new AppError('restore_in_progress', { cause: error })
    case 'index_limit':
      return new AppError('conflict', {
        ...message('text_too_long_for_index', {}),
        detail: 'index_limit',
        cause: error,
      })
    case 'invalid_name':
      return new AppError('bad_request', {
        ...message('file_name_unusable', {}),
        detail: 'invalid_name',
        cause: error,
      })
    case 'invalid_text':
      return new AppError('bad_request', {
        ...message('text_holds_nul', {}),
        detail: 'nul_character',
        cause: error,
      })
    case 'too_many_values':
      return new AppError('bad_request', {
        ...message('asks_for_too_many_values', {}),
        detail: 'too_many_values',
        cause: error,
      })
    case 'schema_changed':
      return new AppError('overloaded', {
        ...message('configuration_being_changed', {}),
        detail: 'schema_changed',
        cause: error,
      })
    case 'unique':
      return new AppError('conflict', { cause: error })
    case 'foreign_key':
      return new AppError('in_use', { cause: error })
    default:
      return new AppError('internal_error', { cause: error })
  }
}

const isFastifyError = (thrown: unknown): thrown is FastifyError =>
  thrown instanceof Error &&
  'code' in thrown &&
  typeof thrown.code === 'string' &&
  thrown.code.startsWith('FST_')

/** The connection was lost while the framework read a body: it says 400, and nobody is there to read it. */
const isBrokenOff = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'code' in thrown &&
  thrown.code === 'ECONNRESET' &&
  'statusCode' in thrown &&
  thrown.statusCode === 400

function fromFastify(error: FastifyError): AppError {
  if (error.statusCode === 413) return new AppError('too_large', { cause: error })
  if (error.statusCode === 415) return new AppError('unsupported_media_type', { cause: error })
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new AppError('bad_request', { cause: error })
  return new AppError('internal_error', { cause: error })
}
