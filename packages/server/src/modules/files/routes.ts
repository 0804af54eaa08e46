import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { FileContentQuery, FileParams } from '@trowel/contract/files.js'
import { digits } from '../../http/guard.js'
import type { Services } from '../../http/services.js'
import { readContent } from './content.js'
import { folderStore } from './folder-store.js'
import { signedUrls } from './signed-url.js'

/** The bytes of files. */
export const fileRoutes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (server) => {
    const source = {
      services,
      store: folderStore(services.config),
      urls: signedUrls(services.secrets),
    }

    server.route({
      method: ['GET', 'HEAD'],
      url: `/api/file/:id${digits}/content`,
      // Bytes are sent as they are: a part of a compressed answer would be no part of the file.
      compress: false,
      schema: {
        summary: 'The bytes of a file',
        params: FileParams,
        querystring: FileContentQuery,
      },
      handler: async ({ params, query, headers, method, optionalScope }, reply) => {
        const answer = await readContent(source, {
          fileId: Number(params.id),
          token: query.t,
          scope: optionalScope,
          download: query.download === '1',
          headOnly: method === 'HEAD',
          range: headers.range,
          ifRange: headers['if-range'] as string | undefined,
          ifNoneMatch: headers['if-none-match'],
          ifModifiedSince: headers['if-modified-since'],
        })
        reply.code(answer.status).headers(answer.headers)
        return reply.send(answer.body)
      },
    })
  }
