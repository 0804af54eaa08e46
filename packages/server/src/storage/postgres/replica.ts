import type { CommitListeners } from '../commit-listeners.js'
import { type RowTexts, textsOf } from '../row-texts.js'
import { type Sql, type SqlValue, sql } from '../sql.js'
import { type Database, type JsonColumn, type Replica, type Snapshot, StorageError } from '../storage.js'
import { ConnectionPool, type ConnectionPoolOptions, type WithConnection } from './connection-pool.js'
import { streamCursor, withSnapshot } from './cursor.js'
import { type ErrorLog, isLost } from './errors.js'
import { PostgresReader } from './reader.js'

/** So often a replica that went away is asked whether it is back. */
const lookMs = 1_000

/** `16/B374D848`, https://www.postgresql.org/docs/current/datatype-pg-lsn.html */
const positionForm = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i

/** A position in the log that can be compared; nothing for what is none. */
function numberOf(position: string | undefined): bigint | undefined {
  if (position === undefined || !positionForm.test(position)) return undefined
  const [high = '', low = ''] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Each cluster has one that its replicas share. */
const identity = 'SELECT system_identifier::text AS id FROM pg_control_system()'

interface State {
  readonly id: string
  readonly replayed: string | null
}

/** @returns the replica, also where it cannot be reached: it is asked again until it can */
export async function openReplica(
  primary: ConnectionPool,
  url: string,
  options: Omit<ConnectionPoolOptions, 'url'>,
): Promise<ReplicaServer> {
  const own = await primary.withConnection((client) => client.query<{ id: string }>(identity))
  const pool = new ConnectionPool({ ...options, url })
  const server = new ReplicaServer(pool, own.rows[0]?.id ?? '', options.log)
  await server.look()
  return server
}

/** A server that follows the one that is written to. */
export class ReplicaServer {
  #isThere = false
  #isFirst = true
  #replayed = 0n
  readonly #timer: NodeJS.Timeout

  /** @param id that of the cluster which it is to be a replica of */
  constructor(
    readonly pool: ConnectionPool,
    private readonly id: string,
    private readonly log: ErrorLog | undefined,
  ) {
    this.#timer = setInterval(() => {
      if (!this.#isThere) void this.look()
    }, lookMs).unref()
  }

  get isThere(): boolean {
    return this.#isThere
  }

  /** Asks whether it can be read from. */
  async look(): Promise<void> {
    try {
      const { rows } = await this.pool.withConnection((client) =>
        client.query<State>(
          `SELECT (${identity.replace(' AS id', '')}) AS id, pg_last_wal_replay_lsn()::text AS replayed`,
        ),
      )
      const replayed = numberOf(rows[0]?.replayed ?? undefined)
      if (rows[0]?.id !== this.id || replayed === undefined) {
        this.away(new StorageError('unavailable', 'It is no replica of TROWEL_DATABASE_URL.'))
        return
      }
      this.#replayed = replayed
      if (!this.#isThere && !this.#isFirst) this.log?.info?.({}, 'the read replica is read from again')
      this.#isThere = true
      this.#isFirst = false
    } catch (error) {
      this.away(error)
    }
  }

  /** From now on the primary is read from, until this one can be again. */
  away(error: unknown): void {
    if (this.#isThere || this.#isFirst)
      this.log?.error({ err: error }, 'the read replica (TROWEL_DATABASE_READ_URL) cannot be read from')
    this.#isThere = this.#isFirst = false
  }

  async hasReplayed(position: bigint): Promise<boolean> {
    if (this.#isThere && this.#replayed < position) await this.look()
    return this.#isThere && this.#replayed >= position
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.pool.end()
  }
}

/** One application on the replica. Where the replica fails a read, the primary answers it. */
export class ApplicationReplica implements Replica {
  readonly reading: Replica['reading']
  /** How far the log was after the last commit that this node heard of; unknown right after one. */
  #heard: Promise<bigint> | undefined

  constructor(
    private readonly server: ReplicaServer,
    private readonly primary: WithConnection,
    { schemaName }: Database,
    commits: CommitListeners,
  ) {
    commits.add(() => {
      this.#heard = undefined
    })
    const replica = server.pool.inSchema(schemaName)
    const withConnection: WithConnection = async (work) => {
      try {
        return await replica(work)
      } catch (error) {
        if (isLost(error)) server.away(error)
        else if (!isOfReplica(error)) throw error
        return primary(work)
      }
    }
    const quick = new PostgresReader(withConnection, schemaName, true)
    this.reading = {
      quick,
      scan: quick,
      stream: (query: Sql, _columns: readonly JsonColumn[]): AsyncIterable<SqlValue[][]> =>
        streamCursor(withConnection, schemaName, query),
      streamTexts: (query: Sql, columns: readonly JsonColumn[], texts: RowTexts): AsyncIterable<Uint8Array> =>
        textsOf(streamCursor(withConnection, schemaName, query), columns, texts),
      snapshot: <T>(work: (snapshot: Snapshot) => Promise<T>) =>
        withSnapshot(withConnection, schemaName, work),
      state: async () =>
        (await quick.get<{ snapshot: string }>(sql`SELECT pg_current_snapshot()::text AS snapshot`))
          ?.snapshot,
    }
  }

  async follows(position: string | undefined): Promise<boolean> {
    if (!this.server.isThere) return false
    this.#heard ??= this.position().then((text) => numberOf(text) ?? 0n)
    const heard = this.#heard
    try {
      const [committed, wanted] = [await heard, numberOf(position) ?? 0n]
      return await this.server.hasReplayed(committed > wanted ? committed : wanted)
    } catch {
      // The primary does not say; asked for rows it will say why.
      if (this.#heard === heard) this.#heard = undefined
      return false
    }
  }

  async position(): Promise<string> {
    const { rows } = await this.primary((client) =>
      client.query<{ position: string }>('SELECT pg_current_wal_insert_lsn()::text AS position'),
    )
    return rows[0]?.position ?? ''
  }
}

/** It may have other tables than the primary, or what it replays stood in the way of a statement. */
const isOfReplica = (error: unknown): boolean =>
  error instanceof StorageError && error.problem === 'schema_changed'
