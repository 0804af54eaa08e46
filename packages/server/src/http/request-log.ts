import type { FastifyInstance } from 'fastify'

const slowMs = 1000

/**
 * One line for each answer, with the request's id, which the answer carries as well.
 * Ordinary reads are logged at level debug: a busy service would write little else.
 */
export function logRequests(server: FastifyInstance): void {
  const tellsOrdinary = ['debug', 'trace'].includes(server.log.level)
  server.addHook('onRequest', (request, reply, done) => {
    // No browser is to guess that a record's text is a page.
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime)
    const ordinary = status < 400 && ms < slowMs && (request.method === 'GET' || request.method === 'HEAD')
    if (ordinary && !tellsOrdinary) {
      done()
      return
    }
    const level = status >= 500 ? 'error' : ordinary ? 'debug' : 'info'
    const scope = request.scope ?? request.optionalScope
    request.log[level](
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status,
        ms,
        app: scope?.application.name,
        by: scope?.principal.name,
      },
      'answered',
    )
    done()
  })
}
