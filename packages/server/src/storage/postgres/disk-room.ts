import { StorageError } from '../storage.js'
import { storageErrorOf } from './errors.js'

/** A server that tells of a full disk and of no write afterwards counts as full for so long. */
const cachedMs = 30_000

/** Has the server room to write? It cannot be asked, so the outcome of writes tells. */
export class DiskRoom {
  #fullUntil = 0

  async watch<T>(write: () => Promise<T>): Promise<T> {
    try {
      const done = await write()
      this.#fullUntil = 0
      return done
    } catch (error) {
      const known = storageErrorOf(error)
      if (known instanceof StorageError && known.problem === 'disk_full')
        this.#fullUntil = performance.now() + cachedMs
      throw error
    }
  }

  /** @throws StorageError `disk_full` */
  prove(): void {
    if (performance.now() < this.#fullUntil)
      throw new StorageError('disk_full', 'The disk of the database server is full.')
  }
}
