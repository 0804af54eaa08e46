import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StorageError } from '../storage.js'
import { endConnection } from './end-connection.js'
import { isLost, storageErrorOf } from './errors.js'

/** What the service relies on, once the engine is known. */
export interface EngineAbilities {
  /** Do notices arrive? Where they do not, what they would tell is looked for. */
  readonly notices: boolean
}

type Probe = (one: pg.Client, other: pg.Client) => Promise<boolean>

/** What a session of its own has; each is tried while another connection is in a transaction. */
const sessionNeeds: readonly (readonly [what: string, isMet: Probe])[] = [
  // Asked several times: a pooler may give out the same session again by chance.
  ['a session of its own', hasOwnSession],
  ['prepared statements that stay', keepsStatements],
  ['settings (SET) that stay', keepsSettings],
  ['locks (pg_advisory_lock) that others respect', keepsLocks],
]

/** PostgreSQL 15, https://www.postgresql.org/support/versioning/ */
const oldestVersion = 150_000

/**
 * Proves that connections are sessions of a PostgreSQL that does what the service relies on: a pooler may
 * share sessions among clients, and other engines speak the protocol and do less. Nothing of it stays.
 * @param silenceMs after so long without a notice there are none; an answer may take twice as long
 * @throws StorageError `unavailable` with a sentence for the person who starts the service
 */
export async function probeEngine(url: string, silenceMs: number): Promise<EngineAbilities> {
  const clients: pg.Client[] = []
  try {
    const open = () => connect(url, 2 * silenceMs, clients)
    const [one, other] = [await open(), await open()]
    await requireServer(one)
    for (const [what, isMet] of sessionNeeds) {
      if (await isMet(one, other).catch(isLostOnly)) continue
      throw new StorageError(
        'unavailable',
        `what stands between does not give the service ${what}. Let the pooler keep a session for each client (pgbouncer: pool_mode = session), or name PostgreSQL itself in TROWEL_DATABASE_URL.`,
      )
    }
    await requireAbilities(one, other)
    return { notices: await hearsNotices(one, other, silenceMs).catch(isLostOnly) }
  } catch (error) {
    throw storageErrorOf(error)
  } finally {
    await Promise.all(clients.map((client) => endConnection(client, silenceMs)))
  }
}

/** Its version, and that it can be written to: a replica cannot. */
async function requireServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number; replica: boolean }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
      pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS replica`,
  )
  const [found] = rows
  if (!found || found.number < oldestVersion) {
    throw new StorageError(
      'unavailable',
      `PostgreSQL must be of version 15 or newer, not ${found?.version}. Update it, or name another one in TROWEL_DATABASE_URL.`,
    )
  }
  if (found.replica) {
    throw new StorageError(
      'unavailable',
      'PostgreSQL takes no writes: it is a replica, or all of it is read-only. Name the primary in TROWEL_DATABASE_URL.',
    )
  }
}

/**
 * What an engine may lack that only looks like PostgreSQL. It is tried with a table that both connections
 * see. If the process ends meanwhile, the next start drops its schema, as it does with every schema of such
 * a name that is not locked.
 */
async function requireAbilities(one: pg.Client, other: pg.Client): Promise<void> {
  const schema = `new_probe_${randomBytes(6).toString('hex')}`
  const table = `"${schema}".probe`
  const require = async (ability: string, isMet: () => Promise<boolean>): Promise<void> => {
    if (await isMet().catch(isLostOnly)) return
    throw new StorageError(
      'unavailable',
      `What answers only looks like PostgreSQL: it lacks ${ability}. Name a PostgreSQL server of version 15 or newer in TROWEL_DATABASE_URL.`,
    )
  }
  const count = async (client: pg.Client, where = 'true'): Promise<number | undefined> =>
    (await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`)).rows[0]?.n
  await one.query(`SELECT pg_advisory_lock(hashtext('${schema}'))`)
  // None of it has to outlive a crash.
  await one.query('SET synchronous_commit = off')
  try {
    await require('triggers that see the rows of a statement', async () => {
      await one.query(
        `CREATE SCHEMA "${schema}"; CREATE TABLE ${table} (id int PRIMARY KEY, seen int);
        CREATE FUNCTION "${schema}".see() RETURNS trigger LANGUAGE plpgsql AS $see$ BEGIN
          UPDATE ${table} p SET seen = n.id FROM new_rows n WHERE p.id = n.id; RETURN NULL;
        END $see$;
        CREATE TRIGGER see AFTER INSERT ON ${table} REFERENCING NEW TABLE AS new_rows
          FOR EACH STATEMENT EXECUTE FUNCTION "${schema}".see()`,
      )
      await one.query(`INSERT INTO ${table} (id) VALUES (1), (2)`)
      return (await count(one, 'seen = id')) === 2
    })
    await require('snapshots (REPEATABLE READ) that stay as they were', async () => {
      await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const before = await count(other)
      await one.query(`INSERT INTO ${table} (id) VALUES (3)`)
      const after = await count(other)
      await other.query('ROLLBACK')
      return before === 2 && after === 2 && (await count(other)) === 3
    })
    await require('transactions that undo changes of tables', async () => {
      await one.query(`BEGIN; ALTER TABLE ${table} ADD COLUMN gone int; ROLLBACK`)
      return one.query(`SELECT gone FROM ${table}`).then(
        () => false,
        (error: unknown) => error instanceof pg.DatabaseError && error.code === '42703',
      )
    })
    await require('locks of rows that others respect', async () => {
      await one.query(`BEGIN; UPDATE ${table} SET seen = 0 WHERE id = 1`)
      try {
        return await other.query(`SELECT id FROM ${table} WHERE id = 1 FOR UPDATE NOWAIT`).then(
          () => false,
          (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03',
        )
      } finally {
        await one.query('ROLLBACK')
      }
    })
  } finally {
    await one.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`).catch(() => undefined)
  }
}

async function connect(url: string, patienceMs: number, clients: pg.Client[]): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'trowel start',
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  })
  clients.push(client)
  client.on('error', () => undefined)
  await client.connect()
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

/** Both those of a connection and those of a transaction, which are taken of one another. */
async function keepsLocks(one: pg.Client, other: pg.Client): Promise<boolean> {
  const lock = randomBytes(4).readInt32BE()
  const gets = async (): Promise<boolean | undefined> =>
    (await other.query<{ got: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS got', [lock])).rows[0]?.got
  await one.query('SELECT pg_advisory_lock($1)', [lock])
  if ((await gets()) !== false) return false
  await one.query('SELECT pg_advisory_unlock($1)', [lock])
  return (await gets()) === true
}
