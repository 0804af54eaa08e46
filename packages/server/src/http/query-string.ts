import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.js'
import { parseQueryString } from '../query/parse-brackets.js'

const problem = Symbol('what is wrong with the query string')

type Parameters = Record<string | symbol, unknown>

/**
 * Addresses, and bodies of forms, are read before anything could answer, so what is wrong with them is kept until somebody
 * can be told.
 */
export function readQueryString(text: string): Parameters {
  try {
    return parseQueryString(text)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { [problem]: error }
  }
}

/**
 * Refuses addresses and forms that could not be read, once the caller is known. A request that brings no body is treated like one
 * that brings an empty object: existing clients send none where they have nothing to say.
 */
export function completeInput(server: FastifyInstance): void {
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') request.body ??= {}
    done(problemOf(request.query) ?? problemOf(request.body))
  })
}

function problemOf(read: unknown): AppError | undefined {
  const refusal = typeof read === 'object' && read !== null ? (read as Parameters)[problem] : undefined
  return refusal instanceof AppError ? refusal : undefined
}
