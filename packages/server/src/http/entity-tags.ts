import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A tag that stands for these bytes. */
export const tagOf = (content: string | Uint8Array): string =>
  `"${hash('sha1', content, 'base64url').slice(0, 20)}"`

/**
 * The tags of `If-Match` or `If-None-Match`, without the mark of weak ones, which proxies add; `*` stands for
 * any.
 */
export const tagsIn = (header: string): readonly string[] =>
  header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** Does a conditional header name this tag? */
export const namesTag = (header: string, etag: string): boolean =>
  tagsIn(header).some((tag) => tag === '*' || tag === etag)

/** Does the caller have the answer with this tag already? */
export const isKnown = ({ headers }: FastifyRequest, etag: string): boolean =>
  namesTag(headers['if-none-match'] ?? '', etag)

/**
 * Every JSON answer to a GET carries a tag of its own content and is not sent again to a caller who has it.
 * Routes that know a better tag, and those whose answers may not be cached, decide for themselves.
 */
export function tagAnswers(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!isWhole(payload) || !mayBeTagged(request, reply)) {
      done(null, payload)
      return
    }
    const etag = tagOf(payload)
    reply.header('etag', etag)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
    if (!isKnown(request, etag)) {
      done(null, payload)
      return
    }
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    done(null, '')
  })
}

const isWhole = (payload: unknown): payload is string | Uint8Array =>
  typeof payload === 'string' || payload instanceof Uint8Array

const mayBeTagged = (request: FastifyRequest, reply: FastifyReply): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  reply.statusCode === 200 &&
  !reply.hasHeader('etag') &&
  String(reply.getHeader('content-type') ?? '').startsWith('application/json') &&
  !String(reply.getHeader('cache-control') ?? '').includes('no-store')
