import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deepestJson, isTooDeep } from '../catalogue/json-text.js'
import { AppError } from '../errors.js'
import { message } from '../message.js'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * What is read of a body before it is parsed: its own text, or a shorter one, with what takes the place of
 * something in it.
 */
export interface ReadBody {
  readonly text: string
  readonly complete?: (value: unknown) => unknown
}

/**
 * JSON bodies: no body at all, or an empty one, counts as `{}` where the content type says JSON. A text is no
 * body: it is refused unless it is empty. Bytes that are not UTF-8, keys that reach for a prototype, and
 * values that are nested too deep are refused.
 *
 * @param read for routes with long bodies, which another thread shortens
 */
export function acceptJsonBodies(
  server: FastifyInstance,
  read: (body: Buffer) => ReadBody | Promise<ReadBody> = readText,
): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser(['application/json', 'text/plain'])
  // Browsers call an empty body a text.
  server.addContentTypeParser(
    'text/plain',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => {
      if (body !== '') throw new AppError('unsupported_media_type', message('body_not_json_type', {}))
    },
  )
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { text, complete } = await read(body)
      if (text.trim() === '') return {}
      const value = await new Promise<unknown>((resolve, reject) => {
        parse(request, text, (error, value) => {
          if (error) reject(notJson(error))
          else resolve(value)
        })
      })
      return complete ? complete(value) : value
    },
  )
}

/** @throws `bad_request` */
export function readText(body: Uint8Array): ReadBody {
  let text: string
  try {
    text = utf8.decode(body)
  } catch {
    throw new AppError('bad_request', message('body_not_utf8', {}))
  }
  if (isTooDeep(text)) throw new AppError('bad_request', message('body_too_deep', { levels: deepestJson }))
  return { text }
}

export const notJson = (cause: unknown): AppError =>
  new AppError('bad_request', { ...message('body_not_json', {}), cause })
