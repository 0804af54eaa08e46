import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AppError } from '../../errors.js'
import { replyWithError } from '../../http/error-reply.js'

const site = new URL('../../../../../docs/site/dist/', import.meta.url)

/** Its pages run their own search and fetch its index, and nothing of theirs comes from elsewhere. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The documentation of this version, for everybody who reaches the service. */
export const documentationRoutes: FastifyPluginAsyncTypebox = async (server) => {
  await server.register(siteRoutes)
}

const siteRoutes: FastifyPluginAsyncTypebox = async (server) => {
  // What the library refuses is no page.
  server.setErrorHandler((_error, request, reply) =>
    replyWithError(new AppError('not_found'), request, reply),
  )
  server.get('/docs', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs/'))
  await server.register(fastifyStatic, {
    root: fileURLToPath(site),
    prefix: '/docs/',
    decorateReply: false,
    dotfiles: 'ignore',
    cacheControl: false,
    schemaHide: true,
    setHeaders: (reply) => {
      reply.header('content-security-policy', contentPolicy)
      reply.header('x-content-type-options', 'nosniff')
      reply.header('referrer-policy', 'no-referrer')
      reply.header('cache-control', 'no-cache')
    },
  })
}
