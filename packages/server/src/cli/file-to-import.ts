import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

export interface FileToImport {
  readonly path: string
  /** Removes what was unpacked. */
  remove(): Promise<void>
}

/** The file that a user names, unpacked when it is gzipped. @throws UsageError when there is none */
export async function plainFile(terminal: Terminal, given: string): Promise<FileToImport> {
  const path = resolve(terminal.folder, given)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new UsageError(`There is no file ${path}.`)
  if (!path.endsWith('.gz')) return { path, remove: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'trowel-import-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const plain = join(folder, basename(path, '.gz'))
  try {
    await pipeline(createReadStream(path), createGunzip(), createWriteStream(plain))
  } catch (error) {
    await remove()
    throw new UsageError(
      `${path} cannot be unpacked: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
  return { path: plain, remove }
}
