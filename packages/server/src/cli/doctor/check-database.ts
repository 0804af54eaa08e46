import type { Config } from '../../config.js'
import type { ServerFacts } from '../../storage/postgres/inspect-server.js'
import { inspectEngine } from '../../storage/sqlite/inspect-engine.js'
import { StorageError } from '../../storage/storage.js'
import { clockFinding } from './check-machine.js'
import { type Finding, note, ok, wrong } from './finding.js'

const timeoutMs = 5_000
const oldestPostgres = 15

/** The engine itself; what it holds is looked at afterwards. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, databaseReadUrl, workers } = config
  if (databaseUrl === undefined) return checkSqlite()
  try {
    const facts = await factsOf(databaseUrl)
    const replica = databaseReadUrl === undefined ? [] : [await checkReplica(databaseReadUrl, facts)]
    return [...checkServer(facts, 4 + 4 * workers), ...replica]
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

/** The service reads from the primary as long as there is no replica to read from. */
async function checkReplica(url: string, { cluster }: ServerFacts): Promise<Finding> {
  const advice = 'Set TROWEL_DATABASE_READ_URL to a hot standby of TROWEL_DATABASE_URL, or leave it out.'
  try {
    const facts = await factsOf(url)
    if (facts.isReplica && facts.cluster === cluster) return ok('database', 'Its replica can be read from.')
    return wrong('database', 'TROWEL_DATABASE_READ_URL names no replica of TROWEL_DATABASE_URL.', advice)
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error)
    return note('database', `The replica cannot be reached, and is not read from: ${found}`, advice)
  }
}

async function factsOf(url: string): Promise<ServerFacts> {
  const { inspectServer } = await import('../../storage/postgres/inspect-server.js')
  return inspectServer(url, timeoutMs)
}

/** What the server, or the way to it, says by a code. */
const isRefusal = (error: unknown): boolean => error instanceof Error && 'code' in error

function checkSqlite(): Finding[] {
  const { version, missing } = inspectEngine()
  if (missing.length === 0) return [ok('database', `SQLite ${version}, embedded.`)]
  const found = `SQLite ${version} was built without ${missing.join(', ')}.`
  return [wrong('database', found, 'Install Trowel again, as it comes.')]
}

function checkServer(facts: ServerFacts, neededConnections: number): Finding[] {
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
