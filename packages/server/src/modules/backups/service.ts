import type { Backup } from '@trowel/contract/backups.js'
import type { FastifyBaseLogger } from 'fastify'
import { isAdmin, isSuperAdmin } from '../../access/global-level.js'
import { writeLog } from '../../catalogue/event-log.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { wireTime } from '../../http/wire-time.js'
import { backupNotFound, readBackupName, requireBackupName } from './backup-name.js'
import { backupPlace, listShelf, readMetadata, type ShelvedBackup, takeFromShelf } from './backup-shelf.js'
import { type MadeBackup, makeBackup } from './make-backup.js'
import { restoreBackup } from './restore-backup.js'

type Asking = RequestScope & { readonly log: FastifyBaseLogger }

/** Newest first; those whose name tells no time come last. */
export async function listBackups(services: Services, { db }: RequestScope): Promise<Backup[]> {
  const shelf = (await listShelf(services.binaries, db.app)).map(wireBackup)
  return shelf.sort(
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

/** MiB with three decimals. */
export const mebibytes = (bytes: number): number => Math.round((bytes / 2 ** 20) * 1000) / 1000

function wireBackup({ file, size, metadata }: ShelvedBackup): Backup {
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
  }
}

/** @throws `backup_in_progress`, `error_backup` */
export const createBackup = (services: Services, scope: Asking, withFiles: boolean): Promise<MadeBackup> =>
  makeBackup(
    { services, db: scope.db, log: scope.log },
    { withFiles, reason: 'asked', by: scope.principal.name },
  )

/** @throws `invalid_parameter`, `file_not_found`, `error_erasing_file` */
export async function removeBackup(services: Services, scope: RequestScope, file: string): Promise<void> {
  const { db, log, principal } = scope
  const { binaries } = services
  requireBackupName(file)
  if (!(await binaries.head(backupPlace(db.app, file)))) throw backupNotFound()
  try {
    await takeFromShelf(binaries, db.app, file)
  } catch (error) {
    throw new AppError('error_erasing_file', { cause: error })
  }
  const message = `Backup deleted by ${principal.name}: ${file}`
  await writeLog(db, log, { channel: 'db', level: 'NOTICE', message })
}

/**
 * @returns the name of the backup of what was there before
 * @throws `invalid_parameter`, `file_not_found`, and what `restoreBackup` throws
 */
export async function restoreFromShelf(services: Services, scope: Asking, file: string): Promise<string> {
  const { db, log, application, principal } = scope
  const { binaries } = services
  requireBackupName(file)
  const named = readBackupName(file)
  if (named && named.app !== db.app) throw new AppError('wrong_restore_app')
  const copy = await binaries.bringHere(backupPlace(db.app, file))
  if (!copy) throw backupNotFound()
  try {
    const sha256 = (await readMetadata(binaries, db.app, file))?.sha256
    const order = { path: copy.path, file, sha256, by: principal.name }
    return await restoreBackup({ services, db, log }, application, order)
  } finally {
    await copy.release()
  }
}
