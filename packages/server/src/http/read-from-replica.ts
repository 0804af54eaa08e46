import { positionHeader } from '@trowel/contract/changes.js'
import type { Route } from '@trowel/contract/guard-table.js'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../storage/storage.js'
import { weakMemoize } from '../storage/weak-memoize.js'

/** What reads many rows and writes none. Single records are read where they are written. */
const routes: ReadonlySet<Route> = new Set([
  'GET /api/records/:tb',
  'POST /api/records/:tb',
  'POST /api/records/:tb/totals',
  'POST /api/records/:tb/groups',
  'GET /api/records/:tb/export',
  'GET /api/records/:tb/print',
  'GET /api/records/:tb/labels',
  'GET /api/export/gpkg',
  'GET /api/rs/matrix',
  'GET /api/rs/check',
  'GET /api/rs/export',
  'POST /api/chart/data',
  'GET /api/geoface',
  'GET /api/geoface/tiles/:tb/:z/:x/:y',
  'GET /api/chrono/timeline',
  'GET /ogc/collections/:tb/items',
  'GET /api/refman/export/:tb',
])

/** The same application, read from its replica. Made once for each, because caches hang on it. */
const onReplica = weakMemoize((db: Database): Database => ({ ...db, ...db.replica?.reading }))

/**
 * Lists, exports and the like are read from the replica once it has all that was committed, as far as this
 * node has heard, and what the caller saw or wrote elsewhere, as the header of his request says. A request
 * reads everything from one of the two. Rights and configuration are read from the primary.
 */
export function readFromReplica(server: FastifyInstance): void {
  server.addHook('preHandler', async (request) => {
    const replica = reads(request) ? request.scope?.db.replica : undefined
    const position = request.headers[positionHeader]
    if (await replica?.follows(typeof position === 'string' ? position : undefined))
      request.scope = { ...request.scope, db: onReplica(request.scope.db) }
  })
  server.addHook('onSend', async (request, reply) => {
    const { guard } = request.routeOptions.config
    const replica = request.scope?.db.replica
    if (!replica || !guard || guard.method === 'GET' || reads(request)) return
    // What is stored is stored: without the header the caller reads where this node would.
    const position = await replica.position().catch(() => undefined)
    if (position !== undefined) reply.header(positionHeader, position)
  })
}

function reads({ routeOptions }: FastifyRequest): boolean {
  const { guard } = routeOptions.config
  return guard !== undefined && routes.has(`${guard.method} ${guard.path}` as Route)
}
