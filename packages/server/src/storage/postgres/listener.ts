import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { configurationChannel } from './database.js'
import type { IndexLog } from './text-indexes.js'

const patienceMs = 2000

/** Hears from the other nodes that a configuration changed, over a connection of its own that is made anew when it breaks. */
export class ConfigurationListener {
  #client: pg.Client | undefined
  #listener: ((app: string) => void) | undefined
  #closed = false
  #connecting: Promise<void> | undefined

  constructor(
    private readonly url: string,
    private readonly node: string,
    private readonly log: IndexLog | undefined,
  ) {}

  listen(listener: (app: string) => void): void {
    this.#listener = listener
    this.#connecting ??= this.#connect()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    while (!this.#closed) {
      const client = new pg.Client({ connectionString: this.url, application_name: 'trowel listener' })
      try {
        await client.connect()
        if (this.#closed) {
          await client.end()
          return
        }
        this.#client = client
        client.on('notification', ({ payload }) => this.#hear(payload ?? ''))
        client.on('error', (error) => this.#reconnect(error))
        await client.query(`LISTEN ${configurationChannel}`)
        // What was announced while nobody listened is unknown: everything that is open is read again.
        const found = await client.query<{ name: string }>(
          `SELECT substr(nspname, 5) AS name FROM pg_namespace WHERE nspname LIKE 'app\\_%'`,
        )
        for (const { name } of found.rows) this.#listener?.(name)
        return
      } catch (error) {
        if (this.#closed) return
        this.log?.error({ err: error }, 'cannot listen for changes of configuration')
        await wait(patienceMs, undefined, { ref: false })
      }
    }
  }

  #hear(payload: string): void {
    const [node, app] = payload.split(' ')
    if (app !== undefined && node !== this.node) this.#listener?.(app)
  }

  #reconnect(error: Error): void {
    if (this.#closed) return
    this.log?.error({ err: error }, 'the connection that hears changes of configuration broke')
    this.#connecting = this.#connect()
  }
}
