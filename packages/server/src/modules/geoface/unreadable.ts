import type { RequestScope } from '../../http/scope.js'
import type { Database } from '../../storage/storage.js'
import { memoizeByDatabase } from '../../storage/weak-memoize.js'

const maxNoted = 10_000
const notedGeometries = memoizeByDatabase((_db: Database) => new Set<number>())

/**
 * Notes once in the log of the service, for each geometry, that its text cannot be read and no map shows it.
 */
export function noteUnreadable({ db, log }: RequestScope, table: string, geoIds: readonly number[]): void {
  const known = notedGeometries(db)
  const unknown = geoIds.filter((geoId) => !known.has(geoId)).slice(0, maxNoted - known.size)
  if (unknown.length === 0) return
  for (const geoId of unknown) known.add(geoId)
  log.warn({ app: db.app, table, geometries: unknown.slice(0, 100) }, 'geometries cannot be read')
}
