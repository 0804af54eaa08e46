import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * Bytes that end before the length that was announced break the answer off. Else the client would wait for
 * the rest as long as the connection is kept.
 */
export function breakOffShortBodies(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const length = reply.getHeader('content-length')
    const isChecked = payload instanceof Readable && length !== undefined && request.method !== 'HEAD'
    done(null, isChecked ? Readable.from(whole(payload, Number(length)), { objectMode: false }) : payload)
  })
}

async function* whole(body: Readable, length: number): AsyncGenerator<Uint8Array> {
  let missing = length
  for await (const piece of body) {
    missing -= piece.length
    yield piece
  }
  if (missing > 0) throw new Error(`${missing} of ${length} bytes of the answer are missing.`)
}
