import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectionPool } from './connection-pool.js'
import { commitChannel } from './listener.js'

/** Commits that follow each other more quickly are announced together. */
const pauseMs = 20

/**
 * Tells the other nodes of commits, right after them. Within a commit it would let PostgreSQL make those of
 * all applications one after another, each until it is on disk. What is not announced, since the process
 * ends, is found by those who look from time to time.
 */
export class CommitAnnouncements {
  readonly #apps = new Set<string>()
  readonly #closing = new AbortController()
  #sending: Promise<void> | undefined

  constructor(
    private readonly pool: ConnectionPool,
    private readonly node: string,
    /** Where notices do not arrive the other nodes look by themselves. */
    private readonly notices: boolean,
  ) {}

  add(app: string): void {
    if (!this.notices) return
    this.#apps.add(app)
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined
    })
  }

  /** Resolves when all are sent. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#sending
  }

  async #send(): Promise<void> {
    while (this.#apps.size > 0) {
      const payloads = [...this.#apps].map((app) => `${this.node} ${app}`)
      this.#apps.clear()
      const query = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) payload'
      // Where it fails those who look find it.
      await this.pool
        .withConnection((client) => client.query(query, [commitChannel, payloads]))
        .catch(() => undefined)
      await wait(pauseMs, undefined, { ref: false, signal: this.#closing.signal }).catch(() => undefined)
    }
  }
}
