import pg from 'pg'
import { endConnection } from './end-connection.js'
import { storageErrorOf } from './errors.js'

/** What an administrator should know of a PostgreSQL server. */
export interface ServerFacts {
  readonly version: string
  /** 15 for PostgreSQL 15.4. */
  readonly major: number
  readonly encoding: string
  /** The extension that makes searches in texts fast: here already, or can be made here. */
  readonly hasTrigrams: boolean
  readonly mayMakeRoles: boolean
  readonly maxConnections: number
  /** Every cluster has one, which its replicas share. */
  readonly cluster: string
  readonly isReplica: boolean
  /** How far its clock goes before the one of this machine. */
  readonly aheadMs: number
}

interface FactsRow extends Omit<ServerFacts, 'major' | 'aheadMs'> {
  readonly number: number
  readonly now: number
}

const question = `
  SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
    current_setting('server_encoding') AS encoding,
    EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm') AS "hasTrigrams",
    (SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user) AS "mayMakeRoles",
    current_setting('max_connections')::int AS "maxConnections",
    (SELECT system_identifier::text FROM pg_control_system()) AS cluster, pg_is_in_recovery() AS "isReplica",
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`

/**
 * Asks a server by a connection of its own, which changes nothing.
 * @throws StorageError when it cannot be reached
 */
export async function inspectServer(url: string, timeoutMs: number): Promise<ServerFacts> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'trowel doctor',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const asked = Date.now()
    const { rows } = await client.query<FactsRow>(question)
    const answered = Date.now()
    const [row] = rows
    if (!row) throw new Error('PostgreSQL says nothing of itself.')
    const { number, now, ...facts } = row
    // The moment of the answer lies between the two.
    const aheadMs = now > answered ? now - answered : now < asked ? now - asked : 0
    return { ...facts, major: Math.floor(number / 10_000), aheadMs: Math.round(aheadMs) }
  } catch (error) {
    throw storageErrorOf(error)
  } finally {
    await endConnection(client, timeoutMs)
  }
}
