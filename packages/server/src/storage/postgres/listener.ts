import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { Announcements } from './announcements.js'
import { keepAlive, sessionSettings, usualSilenceMs } from './connection-pool.js'
import { endConnection } from './end-connection.js'
import type { ErrorLog } from './errors.js'

/** The channel on which nodes tell each other that a configuration changed. */
export const configurationChannel = 'trowel_configuration'
/** On it a node tells the others that it begins to replace everything in an application. */
export const replacementChannel = 'trowel_replacement'
/** On it nodes tell each other of every commit. */
export const commitChannel = 'trowel_commit'

const patienceMs = 2000

/** So often a node looks for what notices would tell. */
const lookMs = 400

interface ListenerOptions {
  readonly url: string
  readonly node: string
  /** Do notices arrive? Where they do not, what they would tell is looked for. */
  readonly notices: boolean
  readonly silenceMs?: number
  readonly log?: ErrorLog
}

/**
 * Hears from the other nodes that a configuration changed, that something was committed, and that everything
 * is being replaced. It has a connection of its own, and opens another one when that breaks. Where notices
 * do not arrive, it polls.
 */
export class NodeListener {
  #client: pg.Client | undefined
  #listener: ((app: string) => void) | undefined
  readonly #closing = new AbortController()
  #connecting: Promise<void> | undefined

  constructor(
    private readonly options: ListenerOptions,
    private readonly heard: {
      readonly replacement: (app: string) => void
      readonly commit: (app: string) => void
    },
  ) {}

  listen(listener: (app: string) => void): void {
    this.#listener = listener
    this.#connecting ??= this.#connect()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    if (this.#client) await endConnection(this.#client, this.#silenceMs)
    // A connection that is being made ends as soon as it is there.
    await this.#connecting
  }

  get #silenceMs(): number {
    return this.options.silenceMs ?? usualSilenceMs
  }

  async #lookNowAndThen(client: pg.Client, announcements: Announcements): Promise<void> {
    try {
      while (client === this.#client && !this.#closed) {
        for (const { app, isConfigured, isReplaced } of await announcements.look()) {
          if (isReplaced) this.heard.replacement(app)
          if (isConfigured) this.#listener?.(app)
          this.heard.commit(app)
        }
        await wait(lookMs, undefined, { ref: false, signal: this.#closing.signal })
      }
    } catch (error) {
      this.#reconnect(error, client)
    }
  }

  /** Nothing may come for days: only an answer tells that something could. */
  async #askNowAndThen(client: pg.Client): Promise<void> {
    try {
      while (client === this.#client && !this.#closed) {
        await wait(this.#silenceMs, undefined, { ref: false, signal: this.#closing.signal })
        await client.query('SELECT 1')
      }
    } catch (error) {
      this.#reconnect(error, client)
    }
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted
  }

  async #connect(): Promise<void> {
    while (!this.#closed) {
      const client = new pg.Client({
        ...keepAlive,
        connectionString: this.options.url,
        application_name: 'trowel listener',
        connectionTimeoutMillis: this.#silenceMs,
        query_timeout: this.#silenceMs,
      })
      client.on('notification', ({ channel, payload }) => this.#hear(channel, payload ?? ''))
      client.on('error', (error) => this.#reconnect(error, client))
      try {
        await client.connect()
        await client.query(sessionSettings)
        // Before everything is read: what changes from now on is heard.
        const announcements = new Announcements(client)
        if (this.options.notices)
          await client.query(
            `LISTEN ${configurationChannel}; LISTEN ${replacementChannel}; LISTEN ${commitChannel}`,
          )
        else await announcements.look()
        // What was announced in the meantime is unknown: everything that is open is read again.
        const found = await client.query<{ name: string }>(
          `SELECT substr(nspname, 5) AS name FROM pg_namespace WHERE nspname LIKE 'app\\_%'`,
        )
        if (this.#closed) {
          await endConnection(client, this.#silenceMs)
          return
        }
        this.#client = client
        void (this.options.notices
          ? this.#askNowAndThen(client)
          : this.#lookNowAndThen(client, announcements))
        for (const { name } of found.rows) {
          this.heard.replacement(name)
          this.heard.commit(name)
          this.#listener?.(name)
        }
        return
      } catch (error) {
        await endConnection(client, this.#silenceMs)
        if (this.#closed) return
        this.options.log?.error({ err: error }, 'cannot listen for changes of configuration')
        await wait(patienceMs, undefined, { ref: false, signal: this.#closing.signal }).catch(() => undefined)
      }
    }
  }

  #hear(channel: string, payload: string): void {
    const [node, app] = payload.split(' ')
    if (app === undefined || node === this.options.node) return
    if (channel === commitChannel) this.heard.commit(app)
    else if (channel === replacementChannel) this.heard.replacement(app)
    else this.#listener?.(app)
  }

  #reconnect(error: unknown, client: pg.Client): void {
    if (this.#closed || client !== this.#client) return
    this.#client = undefined
    void endConnection(client, this.#silenceMs)
    this.options.log?.error({ err: error }, 'the connection that hears changes of configuration broke')
    this.#connecting = this.#connect()
  }
}
