/** Work under a name that is done once for all who ask for it at the same time. */
export class SingleFlight {
  readonly #running = new Map<string, Promise<unknown>>()

  /**
   * Does the work, or waits for the same work that is under way in this process.
   * @param work always the same for the same name
   */
  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const known = this.#running.get(name) as Promise<T> | undefined
    if (known) return known
    const run = work().finally(() => this.#running.delete(name))
    this.#running.set(name, run)
    return run
  }
}
