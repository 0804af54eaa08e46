import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.js'
import { parseForm, parseQueryString } from '../query/filter/parse-brackets.js'

const problem = Symbol('what is wrong with the query string')

type Parameters = Record<string | symbol, unknown>

/**
 * An address is read before anything could answer, so a problem with it is kept until a reply can tell it.
 */
export const readQueryString = (text: string): Parameters => withProblem(parseQueryString, text)

/** A form-encoded body, with its problem as that of an address. */
export const readForm = (text: string): Parameters => withProblem(parseForm, text)

function withProblem(parse: (text: string) => Parameters, text: string): Parameters {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { [problem]: error }
  }
}

/**
 * Refuses addresses and forms that could not be read, once the caller is known. A request that brings no body
 * is treated like one that brings an empty object: existing clients send none where they have nothing to say.
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
