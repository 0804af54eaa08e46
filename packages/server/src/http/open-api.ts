import { randomBytes } from 'node:crypto'
import swagger from '@fastify/swagger'
import { ChangeNote } from '@trowel/contract/changes.js'
import { WebhookPayload } from '@trowel/contract/webhooks.js'
import Fastify, { type FastifyInstance } from 'fastify'
import { type TProperties, Type } from 'typebox'
import { plainPath } from './guard.js'
import type { Services } from './services.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Headers that the route reads beyond the usual ones, for the document. */
    headers?: { readonly properties: TProperties }
  }
}

/** The reference page brings its program and styles along; nothing of it may reach another machine. */
const pagePolicy = (nonce: string): string =>
  `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; ` +
  "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The program takes the nonce of its styles from this element. */
const withNonce = (page: string, nonce: string): string =>
  page
    .replaceAll('<script', `<script nonce="${nonce}"`)
    .replace('<head>', `<head><meta property="csp-nonce" content="${nonce}">`)

/** As JSON Schema, of which the types of the document know a part. */
const payload: object = WebhookPayload

/** What the service sends to others. */
const messageOfWebhook = {
  tags: ['webhooks'],
  summary: 'A change set, or a test, as one user may see it',
  description: 'Signed as the Standard Webhooks specification says.',
  parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header' as const,
    required: true,
    schema: { type: 'string' as const },
  })),
  requestBody: { content: { 'application/json': { schema: payload } } },
  responses: { '2XX': { description: 'It was taken; anything else is tried again.' } },
}

/**
 * `/api/openapi.json`, made from the schemas that validate, and `/api/docs`, a reference page that needs no
 * internet.
 */
export async function openApi(server: FastifyInstance, services: Services): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Trowel',
        version: services.version,
        description:
          'Records of excavations, surveys and collections. The application is decided by the bearer token: ' +
          'one from `POST /api/auth/login`, or an API key.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      },
      security: [{ bearer: [] }],
      webhooks: { change_set: { post: messageOfWebhook } },
    },
    transform: ({ schema, url, route: { config } }) => {
      const { guard, headers } = config ?? {}
      const mayWrite = guard !== undefined && guard.method !== 'GET' && guard.guard !== 'public'
      const read = { ...(mayWrite && ChangeNote.properties), ...headers?.properties }
      const isReading = Object.keys(read).length > 0
      return { schema: { ...schema, ...(isReading && { headers: Type.Object(read) }) }, url: plainPath(url) }
    },
  })
  server.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(server.swagger()),
  )
  let page: Promise<FastifyInstance> | undefined
  server.addHook('onClose', async () => {
    await (await page)?.close()
  })
  for (const path of ['/api/docs', '/api/docs/', '/api/docs/*']) {
    server.get(path, { schema: { hide: true } }, async (request, reply) => {
      page ??= openReferencePage()
      const answer = await (await page).inject({ method: 'GET', url: request.url })
      for (const name of ['content-type', 'location'] as const) {
        const value = answer.headers[name]
        if (value !== undefined) reply.header(name, value)
      }
      const nonce = randomBytes(16).toString('base64')
      const isPage = String(answer.headers['content-type']).startsWith('text/html')
      return reply
        .code(answer.statusCode)
        .header('content-security-policy', pagePolicy(nonce))
        .send(isPage ? withNonce(answer.body, nonce) : answer.rawPayload)
    })
  }
}

/**
 * The page is loaded when it is first opened: its program is large, and most services are never asked
 * for it.
 */
async function openReferencePage(): Promise<FastifyInstance> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const page = Fastify()
  await page.register(apiReference, {
    routePrefix: '/api/docs',
    configuration: {
      url: '/api/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  await page.ready()
  return page
}
