import type { BinaryStorage, StoredBinary } from '../../storage/binaries/binary-storage.js'
import type { Database } from '../../storage/storage.js'
import { binaryName, binaryPlace, originOf } from './binary-names.js'
import { digest } from './incoming.js'
import { sweepPendingBinaries } from './pending-binaries.js'
import { selectPendingBinaries } from './pending-binaries-store.js'
import { type FileRow, selectFilesAfter, updateDigest } from './store.js'

export type FileFinding =
  /** The row is there, its bytes are not. */
  | 'missing'
  /** The bytes are not those that were taken in. */
  | 'damaged'
  /** It is not noted yet which bytes they should be. */
  | 'unknown digest'
  /** Bytes without a row. */
  | 'left over'

export interface FoundFile {
  readonly finding: FileFinding
  /** Under which name the bytes lie, or should lie. */
  readonly name: string
  readonly file: FileRow | undefined
  readonly isMended: boolean
}

export interface FileCheck {
  readonly binaries: BinaryStorage
  readonly db: Database
  /** Mend what can be mended: remove what is left over, find missing bytes again, write digests down. */
  readonly mend: boolean
  /** Unix milliseconds: uploads that began earlier are given up. */
  readonly before: number
  readonly onProgress?: (done: number) => void
}

const rowsAtOnce = 500

/**
 * Holds every file against its bytes, and everything that is stored against the files, while others may work
 * on. Every byte is read once. Damaged bytes, and missing ones that lie nowhere else, are reported and left:
 * only a backup can mend them.
 */
export async function* checkFiles(check: FileCheck): AsyncGenerator<FoundFile> {
  const { binaries, db, mend, before } = check
  if (mend) await sweepPendingBinaries(binaries, db, before)
  // What is listed first has been noted down, or has its row, by the time that both are read.
  const strays = await listStored(check)
  const previews = await listPreviews(check)
  for (const name of await selectPendingBinaries(db.quick)) strays.delete(name)
  const missing: FileRow[] = []
  const names = new Set<string>()
  let done = 0
  for await (const file of allFiles(db)) {
    const name = binaryName(file)
    names.add(name)
    strays.delete(name)
    const finding = await look(check, file)
    if (finding === 'missing') missing.push(file)
    else if (finding) yield finding
    check.onProgress?.(++done)
  }
  for (const file of missing) yield await findAgain(check, file, strays)
  const pendingBinaries = new Set(await selectPendingBinaries(db.quick))
  for (const name of strays.keys()) {
    // Files were deleted meanwhile too.
    if (pendingBinaries.has(name) || !(await binaries.head(binaryPlace(db.app, name)))) continue
    if (mend) await binaries.remove(binaryPlace(db.app, name))
    yield { finding: 'left over', name, file: undefined, isMended: mend }
  }
  for (const name of previews) {
    const origin = originOf(name)
    if (names.has(origin) || pendingBinaries.has(origin)) continue
    if (mend) await binaries.remove({ app: db.app, area: 'previews', name })
    yield { finding: 'left over', name, file: undefined, isMended: mend }
  }
}

async function listStored({ binaries, db }: FileCheck): Promise<Map<string, StoredBinary>> {
  const found = new Map<string, StoredBinary>()
  for await (const { name, ...stored } of binaries.list(db.app, 'files')) found.set(name, stored)
  return found
}

async function listPreviews({ binaries, db }: FileCheck): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of binaries.list(db.app, 'previews')) names.push(name)
  return names
}

async function* allFiles(db: Database): AsyncGenerator<FileRow> {
  for (let last = 0; ; ) {
    const rows = await selectFilesAfter(db.quick, last, rowsAtOnce)
    yield* rows
    last = rows.at(-1)?.id ?? last
    if (rows.length < rowsAtOnce) return
  }
}

async function look(check: FileCheck, file: FileRow): Promise<FoundFile | 'missing' | undefined> {
  const { binaries, db, mend } = check
  const name = binaryName(file)
  const content = await binaries.read(binaryPlace(db.app, name))
  if (!content) return (await isStill(db, file)) ? 'missing' : undefined
  const found = await digest(content)
  if (file.sha256 === null || file.size === null) {
    if (mend) await db.write((tx) => updateDigest(tx, file.id, { ...found, binary: name }))
    return { finding: 'unknown digest', name, file, isMended: mend }
  }
  if (found.sha256 === file.sha256 && found.size === file.size) return undefined
  return { finding: 'damaged', name, file, isMended: false }
}

/** While all are looked at, one may be deleted or replaced. */
async function isStill(db: Database, file: FileRow): Promise<boolean> {
  const [now] = await selectFilesAfter(db.quick, file.id - 1, 1)
  return now?.id === file.id && now.binary === file.binary
}

/** The very bytes may lie there under another name, for instance after a backup was brought back. */
async function findAgain(
  { binaries, db, mend }: FileCheck,
  file: FileRow,
  strays: Map<string, StoredBinary>,
): Promise<FoundFile> {
  const lost: FoundFile = { finding: 'missing', name: binaryName(file), file, isMended: false }
  const { size, sha256 } = file
  if (!mend || size === null || sha256 === null) return lost
  for (const [name, stored] of strays) {
    if (stored.size !== size) continue
    const content = await binaries.read(binaryPlace(db.app, name))
    if (!content || (await digest(content)).sha256 !== sha256) continue
    await db.write((tx) => updateDigest(tx, file.id, { size, sha256, binary: name }))
    strays.delete(name)
    return { ...lost, isMended: true }
  }
  return lost
}
