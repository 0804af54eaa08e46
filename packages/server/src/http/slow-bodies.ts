import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.js'
import { hasBody } from './unread-bodies.js'

/** What a client must send in each stretch of time, far below the slowest link on which people upload. */
const minBytes = 16 * 1024

/**
 * Ends requests whose body comes by drops, each of which would hold a connection and a place for as long as
 * its sender likes. How long a whole body takes does not matter: large files over slow links go on as long as
 * they move.
 *
 * @param stretchMs how long a client has for `minBytes`
 */
export function endStalledBodies(server: FastifyInstance, stretchMs: number): void {
  server.addHook('onRequest', ({ raw }, reply, done) => {
    done()
    const { socket } = raw
    if (!hasBody(raw) || raw.complete !== false) return
    let before = socket.bytesRead
    const timer = setInterval(() => {
      const moved = socket.bytesRead - before
      before = socket.bytesRead
      // While the service itself does not take what is there, no client can send more.
      const isOurTurn = raw.readableLength >= raw.readableHighWaterMark || raw.isPaused()
      if (raw.complete) clearInterval(timer)
      if (raw.complete || isOurTurn || moved >= minBytes) return
      clearInterval(timer)
      if (!reply.raw.headersSent) socket.write(tooSlow())
      socket.destroySoon()
    }, stretchMs)
    timer.unref()
    raw.once('close', () => clearInterval(timer))
  })
}

/** As the framework would write it: the reader of the body waits for more of it, and answers nothing. */
function tooSlow(): string {
  const { status, body } = new AppError('request_timeout')
  const text = JSON.stringify(body)
  return [
    `HTTP/1.1 ${status} Request Timeout`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
    '',
    text,
  ].join('\r\n')
}
