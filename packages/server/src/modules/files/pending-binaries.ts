import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { message } from '../../message.js'
import type { BinaryStorage } from '../../storage/binaries/binary-storage.js'
import type { Database, Transaction } from '../../storage/storage.js'
import { binaryPlace, derivedPlaces, newBinaryName } from './binary-names.js'
import type { FileKeeping } from './file-keeping.js'
import type { Incoming } from './incoming.js'
import {
  deleteArriving,
  deletePendingBinary,
  endKeeping,
  giveUpArriving,
  insertArriving,
  insertKept,
  insertLeaving,
  selectLeaving,
  selectLeavingAmong,
  selectOwner,
  selectPendingBinaries,
} from './pending-binaries-store.js'

/** What a file's row says of its bytes. */
export interface StoredBinary extends Omit<Incoming, 'path'> {
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
  record: (tx: Transaction, stored: StoredBinary) => Promise<T>,
): Promise<T> {
  const { db } = scope
  const name = newBinaryName(facts.ext)
  const storedAt = Date.now()
  await db.write((tx) => insertArriving(tx, name, storedAt), { bookkeeping: true })
  try {
    await keeping.binaries.adopt(binaryPlace(db.app, name), path)
    return await db.write(async (tx) => {
      const result = await record(tx, { ...facts, binary: name, storedAt })
      if ((await deleteArriving(tx, name)) === 0) throw uploadGivenUp()
      return result
    })
  } catch (error) {
    await abandonBinary(keeping.binaries, db, name).catch((cause: unknown) =>
      scope.log.warn({ err: cause, name }, 'bytes of a failed upload stay until the next sweep'),
    )
    throw error
  }
}

export const uploadGivenUp = (): AppError => new AppError('overloaded', message('upload_given_up', {}))

/** A commit whose answer was lost may have happened: then the bytes have their file and stay. */
export async function abandonBinary(binaries: BinaryStorage, db: Database, name: string): Promise<void> {
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
 * Notes down, in the transaction that takes them from their file, that bytes are to go: after the days for
 * which an undo can bring them back. Without such days they are removed after the commit, by `removeLeaving`
 * or, after a crash, by a sweep.
 */
export const letGo = (
  tx: Transaction,
  { keepReplacedDays }: Pick<Config, 'keepReplacedDays'>,
  name: string,
): Promise<void> => (keepReplacedDays > 0 ? insertKept : insertLeaving)(tx, name, Date.now())

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
 * bytes that are marked as leaving belong to no file, and bytes that arrive after they were given up do not
 * become a file.
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
  for (const name of names) await abandonBinary(binaries, db, name)
}

const hour = 3_600_000

/**
 * While the service listens: what operations left that did not come to their end is removed, at the start and
 * every hour.
 */
export function startSweeping(server: FastifyInstance, services: Services): void {
  const began = Date.now()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isOver = false
  const sweep = (isFirst: boolean): void => {
    running = running.then(() => sweepAll(server, services, isFirst ? began : undefined, () => isOver))
  }
  server.addHook('onListen', async () => {
    sweep(true)
    timer = setInterval(() => sweep(false), hour)
    timer.unref()
  })
  server.addHook('onClose', async () => {
    isOver = true
    clearInterval(timer)
    await running
  })
}

async function sweepAll(
  { log }: FastifyInstance,
  { applications, binaries, config }: Services,
  began: number | undefined,
  isOver: () => boolean,
): Promise<void> {
  const patience = Date.now() - config.limits.uploadMinutes * 60_000
  try {
    await binaries.spool.sweep()
    for (const name of await applications.names()) {
      if (isOver()) return
      const application = await applications.open(name)
      if (!application) continue
      const { db } = application
      if (application.pendingMigrations.length === 0) {
        const kept = Date.now() - config.keepReplacedDays * 24 * hour
        await db.write((tx) => endKeeping(tx, kept), { bookkeeping: true })
      }
      const removed = await sweepPendingBinaries(binaries, db, (isAlone(db) ? began : undefined) ?? patience)
      if (removed > 0) log.info({ app: name, removed }, 'bytes of unfinished uploads and deletions removed')
    }
  } catch (error) {
    log.error({ err: error }, 'left-over bytes could not be removed; the next sweep tries again')
  }
}

/** Is this the only process that writes? Then nothing from before its start is still under way. */
const isAlone = (db: Database): boolean => db.writeVersion('sys_file_transit') !== undefined
