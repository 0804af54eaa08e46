import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

/**
 * What writes the answers of a route is made when it answers first: for all routes at once that takes half of
 * the time in which the service starts.
 */
export const lazySerializers: ReturnType<typeof SerializerSelector> = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options)
  return (route) => {
    let write: ReturnType<typeof compile> | undefined
    return (answer) => {
      write ??= compile(route)
      return write(answer)
    }
  }
}
