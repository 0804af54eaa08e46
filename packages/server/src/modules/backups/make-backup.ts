import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { writeLog } from '../../catalogue/event-log.js'
import { AppError } from '../../errors.js'
import type { Services } from '../../http/services.js'
import { writeDown } from '../../storage/binaries/write-down.js'
import { type Database, type Storage, StorageError } from '../../storage/storage.js'
import { BackupProblem } from './backup-problem.js'
import { freeName, type Metadata, shelve } from './backup-shelf.js'
import { asBackupProblem, loadDatabase } from './load-database.js'
import { BackupArchive } from './read-archive.js'
import { writeArchive } from './write-archive.js'

/** What backups are made and restored with. */
export interface BackupKeeping {
  readonly services: Pick<Services, 'binaries' | 'storage' | 'version'>
  readonly db: Database
  readonly log: FastifyBaseLogger
}

export interface BackupOrder {
  readonly withFiles: boolean
  readonly reason: Metadata['reason']
  /** Who wants it. */
  readonly by: string
}

export interface MadeBackup {
  readonly file: string
  /** In bytes. */
  readonly size: number
  readonly metadata: Metadata
}

/** The name under which whoever makes or restores a backup has the application to himself. */
export const turn = 'backup'

/**
 * Makes a backup, restores it into a scratch place and compares; only then it is one. Nobody who reads or writes waits for it.
 * @throws `backup_in_progress`; `error_backup` with the reason in `detail`
 */
export async function makeBackup(keeping: BackupKeeping, order: BackupOrder): Promise<MadeBackup> {
  const outcome = await keeping.db.alone(turn, () => makeInTurn(keeping, order))
  if (!outcome) throw new AppError('backup_in_progress')
  return outcome.done
}

/** As `makeBackup`, for who has his turn already. */
export async function makeInTurn(keeping: BackupKeeping, order: BackupOrder): Promise<MadeBackup> {
  const { db, log } = keeping
  try {
    const made = await make(keeping, order)
    await writeLog(db, log, 'backup_made', { file: made.file })
    return made
  } catch (error) {
    const detail = reasonOf(error)
    log.error({ err: error, app: db.app }, 'backup not made')
    await writeLog(db, log, 'backup_failed', { reason: detail })
    throw new AppError('error_backup', { detail, cause: error })
  }
}

async function make({ services, db }: BackupKeeping, order: BackupOrder): Promise<MadeBackup> {
  const { binaries, storage, version } = services
  const createdAt = new Date()
  const path = await binaries.spool.newPath()
  try {
    const hash = createHash('sha256')
    let bytes = 0
    const content = writeArchive({
      db,
      binaries: order.withFiles ? binaries : undefined,
      version,
      createdBy: order.by,
      createdAt,
    })
    await writeDown(path, content, (piece) => {
      hash.update(piece)
      bytes += piece.length
    })
    const missing = await proveBackup(storage, path, db.app)
    const metadata: Metadata = {
      created_by: order.by,
      version,
      sha256: hash.digest('hex'),
      bytes,
      kind: order.withFiles ? 'archive' : 'database',
      reason: order.reason,
      verified: true,
      missing_files: missing,
    }
    const file = await freeName(binaries, db.app, db.engine, Math.floor(createdAt.getTime() / 1000))
    await shelve(binaries, db.app, file, path, metadata)
    return { file, size: bytes, metadata }
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Restores a backup into a scratch place of this engine, compares every table by number of rows and digest, and every file by
 * its digest. Nothing else is touched.
 *
 * @returns how many files it says were missing when it was made
 * @throws BackupProblem
 */
export async function proveBackup(storage: Storage, path: string, app: string): Promise<number> {
  const archive = await BackupArchive.open(path, app)
  try {
    await storage.scratch((scratch) =>
      scratch.replace(
        async () => undefined,
        (empty) => loadDatabase(empty, archive),
      ),
    )
    for (const file of archive.manifest.files ?? []) for await (const _ of archive.file(file));
    return archive.manifest.missingFiles
  } catch (error) {
    throw asBackupProblem(error)
  } finally {
    archive.close()
  }
}

/** A word on why, for people and programs. */
function reasonOf(error: unknown): string {
  if (error instanceof StorageError) return error.problem
  if (error instanceof BackupProblem) return 'not_verified'
  const { code } = error as { readonly code?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'internal_error'
}
