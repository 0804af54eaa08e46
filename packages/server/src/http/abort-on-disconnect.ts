import type { FastifyReply } from 'fastify'

/** Tells when the caller goes away, so that work for him ends. */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  return left.signal
}
