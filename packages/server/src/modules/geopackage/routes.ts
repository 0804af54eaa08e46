import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { PackageQuery } from '@trowel/contract/geopackage.js'
import { abortOnDisconnect } from '../../http/abort-on-disconnect.js'
import type { Services } from '../../http/services.js'
import { exportTables, packageType } from './service.js'

/** Several tables as one GeoPackage. */
export const geopackageRoutes =
  ({ binaries }: Services): FastifyPluginAsyncTypebox =>
  async (server) => {
    server.get(
      '/api/export/gpkg',
      {
        schema: {
          tags: ['GIS'],
          querystring: PackageQuery,
          summary: 'Several tables, with their map data and plugin tables, as one GeoPackage',
        },
      },
      async ({ scope, query, method }, reply) => {
        const file = exportTables(scope, binaries.spool, query)
        const content = method === 'HEAD' ? Readable.from([]) : await file.open(abortOnDisconnect(reply))
        return reply
          .type(packageType)
          .header('content-disposition', `attachment; filename="${file.name}"`)
          .header('cache-control', 'no-store')
          .send(content)
      },
    )
  }
