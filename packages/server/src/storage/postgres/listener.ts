import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { IndexLog } from './text-indexes.js'

/** The channel on which nodes tell each other that a configuration changed. */
export const configurationChannel = 'trowel_configuration'
/** On it a node tells the others that it begins to replace everything in an application. */
export const replacementChannel = 'trowel_replacement'

const patienceMs = 2000

/** Hears from the other nodes that a configuration changed, and that everything is being replaced, over a connection of its own that is made anew when it breaks. */
export class ConfigurationListener {
  #client: pg.Client | undefined
  #listener: ((app: string) => void) | undefined
  readonly #closing = new AbortController()
  #connecting: Promise<void> | undefined

  constructor(
    private readonly url: string,
    private readonly node: string,
    private readonly log: IndexLog | undefined,
    private readonly onReplacement: (app: string) => void,
  ) {}

  listen(listener: (app: string) => void): void {
    this.#listener = listener
    this.#connecting ??= this.#connect()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#client?.end().catch(() => undefined)
    // A connection that is being made ends as soon as it is there.
    await this.#connecting
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted
  }

  async #connect(): Promise<void> {
    while (!this.#closed) {
      const client = new pg.Client({ connectionString: this.url, application_name: 'trowel listener' })
      client.on('notification', ({ channel, payload }) => this.#hear(channel, payload ?? ''))
      client.on('error', (error) => this.#reconnect(error, client))
      try {
        await client.connect()
        await client.query(`LISTEN ${configurationChannel}; LISTEN ${replacementChannel}`)
        // What was announced while nobody listened is unknown: everything that is open is read again.
        const found = await client.query<{ name: string }>(
          `SELECT substr(nspname, 5) AS name FROM pg_namespace WHERE nspname LIKE 'app\\_%'`,
        )
        if (this.#closed) {
          await client.end()
          return
        }
        this.#client = client
        for (const { name } of found.rows) {
          this.onReplacement(name)
          this.#listener?.(name)
        }
        return
      } catch (error) {
        await client.end().catch(() => undefined)
        if (this.#closed) return
        this.log?.error({ err: error }, 'cannot listen for changes of configuration')
        await wait(patienceMs, undefined, { ref: false, signal: this.#closing.signal }).catch(() => undefined)
      }
    }
  }

  #hear(channel: string, payload: string): void {
    const [node, app] = payload.split(' ')
    if (app === undefined || node === this.node) return
    if (channel === replacementChannel) this.onReplacement(app)
    else this.#listener?.(app)
  }

  #reconnect(error: Error, client: pg.Client): void {
    if (this.#closed || client !== this.#client) return
    this.#client = undefined
    this.log?.error({ err: error }, 'the connection that hears changes of configuration broke')
    this.#connecting = this.#connect()
  }
}
