import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** An empty database of its own on the tests' PostgreSQL server. */
export interface ServerDatabase {
  readonly url: string
  drop(): Promise<void>
}

const patienceMs = 5_000

export async function makeServerDatabase(): Promise<ServerDatabase> {
  const server = process.env['TROWEL_TEST_DATABASE_URL']
  if (server === undefined) throw new Error('TROWEL_TEST_DATABASE_URL does not name a PostgreSQL server.')
  const name = `trowel_${randomBytes(8).toString('hex')}`
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name}`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(server, (client) => drop(client, name)) }
}

/** A pool says that it has ended a little before its connections have: one that is cut off meanwhile would fail the test. */
async function drop(client: pg.Client, name: string): Promise<void> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    const { rows } = await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [name])
    if (rows.length === 0) break
    await sleep(10)
  }
  await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
