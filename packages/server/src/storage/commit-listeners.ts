/** Whoever wants to know when a database may have another state. */
export class CommitListeners {
  readonly #listeners = new Set<() => void>()

  /** @returns ends it */
  add(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  call(): void {
    for (const listener of this.#listeners) listener()
  }
}
