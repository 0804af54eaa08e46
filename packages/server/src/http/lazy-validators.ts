import ValidatorSelector from '@fastify/ajv-compiler'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError } from '../errors.js'
import { isForm } from './query-string.js'
import { inputReader, isInput } from './read-input.js'

const compiler = (coerceTypes: boolean) =>
  ValidatorSelector()({}, { customOptions: { coerceTypes, removeAdditional: false, allErrors: true } })

/**
 * Two for the process: what was made for a schema serves every server in it. A text of a form may mean a
 * number or a boolean.
 */
const compilers = { typed: compiler(false), form: compiler(true) } as const

/**
 * What checks the input of a route is made when something first comes in there: for all routes at once that
 * takes half of the time in which the service starts.
 */
export const lazyValidators: FastifySchemaCompiler<unknown> = (route) => {
  if (isInput(route.schema)) return readerOf(route.schema)
  const checks: Partial<Record<keyof typeof compilers, ReturnType<typeof compilers.typed>>> = {}
  return (input: unknown) => {
    const kind = isForm(input) ? 'form' : 'typed'
    const check = checks[kind] ?? compilers[kind](route)
    checks[kind] = check
    return check(input) ? true : { error: check.errors ?? [] }
  }
}

/** Inputs of building blocks become typed values; texts of forms are among what the blocks accept. */
function readerOf(schema: TSchema): (input: unknown) => { value: unknown } | { error: Error } {
  const read = inputReader(schema)
  return (input) => {
    try {
      return { value: read(input) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { error }
    }
  }
}
