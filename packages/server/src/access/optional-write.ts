import { StorageError } from '../storage/storage.js'

/**
 * Writes what a request can do without. A full disk must not keep people out: they have to log in to make
 * room on it.
 * @returns `undefined` when the disk is full
 */
export async function ifThereIsRoom<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof StorageError && error.problem === 'disk_full') return undefined
    throw error
  }
}
