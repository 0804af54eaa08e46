import { loadSettings } from '../../catalogue/app-settings.js'
import type { BackupSchedule } from '../../catalogue/application.js'
import { demoApplication } from '../../demo/load-demo.js'
import { listStoredBackups, readBackupName, scheduleOf } from '../../modules/backups/index.js'
import { type AppVersion, appVersions } from '../../modules/upgrade/index.js'
import type { OpenedServices } from '../../open-services.js'
import { type Finding, note, ok, wrong } from './finding.js'

const hour = 3_600_000
const day = 24 * hour
/** Without a schedule one is expected so often. */
const expectedEveryMs = 7 * day
const minute = 60_000

/** What each application lacks; none is opened as the service does, and nothing is changed. */
export async function checkApplications(services: OpenedServices, now: number): Promise<Finding[]> {
  const versions = await appVersions(services.storage, await services.applications.names())
  const lost = await services.storage.lost()
  const findings = [
    ...lost.map((app) =>
      wrong('applications', `The database of "${app}" is missing.`, 'Put it back: trowel app list says how.'),
    ),
    ...versions.flatMap(checkVersion),
  ]
  const sound = versions.filter(({ damage }) => damage === undefined)
  const backups = await Promise.all(
    sound.filter(({ app }) => app !== demoApplication).map((version) => checkBackups(services, version, now)),
  )
  return [
    ...(findings.length > 0 ? findings : [ok('applications', countOf(versions.length))]),
    ...checkTimes(sound, now),
    ...backups,
  ]
}

const countOf = (count: number): string =>
  count === 0 ? 'There is none yet.' : `${count === 1 ? 'One is' : `${count} are`} there, and up to date.`

function checkVersion({ app, waiting, unknown, damage }: AppVersion): Finding[] {
  if (damage !== undefined)
    return [wrong('applications', `"${app}" is damaged: ${damage}`, 'trowel app list says how to mend it.')]
  if (unknown.length > 0)
    return [
      wrong(
        'applications',
        `A newer version of Trowel has had "${app}" (${unknown.join(', ')}).`,
        'Start that version; there is no way back but a backup.',
      ),
    ]
  if (waiting.length === 0) return []
  const found = `"${app}" is not up to date: ${waiting.map(({ name }) => name).join(', ')}.`
  return [
    wrong('applications', found, 'Try it on a copy, then do it: trowel upgrade --dry-run, trowel upgrade'),
  ]
}

/** What happened after now was stored by another clock, or this one was set back. */
function checkTimes(versions: readonly AppVersion[], now: number): Finding[] {
  const late = versions.filter(({ lastRan }) => lastRan > now + minute)
  return late.map(({ app, lastRan }) =>
    wrong(
      'clock',
      `"${app}" was used on ${new Date(lastRan).toISOString()}, which is still to come.`,
      'Set the clock of this machine right before anything is stored.',
    ),
  )
}

async function checkBackups(services: OpenedServices, { app }: AppVersion, now: number): Promise<Finding> {
  const schedule = await scheduleIn(services, app)
  const stored = await listStoredBackups(services.binaries, app)
  const newest = Math.max(
    0,
    ...stored
      .filter(({ metadata }) => metadata?.verified)
      .map(({ file, modified }) => (readBackupName(file)?.seconds ?? modified.getTime() / 1000) * 1000),
  )
  const how =
    schedule.everyHours === 0
      ? `trowel backup create --app ${app}, and TROWEL_BACKUP_HOURS=24 for one every day`
      : `trowel backup create --app ${app}; the log of the application says why none was made`
  if (newest === 0) return wrong('backups', `"${app}" has no backup here.`, how)
  const age = now - newest
  const said = `The newest of "${app}" is ${ageOf(age)} old.`
  if (schedule.everyHours > 0)
    return age > 2 * schedule.everyHours * hour ? wrong('backups', said, how) : ok('backups', said)
  return age > expectedEveryMs ? note('backups', said, how) : ok('backups', said)
}

async function scheduleIn({ config, storage }: OpenedServices, app: string): Promise<BackupSchedule> {
  const { quick } = await storage.open(app)
  return scheduleOf(config, await loadSettings(quick))
}

function ageOf(ms: number): string {
  if (ms < hour) return 'less than an hour'
  return ms < 2 * day ? `${Math.floor(ms / hour)} hours` : `${Math.floor(ms / day)} days`
}
