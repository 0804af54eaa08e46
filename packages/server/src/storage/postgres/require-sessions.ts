import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StorageError } from '../storage.js'
import { isLost, storageErrorOf } from './errors.js'

/**
 * What the service needs of a connection besides its answers; each is tried while another connection is in a
 * transaction.
 */
const needs: readonly (readonly [
  what: string,
  isMet: (one: pg.Client, other: pg.Client, noticeMs: number) => Promise<boolean>,
])[] = [
  // Asked several times: a pooler may give out the same session again by chance.
  ['a session of its own', hasOwnSession],
  ['notices (LISTEN) that arrive', hearsNotices],
  ['prepared statements that stay', keepsStatements],
  ['settings (SET) that stay', keepsSettings],
  ['locks (pg_advisory_lock) that others respect', keepsLocks],
]

/**
 * Proves that a connection is a session of PostgreSQL, as it is unless a pooler stands between that shares
 * sessions among clients.
 * @throws StorageError `unavailable` with a sentence for the person who starts the service
 */
export async function requireSessions(url: string, noticeMs: number): Promise<void> {
  const [one, other] = [await connect(url), await connect(url)]
  try {
    for (const [what, isMet] of needs) {
      if (await isMet(one, other, noticeMs).catch(isLostOnly)) continue
      throw new StorageError(
        'unavailable',
        `what stands between does not give the service ${what}. Let the pooler keep a session for each client (pgbouncer: pool_mode = session), or name PostgreSQL itself in TROWEL_DATABASE_URL.`,
      )
    }
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'trowel start' })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw storageErrorOf(error)
  }
  return client
}

/** What is refused is not there; a connection that breaks says nothing. */
function isLostOnly(error: unknown): false {
  const known = storageErrorOf(error)
  if (isLost(known)) throw known
  return false
}

/** Does `work` while the other connection is in a transaction, which keeps a session busy. */
async function whileBusy<T>(other: pg.Client, work: () => Promise<T>): Promise<T> {
  await other.query('BEGIN; SELECT 1')
  try {
    return await work()
  } finally {
    await other.query('ROLLBACK')
  }
}

const sessionOf = async (client: pg.Client): Promise<string> =>
  (await client.query<{ id: string }>('SELECT pg_backend_pid()::text AS id')).rows[0]?.id ?? ''

async function hasOwnSession(one: pg.Client, other: pg.Client): Promise<boolean> {
  const own = await sessionOf(one)
  for (let k = 0; k < 4; k++) {
    if ((await whileBusy(other, () => sessionOf(one))) !== own || (await sessionOf(other)) === own)
      return false
  }
  return true
}

async function hearsNotices(one: pg.Client, other: pg.Client, noticeMs: number): Promise<boolean> {
  const channel = `trowel_start_${randomBytes(8).toString('hex')}`
  const over = new AbortController()
  const heard = new Promise<boolean>((resolve) => one.once('notification', () => resolve(true)))
  await one.query(`LISTEN ${channel}`)
  await other.query(`NOTIFY ${channel}`)
  const late = sleep(noticeMs, false, { signal: over.signal }).catch(() => false)
  const isHeard = await Promise.race([heard, late])
  over.abort()
  return isHeard
}

async function keepsStatements(one: pg.Client, other: pg.Client): Promise<boolean> {
  const ask = () => one.query({ name: 'trowel_start', text: 'SELECT 1' })
  await ask()
  return whileBusy(other, async () => (await ask()).rowCount === 1)
}

async function keepsSettings(one: pg.Client, other: pg.Client): Promise<boolean> {
  await one.query('SET search_path TO trowel_start')
  const path = await whileBusy(other, () => one.query<{ search_path: string }>('SHOW search_path'))
  return path.rows[0]?.search_path === 'trowel_start'
}

async function keepsLocks(one: pg.Client, other: pg.Client): Promise<boolean> {
  const lock = randomBytes(4).readInt32BE()
  await one.query('SELECT pg_advisory_lock($1)', [lock])
  const { rows } = await other.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [lock])
  return rows[0]?.got === false
}
