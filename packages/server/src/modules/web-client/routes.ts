import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AppError } from '../../errors.js'
import { replyWithError } from '../../http/error-reply.js'
import type { Services } from '../../http/services.js'
import { outsideOrigins } from '../map-layers/index.js'
import { widgetPage, widgetPolicy } from './widget-frame.js'

const site = new URL('../../../../web/dist/site/', import.meta.url)

/** The addresses at which a person may enter the client; which view stands there, the client itself knows. */
const entrances = ['/', '/login', '/setup', '/app/:app', '/app/:app/*'] as const

/** The web client: one page for every address that a person may open, and the files that it consists of. */
export const webClientRoutes =
  ({ applications }: Services): FastifyPluginAsyncTypebox =>
  async (server) => {
    const page = await readFile(new URL('index.html', site), 'utf8')
    const worker = await readFile(new URL('service-worker.js', site), 'utf8')

    for (const entrance of entrances) {
      server.get(entrance, { schema: { hide: true } }, async ({ params }, reply) => {
        const { app } = params as { app?: string }
        // An application that cannot be opened says so itself, in the client.
        const application =
          app === undefined ? undefined : await applications.open(app).catch(() => undefined)
        const mapServers = application ? await outsideOrigins(application).catch(() => []) : []
        const nonce = randomBytes(16).toString('base64')
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', contentPolicy(nonce, mapServers))
          .header('referrer-policy', 'no-referrer')
          .header('x-content-type-options', 'nosniff')
          .header('cache-control', 'no-cache')
          .send(page.replace('{{style-nonce}}', nonce))
      })
    }

    // It may only keep pages below its own address, hence beside them.
    server.get('/service-worker.js', { schema: { hide: true } }, async (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-cache')
        .send(worker),
    )

    server.get('/widget-frame', { schema: { hide: true } }, async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', widgetPolicy(nonce))
        .header('referrer-policy', 'no-referrer')
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-cache')
        .send(widgetPage(nonce))
    })

    await server.register(assetRoutes)
  }

/** Scripts, styles and the like. Their names change with their content. */
const assetRoutes: FastifyPluginAsyncTypebox = async (server) => {
  // Whatever the library refuses, a folder for one, is no file of ours.
  server.setErrorHandler((_error, request, reply) =>
    replyWithError(new AppError('not_found'), request, reply),
  )
  await server.register(fastifyStatic, {
    root: fileURLToPath(new URL('assets/', site)),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    schemaHide: true,
    setHeaders: (reply) => {
      reply.header('x-content-type-options', 'nosniff')
    },
  })
}

/**
 * What the page of the client may do: run its own scripts, ask this service, show its own pictures. Nothing
 * comes from, and nothing goes to, anywhere else, but for the servers that an administrator has named as
 * sources of map layers. Style elements need the nonce of the answer.
 *
 * @param mapServers origins, `https://tiles.example.org`
 */
const contentPolicy = (nonce: string, mapServers: readonly string[]): string => {
  const ofMaps = mapServers.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${ofMaps}`,
    "font-src 'self'",
    "media-src 'self' blob:",
    `connect-src 'self'${ofMaps}`,
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
