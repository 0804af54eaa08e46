import type { Socket } from 'node:net'
import pg, { type ClientBase } from 'pg'
import { streamOf } from './end-connection.js'
import { type ErrorLog, storageErrorOf } from './errors.js'

interface Watched {
  readonly stream: Socket
  /** The process of the server that serves it, once the server said which. */
  processId: number | undefined
  /** What had been sent when the last answer was complete. */
  sentWhenIdle: number
  /** Bytes in both directions when something moved last, and the moment of it. */
  moved: number
  movedAt: number
  /** How often in a row the server said that it does nothing for this connection. */
  timesIdle: number
}

/** So often the server has to say that it does nothing: an answer may be on its way. */
const enoughTimesIdle = 2

/**
 * Tells a server that works for long from one that has fallen silent: where nothing comes for a while,
 * another connection asks. Where that gets no answer either, or the server does nothing for the connection,
 * the connection is broken off and its statement fails. The time limits of statements cannot do that: they
 * are kept by the server.
 */
export class SilenceWatch {
  readonly #watched = new Map<ClientBase, Watched>()
  readonly #timer: NodeJS.Timeout
  #isAsking = false
  #isAway = false
  #isClosed = false

  /** @param silenceMs after so long the server is asked, and has as long to answer */
  constructor(
    private readonly url: string,
    private readonly silenceMs: number,
    private readonly log: ErrorLog | undefined,
  ) {
    this.#timer = setInterval(() => this.#look(), silenceMs / 4).unref()
  }

  /** Did the server not answer when it was asked? It is asked again until it does. */
  get isAway(): boolean {
    return this.#isAway
  }

  /** @returns tells the process of the server that serves it */
  watch(client: ClientBase): (processId: number) => void {
    const stream = streamOf(client)
    const watched: Watched = {
      stream,
      processId: undefined,
      sentWhenIdle: stream.bytesWritten,
      moved: 0,
      movedAt: performance.now(),
      timesIdle: 0,
    }
    this.#watched.set(client, watched)
    client.on('drain', () => {
      watched.sentWhenIdle = stream.bytesWritten
    })
    client.on('end', () => this.#watched.delete(client))
    return (processId) => {
      watched.processId = processId
    }
  }

  processIdOf(client: ClientBase): number | undefined {
    return this.#watched.get(client)?.processId
  }

  /** A connection could not be made: is the server there at all? */
  suspect(): void {
    void this.#ask([])
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
  }

  #look(): void {
    const silent = [...this.#watched.values()].filter((one) => this.#isSilent(one))
    if (silent.length > 0 || this.#isAway) void this.#ask(silent)
  }

  /** An answer is awaited, and nothing came for so long. */
  #isSilent(one: Watched): boolean {
    const moved = one.stream.bytesRead + one.stream.bytesWritten
    if (moved !== one.moved || one.stream.bytesWritten === one.sentWhenIdle) {
      one.moved = moved
      one.movedAt = performance.now()
      one.timesIdle = 0
    }
    return performance.now() - one.movedAt >= this.silenceMs
  }

  async #ask(silent: readonly Watched[]): Promise<void> {
    if (this.#isAsking || this.#isClosed) return
    this.#isAsking = true
    try {
      const busy = await this.#busyProcesses(silent.flatMap(({ processId }) => processId ?? []))
      this.#isAway = false
      for (const one of silent) {
        if (!this.#isSilent(one) || (one.processId !== undefined && busy.has(one.processId))) continue
        one.timesIdle += 1
        if (one.timesIdle >= enoughTimesIdle) one.stream.destroy()
      }
    } catch (error) {
      if (!this.#isAway) this.log?.error({ err: storageErrorOf(error) }, 'PostgreSQL does not answer')
      this.#isAway = true
      for (const one of this.#watched.values()) if (this.#isSilent(one)) one.stream.destroy()
    } finally {
      this.#isAsking = false
    }
  }

  /**
   * Those of the processes that work on a statement; one that waits for its client to take an answer does
   * not.
   */
  async #busyProcesses(processIds: readonly number[]): Promise<ReadonlySet<number>> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'trowel watch',
      connectionTimeoutMillis: this.silenceMs,
      query_timeout: this.silenceMs,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1::int[])
          AND coalesce(state, 'active') NOT LIKE 'idle%' AND wait_event IS DISTINCT FROM 'ClientWrite'`,
        [processIds],
      )
      return new Set(rows.map(({ pid }) => pid))
    } finally {
      // Not waited for: where the server is silent, so is its farewell.
      void client.end().catch(() => undefined)
    }
  }
}
