import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StorageError } from '../storage.js'

/**
 * Does something with the disk of this machine; what the disk refuses is said as everything above knows it.
 */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (isFullDisk(error)) throw new StorageError('disk_full', 'The disk is full.', { cause: error })
    if (code === 'EACCES' || code === 'EROFS' || code === 'EIO' || code === 'EPERM')
      throw new StorageError('files_unavailable', 'The folder of the files cannot be used.', { cause: error })
    throw error
  }
}

const fullDiskCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Did the disk refuse a write because it, or what may be used of it, is full? */
export const isFullDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && fullDiskCodes.has(error.code)

const probeBytes = 64 * 1024
const probing = new Map<string, Promise<void>>()

/**
 * Is there room for anything in this folder? Many who ask at once share an answer. @throws StorageError
 * `disk_full`, `files_unavailable`
 */
export function proveRoom(folder: string): Promise<void> {
  const path = join(folder, '.room')
  const under = probing.get(folder)
  if (under) return under
  const proved = onDisk(() => writeFile(path, Buffer.alloc(probeBytes)))
    .finally(() => rm(path, { force: true }))
    .finally(() => probing.delete(folder))
  probing.set(folder, proved)
  return proved
}
