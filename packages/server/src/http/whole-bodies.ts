import { pipeline, Readable, Transform } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * Bytes that end before the length that was announced break the answer off. Else the client would wait for
 * the rest as long as the connection is kept.
 */
export function breakOffShortBodies(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const length = reply.getHeader('content-length')
    const isChecked = payload instanceof Readable && length !== undefined && request.method !== 'HEAD'
    // The pipeline closes the file also where the client has gone before anything was read.
    done(null, isChecked ? pipeline(payload, whole(Number(length)), () => undefined) : payload)
  })
}

function whole(length: number): Transform {
  let missing = length
  return new Transform({
    transform: (piece: Uint8Array, _encoding, done) => {
      missing -= piece.length
      done(null, piece)
    },
    flush: (done) =>
      done(missing > 0 ? new Error(`${missing} of ${length} bytes of the answer are missing.`) : null),
  })
}
