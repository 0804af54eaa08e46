import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { AppError } from '../../errors.js'

const folder = new URL('../../../assets/start/', import.meta.url)

const files: Readonly<Record<string, string>> = {
  'start.css': 'text/css; charset=utf-8',
  'start.js': 'text/javascript; charset=utf-8',
}

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** What somebody sees who opens the printed address: the state of the service, the first application, the next steps. */
export const startPageRoutes: FastifyPluginAsyncTypebox = async (server) => {
  const page = await readFile(new URL('start.html', folder))
  const parts = new Map<string, Buffer>()
  for (const name of Object.keys(files)) parts.set(name, await readFile(new URL(name, folder)))

  server.get('/', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-cache')
      .send(page),
  )

  server.get(
    '/start/:file',
    { schema: { hide: true, params: Type.Object({ file: Type.String() }) } },
    async (request, reply) => {
      const { file } = request.params
      const content = parts.get(file)
      if (!content) throw new AppError('not_found')
      return reply
        .type(files[file] ?? 'application/octet-stream')
        .header('cache-control', 'no-cache')
        .send(content)
    },
  )
}
