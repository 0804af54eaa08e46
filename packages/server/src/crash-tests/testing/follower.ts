import { createClient } from '@trowel/client'
import type { Session } from './session.js'

/** Stands for wherever the service listens after it was started again. */
const baseUrl = 'http://service.example'

/** A program that follows the changes over all deaths of the service. */
export class Follower {
  /** The sets that it was told of, in this order. */
  readonly seen: number[] = []
  readonly #end = new AbortController()
  #url: string
  readonly #following: Promise<void>

  /** @param after the last set that he knows */
  constructor(url: string, { token }: Session, after = 0) {
    this.#url = url
    this.#following = this.#follow(token, after)
  }

  /** The service listens here from now on. */
  moveTo(url: string): void {
    this.#url = url
  }

  async #follow(token: string | undefined, after: number): Promise<void> {
    const { history } = createClient({
      baseUrl,
      ...(token !== undefined && { token }),
      fetch: (address, init) => fetch(String(address).replace(baseUrl, this.#url), init),
    })
    const sets = history.follow({ after, signal: this.#end.signal })
    try {
      for await (const { id } of sets) this.seen.push(id)
    } catch (error) {
      if (!this.#end.signal.aborted) throw error
    }
  }

  /** Ends, and throws what the following did. */
  async stop(): Promise<void> {
    this.#end.abort()
    await this.#following
  }
}
