import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import type { BinaryStorage } from '../../storage/binaries/binary-storage.js'
import type { Database, Transaction } from '../../storage/storage.js'
import { binaryPlace, derivedPlaces, newBinaryName } from './binary-names.js'
import type { FileKeeping } from './file-keeping.js'
import type { Incoming } from './incoming.js'
import {
  deleteArriving,
  deletePendingBinary,
  giveUpArriving,
  insertArriving,
  insertLeaving,
  selectLeaving,
  selectLeavingAmong,
  selectOwner,
} from './pending-binaries-store.js'

/** What a file's row says of its bytes. */
export interface KeptBinary extends Pick<Incoming, 'ext' | 'filename' | 'size' | 'sha256'> {
  readonly binary: string
  readonly storedAt: number
}

/**
 * Keeps bytes together with what `record` writes about them: both or neither, also when the service dies in
 * between. First the name is noted down, then the bytes are kept under it, then one transaction makes them a
 * file's own and takes the note away. What a crash leaves is a note, by which `sweepPendingBinaries` finds
 * the bytes.
 */
export async function keepTogether<T>(
  scope: RequestScope,
  keeping: FileKeeping,
  { path, ...facts }: Incoming,
  record: (tx: Transaction, kept: KeptBinary) => Promise<T>,
): Promise<T> {
  const { db } = scope
  const name = newBinaryName(facts.ext)
  const storedAt = Date.now()
  await db.write((tx) => insertArriving(tx, name, storedAt), { bookkeeping: true })
  try {
    await keeping.binaries.adopt(binaryPlace(db.app, name), path)
    return await db.write(async (tx) => {
      const result = await record(tx, { ...facts, binary: name, storedAt })
      if ((await deleteArriving(tx, name)) === 0) throw tookTooLong()
      return result
    })
  } catch (error) {
    await giveUp(keeping.binaries, db, name).catch((cause: unknown) =>
      scope.log.warn({ err: cause, name }, 'bytes of a failed upload stay until the next sweep'),
    )
    throw error
  }
}

export const tookTooLong = (): AppError => new AppError('overloaded', message('upload_given_up', {}))

/** A commit whose answer was lost may have happened: then the bytes have their file and stay. */
export async function giveUp(binaries: BinaryStorage, db: Database, name: string): Promise<void> {
  const isLeft = await db.write(
    async (tx) => {
      if (await selectOwner(tx, name)) return false
      await insertLeaving(tx, name, Date.now())
      return true
    },
    { bookkeeping: true },
  )
  if (isLeft) await removeLeaving(binaries, db, [name])
}

/**
 * Notes down, in the transaction that takes them from their file, that bytes are to go. They are removed
 * after its commit, by `removeLeaving` or, after a crash, by a sweep.
 */
export const letGo = (tx: Transaction, name: string): Promise<void> => insertLeaving(tx, name, Date.now())

/**
 * Removes bytes that no file has any more, and what was made of them. Those that a backup gave back to their
 * file meanwhile are leaving no more, and stay.
 */
export async function removeLeaving(
  binaries: BinaryStorage,
  db: Database,
  names: readonly string[],
): Promise<void> {
  for (const name of await selectLeavingAmong(db.quick, names)) {
    const places = [binaryPlace(db.app, name), ...derivedPlaces(db.app, name)]
    await Promise.all(places.map((place) => binaries.remove(place)))
  }
  await db.write((tx) => deletePendingBinary(tx, names), { bookkeeping: true })
}

const sweptAtOnce = 100

/**
 * Removes what operations left that did not come to their end. Several nodes may do it at the same time:
 * whatever is marked as leaving belongs to nobody, and what arrives after it was given up is refused its
 * file.
 *
 * @param before unix milliseconds: bytes that were expected earlier than this come no more
 * @returns how many were removed
 */
export async function sweepPendingBinaries(
  binaries: BinaryStorage,
  db: Database,
  before: number,
): Promise<number> {
  await db.write((tx) => giveUpArriving(tx, before))
  let removed = 0
  for (;;) {
    const names = await selectLeaving(db.quick, sweptAtOnce)
    if (names.length === 0) return removed
    await removeLeaving(binaries, db, names)
    removed += names.length
  }
}
