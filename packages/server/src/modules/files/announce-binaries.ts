import type { BinaryStorage } from '../../storage/binaries/binary-storage.js'
import type { Database } from '../../storage/storage.js'
import { giveUp } from './pending-binaries.js'
import { insertArriving, selectPendingBinaries } from './pending-binaries-store.js'

/**
 * Notes down that bytes will lie under these names before any file says that they are its own: what a crash
 * leaves of them is found and removed.
 */
export async function announceBinaries(db: Database, names: readonly string[]): Promise<void> {
  const at = Date.now()
  await db.write(async (tx) => {
    const known = new Set(await selectPendingBinaries(tx))
    for (const name of names) if (!known.has(name)) await insertArriving(tx, name, at)
  })
}

/** Removes those of the bytes that no file calls its own. */
export async function abandonBinaries(
  binaries: BinaryStorage,
  db: Database,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await giveUp(binaries, db, name)
}
