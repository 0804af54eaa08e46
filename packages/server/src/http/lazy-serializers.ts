import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { isObject } from '@trowel/contract/json.js'

/**
 * What writes the answers of a route is made when it answers first: for all routes at once that takes half of
 * the time in which the service starts.
 */
export const lazySerializers: ReturnType<typeof SerializerSelector> = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options)
  return (route) => {
    const { schema } = route
    if (!isObject(schema)) return compile(route)
    return (answer) => {
      const known = writers.get(schema)
      if (known) return known(answer)
      const write = compile(route)
      writers.set(schema, write)
      return write(answer)
    }
  }
}

/** Each once in a process: schemas are those of the contract, and refer to nothing of a single service. */
const writers = new WeakMap<object, (answer: unknown) => string>()
