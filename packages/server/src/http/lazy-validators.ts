import ValidatorSelector from '@fastify/ajv-compiler'
import type { FastifySchemaCompiler } from 'fastify'
import { isForm } from './query-string.js'

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
  const checks: Partial<Record<keyof typeof compilers, ReturnType<typeof compilers.typed>>> = {}
  return (input: unknown) => {
    const kind = isForm(input) ? 'form' : 'typed'
    const check = checks[kind] ?? compilers[kind](route)
    checks[kind] = check
    return check(input) ? true : { error: check.errors ?? [] }
  }
}
