import { Readable } from 'node:stream'
import { abortOnDisconnect } from '../../http/abort-on-disconnect.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import { timeInFileName } from '../../http/wire-time.js'
import { zipFolder } from './zip-folder.js'

/** Everything as open files. */
export const openFolderRoutes =
  (services: Services): Routes =>
  async (server) => {
    server.get(
      '/api/export/all',
      {
        schema: {
          tags: ['records'],
          summary: 'Everything that the caller may see as open files, in a ZIP file',
        },
      },
      async ({ scope, method }, reply) => {
        const content =
          method === 'HEAD' ? Readable.from([]) : await zipFolder(scope, services, abortOnDisconnect(reply))
        return reply
          .type('application/zip')
          .header(
            'content-disposition',
            `attachment; filename="${scope.db.app}_${timeInFileName(scope.now)}.zip"`,
          )
          .header('cache-control', 'no-store')
          .send(content)
      },
    )
  }
