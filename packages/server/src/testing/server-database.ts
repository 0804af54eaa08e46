import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** An empty database of its own on the tests' PostgreSQL server. */
export interface ServerDatabase {
  readonly name: string
  readonly url: string
  /** Waits until no client is connected to it, as copying needs. */
  isLeft(): Promise<void>
  drop(): Promise<void>
}

const patienceMs = 5_000
const endAll = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1'

/** Names a pooler through which the databases of the tests are reached, in front of their server. */
export const pooler = 'TROWEL_TEST_POOLER_URL'

/** Names the folder of the server's Unix socket, where the tests have started it. */
export const socket = 'TROWEL_TEST_DATABASE_SOCKET'

/** The same database, by a shorter way than over the network where there is one. */
export function byShortestWay(url: string): string {
  const folder = process.env[socket]
  if (!folder || process.env[pooler] !== undefined) return url
  const shorter = new URL(url)
  shorter.searchParams.set('host', folder)
  return shorter.href
}

/** @param like the database that it is a copy of; no client may be connected to that one */
export async function makeServerDatabase(like = 'template1'): Promise<ServerDatabase> {
  const server = process.env['TROWEL_TEST_DATABASE_URL']
  if (server === undefined) throw new Error('TROWEL_TEST_DATABASE_URL does not name a PostgreSQL server.')
  const name = `trowel_${randomBytes(8).toString('hex')}`
  // Its files are copied as they are, at half the cost of writing every page into the log.
  await onServer(server, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${like} STRATEGY file_copy`),
  )
  const pooled = process.env[pooler]
  const url = new URL(pooled ?? server)
  url.pathname = `/${name}`
  const leave = async (client: pg.ClientBase): Promise<void> => {
    // A pooler stays connected for others.
    if (pooled !== undefined) await client.query(endAll, [name])
    await allHaveLeft(client, name)
  }
  return {
    name,
    url: url.href,
    isLeft: () => onServer(server, leave),
    drop: () =>
      onServer(server, async (client) => {
        await leave(client)
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
      }),
  }
}

/**
 * A pool says that it has ended a little before its connections have: one that is cut off meanwhile would
 * fail the test.
 */
async function allHaveLeft(client: pg.ClientBase, name: string): Promise<void> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    const { rows } = await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [name])
    if (rows.length === 0) break
    await sleep(10)
  }
}

/** The connections that make and drop databases, of each server. */
const pools = new Map<string, pg.Pool>()

async function onServer(url: string, work: (client: pg.ClientBase) => Promise<unknown>): Promise<void> {
  let pool = pools.get(url)
  if (!pool) {
    pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true })
    // The server may end first.
    pool.on('error', () => undefined)
    pools.set(url, pool)
  }
  const client = await pool.connect()
  try {
    await work(client)
  } finally {
    client.release()
  }
}
