import { Readable } from 'node:stream'
import { PackageQuery } from '@trowel/contract/geopackage.js'
import { abortOnDisconnect } from '../../http/abort-on-disconnect.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import { exportTables, packageType } from './service.js'

/** Several tables as one GeoPackage. */
export const geopackageRoutes =
  ({ binaries }: Services): Routes =>
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
        const file = exportTables(scope, binaries.spool, query.tb)
        const content = method === 'HEAD' ? Readable.from([]) : await file.open(abortOnDisconnect(reply))
        return reply
          .type(packageType)
          .header('content-disposition', `attachment; filename="${file.name}"`)
          .header('cache-control', 'no-store')
          .send(content)
      },
    )
  }
