import type { PoolClient, QueryResult } from 'pg'
import { replacing, StorageError } from '../storage.js'
import { isLost, storageErrorOf } from './errors.js'
import { searchPathOf } from './search-path.js'
import { lockShape } from './shape-lock.js'

/**
 * Transactions that write in an application run one after another. On this node they wait before they take a
 * connection, so that the connections are left to readers; among nodes by a lock that each holds until its
 * commit.
 */
export class WriteLocks {
  /** Resolves when the writers before have ended. */
  #queue: Promise<void> = Promise.resolve()
  #isClosed = false

  /** @throws StorageError `unavailable` when the database is closed */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new StorageError('unavailable', 'The database is closed.'))
    const result = this.#queue.then(work)
    this.#queue = result.then(
      () => undefined,
      () => undefined,
    )
    return result
  }

  /** No further writer may begin. */
  close(): void {
    this.#isClosed = true
  }

  /** Resolves when the last writer has ended. */
  whenIdle(): Promise<void> {
    return this.#queue
  }
}

/**
 * Begins a transaction that writes, when it has the application's write lock. The limit on the time of a
 * query is one for readers.
 * @throws StorageError `replacing` when everything was replaced while it waited, or since `generation`;
 *   `unavailable` where the server takes no writes any more
 */
export async function begin(
  client: PoolClient,
  schemaName: string,
  { schema = false, generation }: { readonly schema?: boolean; readonly generation?: string | undefined },
): Promise<void> {
  const found = `SELECT oid, pg_is_in_recovery() AS replica FROM pg_namespace WHERE nspname = '${schemaName}'`
  // Several statements in one text have several results, which the types of the driver do not know.
  const answers: unknown = await client.query(
    `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL search_path TO ${searchPathOf(schemaName)}; ${schema ? 'SET CONSTRAINTS ALL DEFERRED;' : ''}
    ${found}; SELECT pg_advisory_xact_lock(hashtext('trowel write ${schemaName}')); ${found}`,
  )
  const results: readonly QueryResult<{ readonly oid?: number; readonly replica?: boolean }>[] =
    Array.isArray(answers) ? answers : []
  const [asked, now] = [results.at(-3)?.rows[0]?.oid, results.at(-1)?.rows[0]?.oid]
  // Another server has become the primary; the connection is given up, and the next one leads there.
  if (results.at(-1)?.rows[0]?.replica)
    throw new StorageError('unavailable', 'PostgreSQL has become a replica, which takes no writes.')
  if (asked !== now || (generation ?? String(now)) !== String(now)) throw replacing()
  if (schema) await lockShape(client, schemaName)
}

/**
 * Ends the set of changes, where the application has a journal, and the transaction.
 *
 * @param seal the statement that ends the set; `''` for none
 * @returns the number of the set; nothing where the journal has nothing of the transaction
 * @throws StorageError `outcome_unknown` when the connection broke off before the server had confirmed it
 */
export async function commit(client: PoolClient, seal: string): Promise<number | undefined> {
  try {
    // As in `begin`: of several statements each has its result.
    const answers: unknown = await client.query(`${seal} COMMIT`)
    const [sealed]: readonly QueryResult<{ readonly set?: string | null }>[] = Array.isArray(answers)
      ? answers
      : []
    const number = sealed?.rows[0]?.set
    return number == null ? undefined : Number(number)
  } catch (error) {
    const cause = storageErrorOf(error)
    if (!isLost(cause)) throw cause
    throw new StorageError('outcome_unknown', cause.message, { cause })
  }
}
