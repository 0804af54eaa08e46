import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import type { Backup, BackupScheduleBody } from '@trowel/contract/backups.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { isAdmin, isSuperAdmin } from '../../access/global-level.js'
import { loadSettings, storeSettings } from '../../catalogue/app-settings.js'
import type { BackupSchedule } from '../../catalogue/application.js'
import { AppError } from '../../errors.js'
import { contentRange, type Preconditions } from '../../http/byte-ranges.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { wireTime } from '../../http/wire-time.js'
import { backupNotFound, readBackupName, requireBackupName } from './backup-name.js'
import {
  backupPlace,
  listStoredBackups,
  readMetadata,
  type StoredBackup,
  takeStoredBackup,
} from './backup-store.js'
import { type MadeBackup, makeBackup, proveBackup } from './make-backup.js'
import { type RestoreTask, refusalOf, requireDigest, restoreBackup } from './restore-backup.js'
import { scheduleOf } from './scheduled-backups.js'

/** Newest first; those whose name tells no time come last. */
export async function listBackups(services: Services, { db }: RequestScope): Promise<Backup[]> {
  const backups = (await listStoredBackups(services.binaries, db.app)).map(wireBackup)
  return backups.sort(
    (a, b) =>
      (b.timestamp ?? Number.NEGATIVE_INFINITY) - (a.timestamp ?? Number.NEGATIVE_INFINITY) ||
      (a.file < b.file ? -1 : 1),
  )
}

/** What the caller may do with backups. */
export const backupRights = ({ db, principal }: RequestScope) => ({
  engine: db.engine,
  can_delete: isAdmin(principal),
  can_restore: isSuperAdmin(principal),
})

/** What is made unasked, and what the settings of the service say of that. */
export const backupSchedules = ({ config }: Services, { application: { settings } }: RequestScope) => ({
  schedule: { ...wireSchedule(scheduleOf(config, settings)), is_own: settings.backupSchedule !== null },
  service_schedule: wireSchedule(config.backups),
})

const wireSchedule = ({ everyHours, keep, withFiles }: BackupSchedule) => ({
  every_hours: everyHours,
  keep,
  files: withFiles,
})

/** Gives the application a schedule of its own. */
export async function saveSchedule(
  scope: RequestScope,
  { every_hours: everyHours, keep, files: withFiles }: Decoded<typeof BackupScheduleBody>,
): Promise<void> {
  await storeSchedule(scope, { everyHours, keep, withFiles })
  if (everyHours === 0) await noteEvent(scope, 'backup_schedule_off', {})
  else await noteEvent(scope, 'backup_schedule_set', { hours: everyHours, keep })
}

/** The schedule of the service counts from now on. */
export async function dropSchedule(scope: RequestScope): Promise<void> {
  await storeSchedule(scope, null)
  await noteEvent(scope, 'backup_schedule_left', {})
}

async function storeSchedule(
  { application, db }: RequestScope,
  backupSchedule: BackupSchedule | null,
): Promise<void> {
  await db.write(async (tx) => {
    await storeSettings(tx, { ...(await loadSettings(tx)), backupSchedule })
    await db.announceConfigurationChange(tx)
  })
  await application.reload()
}

/** MiB with three decimals. */
export const mebibytes = (bytes: number): number => Math.round((bytes / 2 ** 20) * 1000) / 1000

function wireBackup({ file, size, metadata }: StoredBackup): Backup {
  const name = readBackupName(file)
  return {
    file,
    app: name?.app ?? file,
    engine: name?.engine ?? null,
    timestamp: name?.seconds ?? null,
    formatted_time: name
      ? wireTime(name.seconds * 1000)
          .replace('T', ' ')
          .replace('Z', '')
      : null,
    size_mb: mebibytes(size),
    size,
    gz: false,
    created_by: metadata?.created_by ?? null,
    version: metadata?.version ?? null,
    kind: metadata?.kind ?? null,
    reason: metadata?.reason ?? null,
    verified: metadata?.verified ?? false,
    left_out: metadata?.left_out ?? [],
  }
}

/** @throws `backup_in_progress`, `error_backup` */
export const createBackup = (
  services: Services,
  scope: RequestScope,
  withFiles: boolean,
): Promise<MadeBackup> =>
  makeBackup(
    { services, db: scope.db, log: scope.log },
    { withFiles, reason: 'asked', by: scope.principal.name },
  )

/** @throws `invalid_parameter`, `file_not_found`, `error_erasing_file` */
export async function removeBackup(services: Services, scope: RequestScope, file: string): Promise<void> {
  const { db } = scope
  const { binaries } = services
  requireBackupName(file)
  if (!(await binaries.head(backupPlace(db.app, file)))) throw backupNotFound()
  try {
    await takeStoredBackup(binaries, db.app, file)
  } catch (error) {
    throw new AppError('error_erasing_file', { cause: error })
  }
  await noteEvent(scope, 'backup_deleted', { file })
}

/**
 * @returns the name of the backup of what was there before
 * @throws `invalid_parameter`, `file_not_found`, and what `restoreBackup` throws
 */
export async function restoreStoredBackup(
  services: Services,
  scope: RequestScope,
  file: string,
): Promise<string> {
  const { db } = scope
  const named = readBackupName(requireBackupName(file))
  if (named && named.app !== db.app) throw new AppError('wrong_restore_app')
  return withCopy(services, scope, file, async (path) => {
    const sha256 = (await readMetadata(services.binaries, db.app, file))?.sha256
    return restore(services, scope, { path, file, sha256 })
  })
}

/** As `restoreStoredBackup`, for a file of this machine. */
export const restoreFile = (services: Services, scope: RequestScope, path: string): Promise<string> =>
  restore(services, scope, { path, file: basename(path), sha256: undefined })

const restore = (
  services: Services,
  { db, log, application, principal }: RequestScope,
  order: Omit<RestoreTask, 'by'>,
): Promise<string> => restoreBackup({ services, db, log }, application, { ...order, by: principal.name })

/**
 * Restores into a scratch place and compares; nothing is changed.
 *
 * @param which the path of a file of this machine, or the name of a backup
 * @throws `invalid_parameter`, `file_not_found`, `error_backup_not_restored`, `wrong_restore_app`
 */
export async function proveStoredBackup(
  services: Services,
  scope: RequestScope,
  which: string | { readonly file: string },
): Promise<void> {
  const prove = async (path: string, sha256?: string): Promise<void> => {
    try {
      await requireDigest(path, sha256)
      await proveBackup(services.storage, path, scope.db.app)
    } catch (error) {
      throw refusalOf(error)
    }
  }
  if (typeof which === 'string') return prove(which)
  const file = requireBackupName(which.file)
  const metadata = await readMetadata(services.binaries, scope.db.app, file)
  await withCopy(services, scope, file, (path) => prove(path, metadata?.sha256))
}

async function withCopy<T>(
  { binaries }: Services,
  { db }: RequestScope,
  file: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const copy = await binaries.bringHere(backupPlace(db.app, file))
  if (!copy) throw backupNotFound()
  try {
    return await work(copy.path)
  } finally {
    await copy.release()
  }
}

interface DownloadRequest extends Pick<Preconditions, 'range' | 'ifRange'> {
  readonly file: string
  readonly headOnly: boolean
}

interface DownloadAnswer {
  readonly status: 200 | 206 | 416
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Readable | undefined
}

/**
 * The bytes of a backup, whole or the part asked for, so that a download that broke off can go on.
 * @throws `invalid_parameter`, `file_not_found`
 */
export async function downloadBackup(
  { binaries }: Services,
  scope: RequestScope,
  { file, headOnly, range, ifRange }: DownloadRequest,
): Promise<DownloadAnswer> {
  const place = backupPlace(scope.db.app, requireBackupName(file))
  const found = await binaries.head(place)
  if (!found) throw backupNotFound()
  const { size, modified } = found
  const etag = `"${file}-${size}"`
  const headers = { etag, 'cache-control': 'no-store', 'accept-ranges': 'bytes' }
  const part = contentRange({ range, ifRange }, size, etag, modified)
  if (part === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: undefined }
  }
  const { first, last } = part ?? { first: 0, last: size - 1 }
  const body = headOnly ? undefined : await binaries.read(place, { first, last })
  if (!body && !headOnly) throw backupNotFound()
  if (!headOnly && first === 0) await noteEvent(scope, 'backup_downloaded', { file })
  return {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${file}"`,
      'content-length': last - first + 1,
      ...(part ? { 'content-range': `bytes ${first}-${last}/${size}` } : {}),
    },
    body,
  }
}
