import type { ErrorCode } from '@trowel/contract/errors.js'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import { hasBody } from './unread-bodies.js'

/**
 * A request for an upload brings a form.
 * @param missing what the route answers when nothing was sent: existing clients do so where no file was
 *   chosen
 * @throws `missing`; `unsupported_media_type` for a body that is no form
 */
export function requireForm(request: FastifyRequest, missing: ErrorCode): void {
  if (request.isMultipart()) return
  throw new AppError(hasBody(request) ? 'unsupported_media_type' : missing, message('send_as_form', {}))
}
