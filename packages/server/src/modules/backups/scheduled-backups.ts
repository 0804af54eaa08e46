import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { loadSettings } from '../../catalogue/app-settings.js'
import type { AppSettings, BackupSchedule } from '../../catalogue/application.js'
import type { Config } from '../../config.js'
import type { Services } from '../../http/services.js'
import type { Database } from '../../storage/storage.js'
import { readBackupName } from './backup-name.js'
import { listStoredBackups, type StoredBackup, takeStoredBackup } from './backup-store.js'
import { lockName, makeLocked } from './make-backup.js'

const hour = 3_600_000
/** How often it is looked whether a backup is due. */
const lookEveryMs = 10 * 60_000

/** The schedule of an application, or that of the service where it has none of its own. */
export const scheduleOf = ({ backups }: Config, { backupSchedule }: AppSettings): BackupSchedule =>
  backupSchedule ?? backups

/** While the service listens: backups are made when they are due, and old ones of these removed. */
export function startBackups(server: FastifyInstance, services: Services): void {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isOver = false
  const look = (): void => {
    running = running.then(() => backUpAll(server.log, services, () => isOver))
  }
  server.addHook('onListen', async () => {
    look()
    timer = setInterval(look, lookEveryMs)
    timer.unref()
  })
  server.addHook('onClose', async () => {
    isOver = true
    clearInterval(timer)
    await running
  })
}

async function backUpAll(log: FastifyBaseLogger, services: Services, isOver: () => boolean): Promise<void> {
  const names = await services.applications.names().catch(() => [])
  for (const name of names) {
    if (isOver()) return
    try {
      const application = await services.applications.open(name)
      if (application) await backUpWhenDue(log, services, application.db, Date.now())
    } catch (error) {
      log.error({ err: error, app: name }, 'a scheduled backup was not made; the next look tries again')
    }
  }
}

/**
 * Makes a backup if the last scheduled one is old enough, and removes those of the schedule that are too
 * many. Of several nodes one does it: the others find one at work, or a young backup.
 *
 * @param now unix milliseconds
 */
export async function backUpWhenDue(
  log: FastifyBaseLogger,
  services: Services,
  db: Database,
  now: number,
): Promise<void> {
  const { binaries, config } = services
  // Another node may have changed it just now.
  const schedule = scheduleOf(config, await loadSettings(db.quick))
  if (schedule.everyHours === 0) return
  await db.withLock(lockName, async () => {
    const scheduled = (await listStoredBackups(binaries, db.app)).filter(isScheduled)
    if (!isDue(scheduled, schedule, now)) return
    const task = { withFiles: schedule.withFiles, reason: 'scheduled', by: 'schedule' } as const
    await makeLocked({ services, db, log }, task)
    const all = (await listStoredBackups(binaries, db.app)).filter(isScheduled)
    for (const { file } of tooMany(all, schedule, now)) await takeStoredBackup(binaries, db.app, file)
  })
}

/** One that was damaged since counts for nothing: another is due, and no whole one goes for it. */
const isScheduled = ({ metadata }: StoredBackup): boolean =>
  metadata?.reason === 'scheduled' && metadata.verified
const millisecondsOf = ({ file, modified }: StoredBackup): number =>
  (readBackupName(file)?.seconds ?? modified.getTime() / 1000) * 1000

/** A clock that was set back by so much makes no backup twice. */
const setBackMs = 2 * hour

/**
 * When it was made. One that lies further ahead than the next one was made while the clock was wrong, and
 * counts as older than all: else none would be made until then, or the new one would go for it.
 */
const timeBy = (now: number, { everyHours }: BackupSchedule, backup: StoredBackup): number => {
  const time = millisecondsOf(backup)
  return time > now + everyHours * hour + setBackMs ? 0 : time
}

/** Among those of the same second. */
const timeOf = ({ file }: StoredBackup): number => readBackupName(file)?.time ?? 1

function isDue(scheduled: readonly StoredBackup[], schedule: BackupSchedule, now: number): boolean {
  const last = Math.max(0, ...scheduled.map((backup) => timeBy(now, schedule, backup)))
  return now - last >= schedule.everyHours * hour
}

function tooMany(scheduled: readonly StoredBackup[], schedule: BackupSchedule, now: number): StoredBackup[] {
  const newestFirst = [...scheduled].sort(
    (a, b) => timeBy(now, schedule, b) - timeBy(now, schedule, a) || timeOf(b) - timeOf(a),
  )
  return newestFirst.slice(schedule.keep)
}
