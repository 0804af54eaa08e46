import ValidatorSelector from '@fastify/ajv-compiler'
import type { FastifySchemaCompiler } from 'fastify'

/** One for the process: what was made for a schema serves every server in it. */
const compile = ValidatorSelector()(
  {},
  { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
)

/** What checks the input of a route is made when something first comes in there: for all routes at once that takes half of the time in which the service starts. */
export const lazyValidators: FastifySchemaCompiler<unknown> = (route) => {
  let check: ReturnType<typeof compile> | undefined
  return (input: unknown) => {
    check ??= compile(route)
    return check(input) ? true : { error: check.errors ?? [] }
  }
}
