import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { loadSettings, storeSettings } from '../../catalogue/app-settings.js'
import type { Application } from '../../catalogue/application.js'
import { writeLog } from '../../catalogue/event-log.js'
import { ensureKeySalt } from '../../catalogue/key-salt.js'
import { loadCatalogue } from '../../catalogue/load-catalogue.js'
import { indexPlaces } from '../../catalogue/migrations/0006-boxes-of-geometries.js'
import { journalEverything } from '../../catalogue/migrations/0014-journal.js'
import { migrations } from '../../catalogue/migrations/list.js'
import { runMigrationsIn } from '../../catalogue/run-migrations.js'
import { systemTables } from '../../catalogue/system-tables.js'
import { AppError } from '../../errors.js'
import { message } from '../../message.js'
import type { BinaryPlace, BinaryStorage } from '../../storage/binaries/binary-storage.js'
import { noteReplacement } from '../../storage/journal/replacement-set.js'
import type { Transaction } from '../../storage/storage.js'
import { noteChangeSet } from '../../storage/watch-commits.js'
import { abandonBinaries, announceBinaries } from '../files/index.js'
import { BackupProblem, corrupt } from './backup-problem.js'
import { type KeptAccess, keepAccess, readKeptAccess } from './kept-access.js'
import { asBackupProblem, loadDatabase } from './load-database.js'
import {
  type BackupDraft,
  type BackupKeeping,
  discardDraft,
  draftBackup,
  lockName,
  type MadeBackup,
  noteFailure,
  noteMade,
  storeDraft,
} from './make-backup.js'
import type { FilePart } from './manifest.js'
import { BackupArchive } from './read-archive.js'

export interface RestoreTask {
  /** The backup, as a file of this machine. */
  readonly path: string
  /** What people call it. */
  readonly file: string
  /** As it was noted when the backup was made, if it was. */
  readonly sha256: string | undefined
  /** Who wants it. */
  readonly by: string
}

/**
 * Puts a backup in the place of everything: all of it or nothing, whenever the service dies. First the backup
 * is read to its end and the bytes of files are brought that are not here; up to then people go on working.
 * Then writers wait, on every node, until one transaction has replaced the tables. What is there is backed up
 * while they wait, so that the last write before is in that backup, and it is proved before the transaction
 * is committed.
 *
 * Bytes of files that only the present had stay where they are, because the backup made just before refers to
 * them.
 *
 * @returns the name of the backup of what was there
 * @throws `error_backup_not_restored` with `corrupt`, `newer_version` or `not_a_backup` in `detail`;
 *   `wrong_restore_app`; `backup_in_progress`; `error_backup`
 */
export async function restoreBackup(
  keeping: BackupKeeping,
  application: Application,
  task: RestoreTask,
): Promise<string> {
  const outcome = await keeping.db.withLock(lockName, () => restoreLocked(keeping, application, task))
  if (!outcome) throw new AppError('backup_in_progress')
  return outcome.done
}

async function restoreLocked(
  keeping: BackupKeeping,
  application: Application,
  task: RestoreTask,
): Promise<string> {
  const { db, log } = keeping
  const archive = await openProved(task, db.app)
  try {
    const safety = await replaceEverything(keeping, archive, task)
    await afterwards(keeping, application, archive, { ...task, safety })
    log.info({ app: db.app, backup: task.file }, 'backup restored')
    return safety.file
  } catch (error) {
    if (error instanceof AppError && error.code === 'error_backup') await noteFailure(keeping, error)
    throw refusalOf(error)
  } finally {
    archive.close()
  }
}

async function openProved({ path, sha256 }: RestoreTask, app: string): Promise<BackupArchive> {
  try {
    await requireDigest(path, sha256)
    const archive = await BackupArchive.open(path, app)
    try {
      await archive.prove()
      return archive
    } catch (error) {
      archive.close()
      throw error
    }
  } catch (error) {
    throw refusalOf(error)
  }
}

/** @param sha256 as it was noted when the backup was made, if it was. @throws BackupProblem */
export async function requireDigest(path: string, sha256: string | undefined): Promise<void> {
  if (sha256 !== undefined && (await digestOf(path)) !== sha256)
    throw corrupt(message('backup_changed_since', {}))
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

async function replaceEverything(
  keeping: BackupKeeping,
  archive: BackupArchive,
  task: RestoreTask,
): Promise<MadeBackup> {
  const { services, db, log } = keeping
  const { binaries } = services
  // What lies under the name of an uploaded file never changes; a file for the map may be another one now,
  // which stays until then.
  const files = (archive.manifest.files ?? []).filter(({ area }) => area === 'files')
  const missing = await missingFiles(binaries, db.app, files)
  const names = missing.map(({ name }) => name)
  if (names.length > 0) await announceBinaries(db, names)
  try {
    await putFiles(binaries, db.app, archive, missing)
    return await swap(keeping, archive, task)
  } catch (error) {
    await abandonBinaries(binaries, db, names).catch((cause: unknown) =>
      log.warn({ err: cause, app: db.app }, 'bytes of a failed restore stay until the next sweep'),
    )
    throw error
  }
}

/** Everything that writers wait for. @returns the backup of what was there */
async function swap(
  keeping: BackupKeeping,
  archive: BackupArchive,
  { by, file }: RestoreTask,
): Promise<MadeBackup> {
  const { services, db } = keeping
  let draft: BackupDraft | undefined
  let shelving: Promise<MadeBackup> | undefined
  try {
    const { safety, changeSet } = await db.replace(
      async (before) => {
        draft = await draftBackup(keeping, { withFiles: false, reason: 'before_restore', by })
        shelving = storeDraft(keeping, draft)
        // Its failure is met below; until then it must not end the process.
        shelving.catch(() => undefined)
        return { access: await readKeptAccess(before), shelving }
      },
      async (empty, kept) => {
        // Side by side: each second is one in which people wait.
        const [safety] = await Promise.all([
          kept.shelving,
          fill(empty, archive, kept.access, services.version),
        ])
        const changeSet = await noteReplacement(empty, kept.access.newestSet, file)
        await db.announceConfigurationChange(empty)
        return { safety, changeSet }
      },
    )
    if (db.watched) noteChangeSet(db.watched.watch, changeSet)
    return safety
  } finally {
    await shelving?.catch(() => undefined)
    if (draft) await discardDraft(draft)
  }
}

async function fill(
  empty: Transaction,
  archive: BackupArchive,
  access: KeptAccess,
  version: string,
): Promise<void> {
  await fillTables(empty, archive, version, async () => {
    await keepAccess(empty, access, Date.now())
    const settings = await loadSettings(empty)
    await storeSettings(empty, {
      ...settings,
      backupSchedule: access.backupSchedule ?? settings.backupSchedule,
    })
  })
}

/**
 * Makes everything that an archive holds in an empty database, as this version has it.
 *
 * @param settle changes what shall not be as it is in the archive, before its rows are journaled
 */
export async function fillTables(
  empty: Transaction,
  archive: BackupArchive,
  version: string,
  settle: () => Promise<void> = async () => undefined,
): Promise<void> {
  await loadDatabase(empty, archive)
  await runMigrationsIn(empty, migrations)
  await requireSystemTables(empty)
  await ensureKeySalt(empty)
  await indexPlaces(empty)
  await settle()
  await storeSettings(empty, { ...(await loadSettings(empty)), version })
  await loadCatalogue(empty, archive.manifest.app)
  await journalEverything(empty, { anew: true })
}

async function requireSystemTables(restored: Transaction): Promise<void> {
  const tables = await restored.schema.inspect()
  const missing = systemTables.find(({ name }) => !tables.has(name))
  if (missing) throw corrupt(message('backup_table_missing', { table: missing.name }))
}

/**
 * What was deleted just before may have taken its bytes along while they were looked for: those are brought
 * once more, with the files for the map.
 */
async function afterwards(
  { services, log }: BackupKeeping,
  application: Application,
  archive: BackupArchive,
  { file, by, safety }: RestoreTask & { readonly safety: MadeBackup },
): Promise<void> {
  await application.reload()
  const { db } = application
  await noteMade({ services, db, log }, safety)
  await writeLog(db, log, 'backup_restored', { by, file })
  try {
    const missing = await missingFiles(services.binaries, db.app, archive.manifest.files ?? [])
    await putFiles(services.binaries, db.app, archive, missing)
  } catch (error) {
    log.error({ err: error, app: db.app }, 'files of a restored backup may lack their bytes')
    await writeLog(db, log, 'restored_without_bytes', { file })
  }
}

/** What people read about a backup that cannot be restored. */
export function refusalOf(thrown: unknown): unknown {
  const error = asBackupProblem(thrown)
  if (!(error instanceof BackupProblem)) return error
  const said = message('backup_not_restorable', { reason: error.said })
  return error.fault === 'wrong_restore_app'
    ? new AppError('wrong_restore_app', { ...said, cause: error })
    : new AppError('error_backup_not_restored', { ...said, detail: error.fault, cause: error })
}

/** Files of the backup whose bytes are not here, or not these. */
async function missingFiles(
  binaries: BinaryStorage,
  app: string,
  files: readonly FilePart[],
): Promise<FilePart[]> {
  const missing: FilePart[] = []
  for (const file of files) if (!(await isHere(binaries, app, file))) missing.push(file)
  return missing
}

const placeOf = (app: string, { area, name }: FilePart): BinaryPlace => ({ app, area, name })

async function isHere(binaries: BinaryStorage, app: string, file: FilePart): Promise<boolean> {
  const place = placeOf(app, file)
  if ((await binaries.head(place))?.size !== file.bytes) return false
  const content = await binaries.read(place)
  if (!content) return false
  const hash = createHash('sha256')
  for await (const piece of content as AsyncIterable<Buffer>) hash.update(piece)
  return hash.digest('hex') === file.sha256
}

/** Each is whole under its name or not there. */
async function putFiles(
  binaries: BinaryStorage,
  app: string,
  archive: BackupArchive,
  files: readonly FilePart[],
): Promise<void> {
  for (const file of files) await binaries.put(placeOf(app, file), archive.file(file))
}
