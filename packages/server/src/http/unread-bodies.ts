import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** How long the rest of a refused body may take. */
const maxDrainMs = 30_000

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Many clients send all of a body before they read an answer, and a connection that ends earlier breaks their
 * pipe and loses the answer. A reply that comes before the end of the body is sent at once; its connection
 * ends only when the rest of the body is read and thrown away, up to a bound.
 *
 * @param maxBytes how much more of a body is read
 */
export function drainUnreadBodies(server: FastifyInstance, maxBytes: number): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (raw.complete !== false || !hasBody(raw)) {
      done(null, payload)
      return
    }
    const drained = drain(raw, maxBytes)
    reply.header('connection', 'close')
    if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) {
      drained.then(() => done(null, payload), done)
      return
    }
    reply.header('content-length', Buffer.byteLength(payload))
    done(null, Readable.from(untilDrained(payload, drained), { objectMode: false }))
  })
}

async function* untilDrained(payload: string | Uint8Array, drained: Promise<void>) {
  yield Buffer.from(payload)
  await drained
}

/** Reads what is left of a body until it ends, is too long or takes too long. */
function drain(body: IncomingMessage, maxBytes: number): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const end = (): void => {
      clearTimeout(timer)
      body.off('data', count).pause()
      resolve()
    }
    const count = (piece: Buffer): void => {
      bytes += piece.length
      if (bytes > maxBytes) end()
    }
    const timer = setTimeout(end, maxDrainMs)
    body.unpipe()
    body.once('end', end).once('close', end).once('error', end)
    body.on('data', count).resume()
  })
}
