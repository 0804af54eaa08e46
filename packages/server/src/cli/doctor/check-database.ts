import type { Config } from '../../config.js'
import { inspectServer } from '../../storage/postgres/inspect-server.js'
import { inspectEngine } from '../../storage/sqlite/inspect-engine.js'
import { StorageError } from '../../storage/storage.js'
import { clockFinding } from './check-machine.js'
import { type Finding, note, ok, wrong } from './finding.js'

const timeoutMs = 5_000
const oldestPostgres = 15

/** The engine itself; what it holds is looked at afterwards. */
export async function checkDatabase({ databaseUrl, workers }: Config): Promise<Finding[]> {
  if (databaseUrl === undefined) return checkSqlite()
  try {
    return checkServer(await inspectServer(databaseUrl, timeoutMs), 4 + 4 * workers)
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error)
    if (!(error instanceof StorageError) && !isRefusal(error)) throw error
    return [
      wrong(
        'database',
        `PostgreSQL cannot be used: ${found}`,
        'Start it, or set TROWEL_DATABASE_URL to where it is, with the right name and password.',
      ),
    ]
  }
}

/** What the server, or the way to it, says by a code. */
const isRefusal = (error: unknown): boolean => error instanceof Error && 'code' in error

function checkSqlite(): Finding[] {
  const { version, missing } = inspectEngine()
  if (missing.length === 0) return [ok('database', `SQLite ${version}, embedded.`)]
  const found = `SQLite ${version} was built without ${missing.join(', ')}.`
  return [wrong('database', found, 'Install Trowel again, as it comes.')]
}

function checkServer(facts: Awaited<ReturnType<typeof inspectServer>>, neededConnections: number): Finding[] {
  const { version, major, encoding, hasTrigrams, mayMakeRoles, maxConnections, aheadMs } = facts
  const found: Finding[] = []
  const add = (isTrue: boolean, finding: Finding): void => {
    if (isTrue) found.push(finding)
  }
  add(
    major < oldestPostgres,
    wrong('database', `PostgreSQL ${version} is too old.`, 'Trowel needs PostgreSQL 15 or newer.'),
  )
  add(
    encoding !== 'UTF8',
    wrong('database', `The database has the encoding ${encoding}.`, 'Make one with ENCODING UTF8.'),
  )
  add(
    maxConnections < neededConnections,
    wrong(
      'database',
      `PostgreSQL takes ${maxConnections} connections, and the service may need ${neededConnections}.`,
      'Raise max_connections in postgresql.conf, or lower TROWEL_WORKERS.',
    ),
  )
  add(
    !hasTrigrams,
    note(
      'database',
      'The extension pg_trgm is not installed on the server: searches in long texts are slow.',
      'Install the package with PostgreSQL’s own extensions (postgresql-contrib).',
    ),
  )
  add(
    !mayMakeRoles,
    note(
      'database',
      'The database user may not make roles: super-administrators cannot use SQL.',
      'ALTER ROLE … CREATEROLE, if they should.',
    ),
  )
  const isSound = found.every(({ state }) => state !== 'wrong')
  return [
    ...(isSound ? [ok('database', `PostgreSQL ${version}.`)] : []),
    ...found,
    clockFinding('The clock of PostgreSQL', aheadMs),
  ]
}
