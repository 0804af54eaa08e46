import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.js'
import { parseQueryString } from '../query/parse-brackets.js'

const problem = Symbol('what is wrong with the query string')

type Parameters = Record<string | symbol, unknown>

/** The router reads the address before anything could answer, so what is wrong with it is kept until somebody can be told. */
export function readQueryString(text: string): Parameters {
  try {
    return parseQueryString(text)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { [problem]: error }
  }
}

/**
 * Refuses addresses that could not be read, once the caller is known. A request that brings no body is treated like one
 * that brings an empty object: existing clients send none where they have nothing to say.
 */
export function completeInput(server: FastifyInstance): void {
  server.addHook('preValidation', (request, _reply, done) => {
    const parameters = request.query as Parameters
    if (request.method !== 'GET' && request.method !== 'HEAD') request.body ??= {}
    const refusal = parameters[problem]
    done(refusal instanceof AppError ? refusal : undefined)
  })
}
