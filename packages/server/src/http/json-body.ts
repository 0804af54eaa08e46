import type { FastifyInstance } from 'fastify'
import { deepestJson, isTooDeep } from '../catalogue/json-text.js'
import { AppError } from '../errors.js'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * JSON bodies: no body at all, or an empty one, counts as `{}` where the content type says JSON.
 * Bytes that are not UTF-8, keys that reach for a prototype, and what nobody can follow so deep are refused.
 */
export function acceptJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let text: string
    try {
      text = utf8.decode(body as Buffer)
    } catch {
      done(new AppError('bad_request', { text: 'The body is not valid UTF-8.' }))
      return
    }
    if (text.trim() === '') {
      done(null, {})
      return
    }
    if (isTooDeep(text)) {
      done(new AppError('bad_request', { text: `The body is nested deeper than ${deepestJson} levels.` }))
      return
    }
    parse(request, text, (error, value) => {
      if (error) done(new AppError('bad_request', { text: 'The body is not valid JSON.', cause: error }))
      else done(null, value)
    })
  })
}
