import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { writeLog } from '../../catalogue/event-log.js'
import { AppError } from '../../errors.js'
import type { Services } from '../../http/services.js'
import { isFullDisk } from '../../storage/binaries/disk-errors.js'
import { writeDown } from '../../storage/binaries/write-down.js'
import { type Database, type Storage, StorageError } from '../../storage/storage.js'
import { BackupProblem } from './backup-problem.js'
import { freeName, type Metadata, shelve } from './backup-store.js'
import { asBackupProblem, loadDatabase } from './load-database.js'
import type { FilePart } from './manifest.js'
import { BackupArchive } from './read-archive.js'
import { writeArchive } from './write-archive.js'

/** What backups are made and restored with. */
export interface BackupKeeping {
  readonly services: Pick<Services, 'binaries' | 'storage' | 'version'>
  readonly db: Database
  readonly log: FastifyBaseLogger
}

export interface BackupTask {
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
  /** What was made by hand in the database, and the backup cannot carry. */
  readonly leftOut: readonly string[]
}

/** The name under which a backup that is made or restored locks the application. */
export const lockName = 'backup'

/**
 * Makes a backup, restores it into a scratch place and compares; only then it is one. No caller who reads or
 * writes waits for it.
 * @throws `backup_in_progress`; `error_backup` with the reason in `detail`
 */
export async function makeBackup(keeping: BackupKeeping, task: BackupTask): Promise<MadeBackup> {
  const outcome = await keeping.db.withLock(lockName, () => makeLocked(keeping, task))
  if (!outcome) throw new AppError('backup_in_progress')
  return outcome.done
}

/** As `makeBackup`, for a caller that holds the lock already. */
export async function makeLocked(keeping: BackupKeeping, task: BackupTask): Promise<MadeBackup> {
  try {
    const draft = await draftBackup(keeping, task)
    const made = await storeDraft(keeping, draft).finally(() => discardDraft(draft))
    await noteMade(keeping, made)
    return made
  } catch (error) {
    await noteFailure(keeping, error)
    throw error
  }
}

export async function noteMade({ db, log }: BackupKeeping, { file, leftOut }: MadeBackup): Promise<void> {
  await writeLog(db, log, 'backup_made', { file })
  if (leftOut.length > 0) await writeLog(db, log, 'backup_without', { file, names: leftOut.join(', ') })
}

export async function noteFailure({ db, log }: BackupKeeping, error: unknown): Promise<void> {
  log.error({ err: error, app: db.app }, 'backup not made')
  await writeLog(db, log, 'backup_failed', { reason: reasonOf(error) })
}

/** A backup as a file of this machine, not proved yet. */
export interface BackupDraft {
  readonly path: string
  readonly createdAt: Date
  readonly metadata: Omit<Metadata, 'verified' | 'missing_files' | 'left_out'>
  readonly leftOut: readonly string[]
}

/** Writes down what there is at this moment. @throws `error_backup` */
export async function draftBackup(
  { services: { binaries, version }, db }: BackupKeeping,
  { reason, withFiles, by }: BackupTask,
): Promise<BackupDraft> {
  const createdAt = new Date()
  const path = await binaries.spool.newPath()
  try {
    const hash = createHash('sha256')
    let bytes = 0
    const leftOut: string[] = []
    const content = writeArchive({
      db,
      binaries,
      areas: areasOf({ reason, withFiles }),
      version,
      createdBy: by,
      createdAt,
      onLeftOut: (names) => leftOut.push(...names),
    })
    await writeDown(path, content, (piece) => {
      hash.update(piece)
      bytes += piece.length
    })
    const kind = withFiles ? 'archive' : 'database'
    const metadata = { created_by: by, version, sha256: hash.digest('hex'), bytes, kind, reason } as const
    return { path, createdAt, metadata, leftOut }
  } catch (error) {
    await rm(path, { force: true })
    throw failureOf(error)
  }
}

/**
 * A restore puts other map files in the place of those that are there, and pictures of the project go with
 * the next one that is set, while uploaded files stay.
 */
function areasOf({ reason, withFiles }: Pick<BackupTask, 'reason' | 'withFiles'>): FilePart['area'][] {
  if (withFiles) return ['files', 'geodata', 'pictures']
  return reason === 'before_restore' ? ['geodata', 'pictures'] : []
}

export const discardDraft = ({ path }: BackupDraft): Promise<void> => rm(path, { force: true })

/** Proves what was written down, and lays it beside the other backups. @throws `error_backup` */
export async function storeDraft(
  { services: { binaries, storage }, db: { app, engine } }: BackupKeeping,
  { path, createdAt, metadata: known, leftOut }: BackupDraft,
): Promise<MadeBackup> {
  try {
    const missing = await proveBackup(storage, path, app)
    const metadata = { ...known, verified: true, missing_files: missing, left_out: firstOf(leftOut) }
    const file = await freeName(binaries, app, engine, Math.floor(createdAt.getTime() / 1000))
    await shelve(binaries, app, file, path, metadata)
    return { file, size: known.bytes, metadata, leftOut }
  } catch (error) {
    throw failureOf(error)
  }
}

/** What is noted beside a backup stays small; the log names everything. */
const maxNoted = { names: 100, characters: 100 } as const

function firstOf(names: readonly string[]): string[] {
  const first = names.slice(0, maxNoted.names).map((name) => name.slice(0, maxNoted.characters))
  return names.length > first.length ? [...first, '…'] : first
}

/** Reasons that go by themselves or that people can do something about: no fault of the service. */
const passing: ReadonlySet<string> = new Set(['files_unavailable', 'unavailable', 'disk_full'])

function failureOf(error: unknown): AppError {
  const detail = reasonOf(error)
  return new AppError('error_backup', { detail, cause: error, ...(passing.has(detail) && { status: 503 }) })
}

/**
 * Restores a backup into a scratch place of this engine, compares every table by number of rows and digest,
 * and every file by its digest. Nothing else is touched.
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
  if (error instanceof AppError && error.code === 'error_backup') return String(error.facts.detail)
  if (error instanceof StorageError) return error.problem
  if (error instanceof BackupProblem) return 'not_verified'
  return isFullDisk(error) ? 'disk_full' : 'internal_error'
}
