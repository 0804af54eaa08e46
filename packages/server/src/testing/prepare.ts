import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresStorage } from '../storage/postgres/postgres-storage.js'
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.js'
import { engines } from './open-database.js'
import { laidOut, layOutIn } from './open-dig.js'
import { openPgbouncer } from './pgbouncer.js'
import startPostgresServer from './postgres-server.js'
import { makeServerDatabase, pooler } from './server-database.js'

const queryTimeMs = 30_000

/**
 * Starts PostgreSQL and lays out the dig of the tests once on each engine, to be copied. Vitest calls it
 * before the first test.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  const stopServer = await startPostgresServer()
  // Of a worker's last services nobody says that they are over: what they leave goes with this folder.
  const folder = await mkdtemp(join(tmpdir(), 'trowel-tests-'))
  const outer = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  // A PostgreSQL server that a test starts may run as another user.
  await chmod(folder, 0o755)
  const closePooler = await openPooler()
  const samples = await Promise.all(
    engines.map(async (engine) => [engine, await (engine === 'sqlite' ? inFolder() : onServer())] as const),
  )
  for (const [engine, { like }] of samples) process.env[laidOut[engine]] = like
  return async () => {
    for (const [, { remove }] of samples) await remove()
    await closePooler?.()
    if (outer === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = outer
    await rm(folder, { recursive: true, force: true })
    await stopServer?.()
  }
}

/** With `TROWEL_TEST_POOLER=session` everything on PostgreSQL goes through a pgbouncer. */
async function openPooler(): Promise<(() => Promise<void>) | undefined> {
  const [server, mode] = [process.env['TROWEL_TEST_DATABASE_URL'], process.env['TROWEL_TEST_POOLER']]
  if (server === undefined || mode === undefined) return undefined
  if (mode !== 'session') throw new Error(`TROWEL_TEST_POOLER is ${mode}; it can be session.`)
  const { url, close } = await openPgbouncer(server, mode)
  process.env[pooler] = url
  return close
}

interface Sample {
  readonly like: string
  remove(): Promise<void>
}

async function inFolder(): Promise<Sample> {
  const folder = await mkdtemp(join(tmpdir(), 'trowel-dig-'))
  const storage = await openSqliteStorage({ folder, readers: 1, queryTimeMs })
  await layOutIn({ storage, close: () => storage.close() })
  return { like: folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function onServer(): Promise<Sample> {
  const { name, url, isLeft, drop } = await makeServerDatabase()
  const storage = await openPostgresStorage({ url, connections: 6, queryTimeMs })
  await layOutIn({ storage, close: () => storage.close() })
  await isLeft()
  return { like: name, remove: () => drop().catch(isGoneWithServer) }
}

/** Browser journeys may have started the tests' server, and stop it when they are over. */
function isGoneWithServer(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')) throw error
}
