import { creatorId } from '../../access/principal.js'
import type { Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { readRowAccess } from '../../records/rows/row-access.js'
import { inBatches } from '../../records/rows/row-batches.js'
import type { Transaction } from '../../storage/storage.js'
import { binaryPlace, newBinaryName } from './binary-names.js'
import type { FileKeeping } from './file-keeping.js'
import { type SentFile, takeIn } from './incoming.js'
import { abandonBinary, type StoredBinary, uploadGivenUp } from './pending-binaries.js'
import { deleteArriving, insertArriving } from './pending-binaries-store.js'
import { insertFile, linkOf } from './store.js'

/** A file on its way to a record. */
export interface FileForRecord {
  readonly recordId: number
  readonly file: SentFile
}

export interface AddingFiles {
  /** Asked for each file that cannot be taken in: may it be left out? Else everything is undone. */
  readonly mayLeaveOut: (file: SentFile, reason: AppError) => boolean
  /** What else belongs into the transaction; told how many files were linked. */
  readonly atEnd: (tx: Transaction, linked: number) => Promise<void>
}

/**
 * Takes many files in, each for a record of the table, and links them all in one transaction: every row, link
 * and byte or nothing of them. Files for records that the caller may not change any more when all have come
 * in are given up.
 *
 * @param files read one after another; what reading throws undoes everything
 * @throws as `addFile`, but for the records
 */
export async function addFiles(
  scope: RequestScope,
  keeping: FileKeeping,
  table: Table,
  files: AsyncIterable<FileForRecord>,
  { mayLeaveOut, atEnd }: AddingFiles,
): Promise<number> {
  const received = await receiveFiles(scope, keeping, files, mayLeaveOut)
  try {
    const { linked, left } = await scope.db.write(async (tx) => {
      const done = await linkReceived(tx, scope, table, received.kept)
      await atEnd(tx, done.linked)
      return done
    })
    await giveUpAll(scope, keeping, left)
    return linked
  } catch (error) {
    await received.giveUp()
    throw error
  }
}

interface KeptFile {
  readonly recordId: number
  readonly binary: StoredBinary
}

/** Files that came in whole, whose bytes no row calls its own yet. */
export interface ReceivedFiles {
  readonly kept: readonly KeptFile[]
  /** Removes the bytes that belong to no file. */
  giveUp(): Promise<void>
}

/** Takes many files in before the transaction that links them. @throws as `addFiles` */
export async function receiveFiles(
  scope: RequestScope,
  keeping: FileKeeping,
  files: AsyncIterable<FileForRecord>,
  mayLeaveOut: AddingFiles['mayLeaveOut'],
): Promise<ReceivedFiles> {
  const { db } = scope
  const kept: KeptFile[] = []
  const names: string[] = []
  const giveUp = () => giveUpAll(scope, keeping, names)
  try {
    for await (const { recordId, file } of files) {
      const taking = takeIn(scope, keeping, file, async ({ path, ...facts }) => {
        const name = newBinaryName(facts.ext)
        const storedAt = Date.now()
        await db.write((tx) => insertArriving(tx, name, storedAt), { bookkeeping: true })
        names.push(name)
        await keeping.binaries.adopt(binaryPlace(db.app, name), path)
        kept.push({ recordId, binary: { ...facts, binary: name, storedAt } })
      })
      await taking.catch((error: unknown) => {
        if (!(error instanceof AppError && isOfTheFile(error) && mayLeaveOut(file, error))) throw error
      })
    }
    return { kept, giveUp }
  } catch (error) {
    await giveUp()
    throw error
  }
}

/**
 * Links files that came in to their records. @returns how many, and the names of the bytes of files whose
 * record the caller may not change any more
 */
export async function linkReceived(
  tx: Transaction,
  scope: RequestScope,
  table: Table,
  kept: readonly KeptFile[],
): Promise<{ readonly linked: number; readonly left: readonly string[] }> {
  const editable = await editableAmong(tx, scope, table, kept)
  const left: string[] = []
  let linked = 0
  for (const { recordId, binary } of kept) {
    if (!editable.has(recordId)) {
      left.push(binary.binary)
      continue
    }
    const nothing = { description: null, keywords: null, printable: null }
    const id = await insertFile(tx, { ...binary, ...nothing, creator: creatorId(scope.principal) })
    await linkOf(tx, table, recordId, id)
    if ((await deleteArriving(tx, binary.binary)) === 0) throw uploadGivenUp()
    linked += 1
  }
  return { linked, left }
}

/** The fault lies in the file that came. */
const isOfTheFile = ({ code }: AppError): boolean =>
  code === 'error_uploading_file' || code === 'unsupported_media_type'

async function editableAmong(
  tx: Transaction,
  scope: RequestScope,
  table: Table,
  files: readonly { readonly recordId: number }[],
): Promise<ReadonlySet<number>> {
  const editable = new Set<number>()
  for (const ids of inBatches(new Set(files.map(({ recordId }) => recordId)))) {
    for (const row of (await readRowAccess(tx, scope, table, ids)).values())
      if (row.editable) editable.add(row.id)
  }
  return editable
}

/** What cannot be removed now goes with the next sweep. */
async function giveUpAll(scope: RequestScope, keeping: FileKeeping, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await abandonBinary(keeping.binaries, scope.db, name).catch((cause: unknown) =>
      scope.log.warn({ err: cause, name }, 'bytes of a failed upload stay until the next sweep'),
    )
  }
}
