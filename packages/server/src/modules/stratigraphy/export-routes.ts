import { MatrixExportQuery } from '@trowel/contract/stratigraphy.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import { exportMatrix } from './matrix.js'

/** The Harris matrix as a file. */
export const matrixExportRoutes =
  ({ config }: Services): Routes =>
  async (server) => {
    server.get(
      '/api/rs/export',
      {
        schema: {
          tags: ['stratigraphy'],
          querystring: MatrixExportQuery,
          summary: 'The Harris matrix of a table as Graphviz, GraphML, CSV, LST, data package or drawing',
        },
      },
      async ({ scope, query }, reply) => {
        const file = await exportMatrix(scope, query, config.limits.queryTimeMs)
        return reply
          .type(file.contentType)
          .header('content-disposition', `attachment; filename="${file.name}"`)
          .header('cache-control', 'no-store')
          .send(file.bytes)
      },
    )
  }
