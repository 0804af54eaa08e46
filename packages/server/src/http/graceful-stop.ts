import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.js'
import { message } from '../message.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server begins to stop: answers that wait for something end then. */
    readonly stopping: AbortSignal
  }
}

/**
 * How long clients that keep a connection open may still send a request, and learn that the service stops.
 */
const idleMs = 1000
const pollMs = 20

/**
 * While the server closes, the answers under way are finished and every other request is refused in the form
 * of all refusals. Connections end with their last answer: one that is closed in the moment in which a client
 * uses it would be reset.
 *
 * @param maxMs how long answers under way, such as exports, may take from then on
 */
export function stopGracefully(server: FastifyInstance, maxMs: number): void {
  const answers = new Set<ServerResponse>()
  const stopping = new AbortController()
  server.decorate('stopping', stopping.signal)

  server.addHook('onRequest', (_request, { raw }, done) => {
    if (stopping.signal.aborted) {
      done(
        new AppError('overloaded', {
          ...message('service_stopping', {}),
          detail: 'stopping',
          headers: { 'retry-after': '5', connection: 'close' },
        }),
      )
      return
    }
    answers.add(raw)
    const isOver = () => answers.delete(raw)
    raw.once('finish', isOver).once('close', isOver)
    done()
  })

  server.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping.signal.aborted) reply.header('connection', 'close')
    done(null, payload)
  })

  server.addHook('preClose', async () => {
    stopping.abort()
    if (!server.server.listening) return
    const began = performance.now()
    const isWithin = (limit: number) => performance.now() - began < limit
    while ((answers.size > 0 && isWithin(maxMs)) || (isWithin(idleMs) && (await connections(server)) > 0)) {
      await setTimeout(pollMs)
    }
    if (answers.size > 0) {
      server.log.warn({ answers: answers.size }, 'answers that took too long were cut off')
    }
    // Also those on which no request ever came: Node does not count them as idle, and would wait for them.
    server.server.closeAllConnections()
  })
}

const connections = (server: FastifyInstance): Promise<number> =>
  new Promise((resolve) => {
    server.server.getConnections((error, count) => resolve(error ? 0 : count))
  })
