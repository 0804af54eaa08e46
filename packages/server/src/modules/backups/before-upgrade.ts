import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../errors.js'
import type { Transaction } from '../../storage/storage.js'
import { readBackupName } from './backup-name.js'
import { listStoredBackups, takeStoredBackup } from './backup-store.js'
import { loadDatabase } from './load-database.js'
import { type BackupKeeping, discardDraft, draftBackup, makeBackup } from './make-backup.js'
import { BackupArchive } from './read-archive.js'

/** An upgrade that fails at every start must not fill the disk. */
const kept = 5
const lookEveryMs = 500

/** Of the database alone: no migration touches the bytes of files. */
const task = { withFiles: false, reason: 'before_upgrade', by: 'upgrade' } as const

/**
 * Made, and proved, before an application is brought up to date; of those made before some of the newest
 * stay.
 * @throws `error_backup`
 */
export async function backUpBeforeUpgrade(keeping: BackupKeeping): Promise<void> {
  await makeWhenFree(keeping)
  const { services, db } = keeping
  const all = (await listStoredBackups(services.binaries, db.app))
    .filter(({ metadata }) => metadata?.reason === task.reason)
    .map(({ file }) => ({ file, seconds: readBackupName(file)?.seconds ?? 0 }))
    .sort((a, b) => b.seconds - a.seconds)
  for (const { file } of all.slice(kept)) await takeStoredBackup(services.binaries, db.app, file)
}

/** Another node, or the schedule, may be making one: it ends, and what it has may be older. */
async function makeWhenFree(keeping: BackupKeeping): Promise<void> {
  for (;;) {
    try {
      await makeBackup(keeping, task)
      return
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'backup_in_progress') throw error
      await sleep(lookEveryMs)
    }
  }
}

/**
 * Lets `work` do what it likes with a copy of everything in the database; nothing is left of it.
 * @throws what `work` throws, and `error_backup`
 */
export async function onCopy<T>(keeping: BackupKeeping, work: (copy: Transaction) => Promise<T>): Promise<T> {
  const draft = await draftBackup(keeping, task)
  try {
    const archive = await BackupArchive.open(draft.path, keeping.db.app)
    try {
      return await keeping.services.storage.scratch((scratch) =>
        scratch.replace(
          async () => undefined,
          async (empty) => {
            await loadDatabase(empty, archive)
            return work(empty)
          },
        ),
      )
    } finally {
      archive.close()
    }
  } finally {
    await discardDraft(draft)
  }
}
