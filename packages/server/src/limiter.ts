/** At most `max` pieces of work at a time; with 1, one after the other. */
export class Limiter {
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(private readonly max: number) {}

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Does the work when a slot is free; those that wait come in their order. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.max) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      this.#release()
    }
  }

  /**
   * For work that is refused rather than left to wait. @returns frees the slot; `undefined`: all are taken
   */
  tryAcquire(): (() => void) | undefined {
    if (this.#running >= this.max) return undefined
    this.#running++
    return () => this.#release()
  }

  /** The slot goes to the one that waits longest, without being free in between. */
  #release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}
