import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AppError } from '../../errors.js'
import { writeZip } from '../../formats/zip-writer.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { Limiter } from '../../limiter.js'
import { message } from '../../message.js'
import { writeDown } from '../../storage/binaries/write-down.js'
import type { Database } from '../../storage/storage.js'
import { memoizeByDatabase } from '../../storage/weak-memoize.js'
import { type WrittenFolder, writeBytes, writeData } from './write-folder.js'

/** Each keeps a state of the database while it writes to the disk. */
const maxConcurrent = 2
const limiterOf = memoizeByDatabase((_db: Database) => new Limiter(maxConcurrent))

/** The same state gives the same archive. */
const mtime = new Date(1980, 0, 1)

type Keeping = Pick<Services, 'binaries' | 'config'>

/**
 * The folder as a ZIP file. What comes out of the database is written down before the first byte is given
 * out, so that no state of it is kept for a slow caller; the bytes of files are read while they are sent.
 *
 * @param signal tells that the caller is gone
 * @throws `overloaded` while too many are being made
 */
export async function zipFolder(
  scope: RequestScope,
  keeping: Keeping,
  signal: AbortSignal,
): Promise<Readable> {
  const release = limiterOf(scope.db).tryAcquire()
  if (!release) throw new AppError('overloaded', message('packages_running', {}))
  const { spool } = keeping.binaries
  const spooled = new Map<string, string>()
  const clear = () => Promise.all([...spooled.values()].map((path) => rm(path, { force: true })))
  try {
    const written = await writeData(scope, keeping, async (path, content) => {
      if (signal.aborted) throw new AppError('bad_request', message('caller_went_away', {}))
      const at = await spool.newPath()
      spooled.set(path, at)
      await writeDown(at, content)
    })
    return archiveOf(scope, keeping, { written, spooled, signal }).once('close', () => void clear())
  } catch (error) {
    await clear()
    throw error
  } finally {
    release()
  }
}

interface Archiving {
  readonly written: WrittenFolder
  /** Where the parts wait, by their paths in the folder. */
  readonly spooled: ReadonlyMap<string, string>
  readonly signal: AbortSignal
}

function archiveOf(scope: RequestScope, keeping: Keeping, { written, spooled, signal }: Archiving): Readable {
  const archive = writeZip(async (zip) => {
    for (const [path, at] of spooled) await zip.add(path, createReadStream(at), { mtime })
    // Photographs and the like are packed already.
    await writeBytes(scope, keeping, written, (path, content) =>
      zip.add(path, content, { mtime, compress: !path.startsWith('files/') }),
    )
  })
  return Readable.from(archive, { objectMode: false, signal })
}
