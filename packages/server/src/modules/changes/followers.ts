import { AppError } from '../../errors.js'
import { message } from '../../message.js'
import type { Database } from '../../storage/storage.js'
import { memoizeByDatabase } from '../../storage/weak-memoize.js'
import { selectNewestSet } from './store.js'

/** Commits that this node was not told of are found within this time. */
const lookMs = 3000

const maxOfOne = 20
const maxOfAll = 500

interface Waiting {
  readonly after: number
  readonly wake: () => void
}

/**
 * Those who wait for change sets of one database. They hold no connection: after a commit one look at the
 * newest set is made for all of them, and another only when that one is over.
 */
class Followers {
  readonly #waiting = new Set<Waiting>()
  readonly #places = new Map<string, number>()
  #taken = 0
  #isLooking = false
  #isStale = false
  #stopListening: (() => void) | undefined
  #generation: string | undefined
  #isReplaced = false

  constructor(private readonly db: Database) {}

  /** How many wait, or are about to. */
  get count(): number {
    return this.#taken
  }

  /** Was everything replaced, as by a backup? Then there is another database to ask. */
  get isReplaced(): boolean {
    return this.#isReplaced
  }

  /**
   * Takes a place for somebody who is going to wait. @returns gives it back
   * @throws `overloaded` when he, or all together, have too many
   */
  join(who: string): () => void {
    const own = this.#places.get(who) ?? 0
    if (own >= maxOfOne || this.#taken >= maxOfAll) {
      throw new AppError('overloaded', message('followers_wait', {}))
    }
    this.#taken++
    this.#places.set(who, own + 1)
    return () => {
      this.#taken--
      const left = (this.#places.get(who) ?? 1) - 1
      if (left === 0) this.#places.delete(who)
      else this.#places.set(who, left)
    }
  }

  /** Resolves when there may be a set after this one, when the time is over, or at the signal. */
  async until(after: number, ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#isReplaced) return
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
        this.#waiting.delete(waiting)
        if (this.#waiting.size === 0) this.#rest()
        resolve()
      }
      const waiting: Waiting = { after, wake }
      const timer = setTimeout(wake, ms)
      signal.addEventListener('abort', wake)
      this.#waiting.add(waiting)
      this.#watch()
      // One that was committed before this was heard of.
      void this.#look()
    })
  }

  #watch(): void {
    if (this.#stopListening) return
    const stop = this.db.onCommit(() => void this.#look())
    const timer = setInterval(() => void this.#lookForReplacement(), lookMs)
    this.#stopListening = () => {
      stop()
      clearInterval(timer)
    }
  }

  #rest(): void {
    this.#stopListening?.()
    this.#stopListening = undefined
  }

  async #look(): Promise<void> {
    this.#isStale = true
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      while (this.#isStale) {
        this.#isStale = false
        const newest = await selectNewestSet(this.db)
        for (const { after, wake } of [...this.#waiting]) if (newest > after) wake()
      }
    } catch {
      // The database cannot be reached: the next look finds what this one did not.
    } finally {
      this.#isLooking = false
    }
  }

  async #lookForReplacement(): Promise<void> {
    try {
      const generation = await this.db.generation()
      this.#generation ??= generation
      this.#isReplaced = this.#generation !== generation
    } catch {
      // As above.
    }
    if (this.#isReplaced) for (const { wake } of [...this.#waiting]) wake()
    else await this.#look()
  }
}

/** By the database that a request was given, which is another one after a restore. */
export const followersOf = memoizeByDatabase((db: Database) => new Followers(db))
