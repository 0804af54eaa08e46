import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Principal } from '../../access/principal.js'
import { AppError } from '../../errors.js'
import { StorageError } from '../../storage/storage.js'
import type { FileType } from './table-file.js'
import type { FileScan } from './worker-protocol.js'

/** Uploaded files wait for their run in `imports/` below the data folder, outside of everything that is served. */
export interface ImportFolder {
  readonly path: string
  readonly minutes: number
}

/** A file that was uploaded and looked through. */
export interface Material {
  readonly tempId: string
  readonly path: string
  readonly type: FileType
  readonly scan: FileScan
}

interface Note {
  readonly owner: string
  readonly type: FileType
  readonly scan: FileScan
}

const tempIdForm = /^[0-9a-f]{32}$/

/** Whose the file is: it exists for nobody else. */
export const ownerOf = (app: string, principal: Principal): string => {
  const who =
    principal.kind === 'user' ? principal.id : principal.kind === 'key' ? principal.keyId : principal.name
  return `${app}/${principal.kind}/${who}`
}

/**
 * Writes an upload to disk as it comes in.
 *
 * @returns where it lies; whoever takes it removes it when it is of no use
 * @throws what the upload throws when it breaks off: nothing of it stays then
 */
export async function receive(
  folder: ImportFolder,
  upload: AsyncIterable<Buffer>,
): Promise<{ tempId: string; path: string }> {
  await mkdir(folder.path, { recursive: true, mode: 0o700 })
  await removeExpired(folder)
  const tempId = randomBytes(16).toString('hex')
  const path = join(folder.path, tempId)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const piece of upload) await file.writeFile(piece)
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    await rm(path, { force: true })
    const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC'
    throw isFull ? new StorageError('disk_full', 'No room for the upload.', { cause: error }) : error
  }
  return { tempId, path }
}

/** From now on the file can be found by its owner. */
export async function keep(folder: ImportFolder, tempId: string, note: Note): Promise<void> {
  const path = join(folder.path, `${tempId}.json`)
  const file = await open(`${path}.part`, 'wx', 0o600)
  try {
    await file.writeFile(JSON.stringify(note))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
}

/** @throws `import_error_no_file` (404) for what is no id, is not the owner's, has expired or never was */
export async function find(folder: ImportFolder, tempId: unknown, owner: string): Promise<Material> {
  if (typeof tempId !== 'string' || !tempIdForm.test(tempId)) throw noSuchFile()
  const note = await readNote(join(folder.path, `${tempId}.json`))
  if (note?.owner !== owner) throw noSuchFile()
  const path = join(folder.path, tempId)
  if (!(await isFresh(path, folder.minutes))) throw noSuchFile()
  return { tempId, path, type: note.type, scan: note.scan }
}

export const noSuchFile = (): AppError => new AppError('import_error_no_file', { status: 404 })

export async function remove(folder: ImportFolder, tempId: string): Promise<void> {
  for (const ending of ['.json', '.json.part', ''])
    await rm(join(folder.path, tempId + ending), { force: true })
}

async function readNote(path: string): Promise<Note | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Note
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function isFresh(path: string, minutes: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs > Date.now() - minutes * 60_000
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Removes what nobody ran in time, and what a service that was stopped left behind. */
async function removeExpired(folder: ImportFolder): Promise<void> {
  for (const name of await readdir(folder.path)) {
    const tempId = name.slice(0, 32)
    if (tempIdForm.test(tempId) && !(await isFresh(join(folder.path, name), folder.minutes))) {
      await rm(join(folder.path, name), { force: true })
    }
  }
}
