import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { replacing, type Transaction } from '../storage.js'
import { replacementLock } from './announcements.js'
import type { WithConnection } from './connection-pool.js'
import { type ErrorLog, storageErrorOf } from './errors.js'
import { rebindScript } from './journal-triggers.js'
import { replacementChannel } from './listener.js'
import { markerScript, searchPathOf } from './search-path.js'
import { PostgresTransaction } from './transaction.js'
import { begin, commit, type WriteLocks } from './write-lock.js'

interface ReplacementOptions {
  readonly app: string
  readonly schemaName: string
  readonly node: string
  readonly notices: boolean
  readonly log: ErrorLog | undefined
}

/**
 * Everything in an application gives way to other tables, as when a backup is restored. The new tables are
 * made in a schema of their own, which takes the name of the present one at the end: readers go on with what
 * was there and wait for nothing. What was there is dropped afterwards; where that fails, the next start does
 * it.
 */
export class Replacement {
  #here: Promise<void> | undefined
  #elsewhere: Promise<void> | undefined

  constructor(
    private readonly withConnection: WithConnection,
    private readonly writeLocks: WriteLocks,
    private readonly options: ReplacementOptions,
  ) {}

  /** Does this node replace everything? No node may then begin to write what would be gone. */
  get isHere(): boolean {
    return this.#here !== undefined
  }

  /** Resolves when it is over, on whichever node; `undefined` when nothing is being replaced. */
  underWay(): Promise<void> | undefined {
    return this.#here ?? this.#elsewhere
  }

  /** @throws StorageError `replacing` when this node is at it already */
  async run<Kept, T>(
    keep: (before: Transaction) => Promise<Kept>,
    build: (empty: Transaction, kept: Kept) => Promise<T>,
    onOver: () => void,
  ): Promise<T> {
    if (this.#here) throw replacing()
    const replaced = this.writeLocks.run(() => this.#replace(keep, build))
    const isOver = () => {
      this.#here = undefined
      onOver()
    }
    this.#here = replaced.then(isOver, isOver)
    return replaced
  }

  /**
   * Another node begins to replace everything; how long that lasts the lock tells that it holds, also when
   * the node dies.
   */
  heardOfAnother(): void {
    const lock = this.#lock
    const released = this.withConnection((client) =>
      client.query(
        `BEGIN; SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock_shared(${lock}); COMMIT`,
      ),
    ).catch(() => undefined)
    const over: Promise<void> = Promise.all([this.#elsewhere, released]).then(() => {
      if (this.#elsewhere === over) this.#elsewhere = undefined
    })
    this.#elsewhere = over
  }

  async #replace<Kept, T>(
    keep: (before: Transaction) => Promise<Kept>,
    build: (empty: Transaction, kept: Kept) => Promise<T>,
  ): Promise<T> {
    const { app, schemaName, log } = this.options
    const number = randomBytes(6).toString('hex')
    const made = `new_${app}_${number}_made`
    const gone = `new_${app}_${number}_gone`
    const result = await this.withConnection(async (client) => {
      const present = new PostgresTransaction(client, schemaName, { schema: true })
      const empty = new PostgresTransaction(client, made, { schema: true, replaces: true })
      try {
        await this.#announce(client)
        await begin(client, schemaName, { schema: true })
        const kept = await keep(present)
        await client.query(
          `CREATE SCHEMA "${made}"; SET LOCAL search_path TO ${searchPathOf(made)}; ${markerScript(schemaName, made)}`,
        )
        const built = await build(empty, kept)
        await empty.addPostponedKeys()
        const failed = present.end() ?? empty.end()
        if (failed) throw failed.error
        await client.query(
          `ALTER SCHEMA "${schemaName}" RENAME TO "${gone}"; ALTER SCHEMA "${made}" RENAME TO "${schemaName}"; ${rebindScript(schemaName)}`,
        )
        await commit(client, '')
        return built
      } catch (error) {
        present.end()
        empty.end()
        await Promise.all([present.atRest(), empty.atRest()])
        await client.query('ROLLBACK').catch(() => undefined)
        throw storageErrorOf(error)
      } finally {
        await client.query(`SELECT pg_advisory_unlock(${this.#lock})`).catch(() => undefined)
      }
    })
    await this.withConnection((client) =>
      client.query(`BEGIN; SET LOCAL statement_timeout = 0; DROP SCHEMA IF EXISTS "${gone}" CASCADE; COMMIT`),
    ).catch((error: unknown) => log?.error({ err: error, app }, 'replaced tables not dropped'))
    return result
  }

  /** Before the transaction, because what it announces is heard after its end. */
  async #announce(client: PoolClient): Promise<void> {
    const { app, node, notices } = this.options
    await client.query(`SELECT pg_advisory_lock(${this.#lock})`)
    if (!notices) return
    await client.query('SELECT pg_notify($1, $2)', [replacementChannel, `${node} ${app}`])
  }

  /** Held by the node that replaces everything, as long as it is at it. */
  get #lock(): string {
    return replacementLock(`'${this.options.schemaName}'`)
  }
}
