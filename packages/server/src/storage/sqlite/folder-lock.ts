import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { StorageError } from '../storage.js'

/**
 * Takes the data folder for this process. The lock is one of the operating system on a small file, so that it
 * ends with the process however that ends.
 * @returns gives the folder back
 * @throws StorageError `unavailable` when it is locked already, in this process or another
 */
export function lockFolder(folder: string): () => void {
  const db = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 })
  try {
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (cause) {
    db.close()
    throw new StorageError(
      'unavailable',
      `The data folder ${folder} is in use by another running service. Stop that one first, or give this one a folder of its own (TROWEL_DATA).`,
      { cause },
    )
  }
  return () => db.close()
}
