import { english } from '@trowel/contract/messages/en/english.js'
import type { MigrationState, UpgradeStatusReply } from '@trowel/contract/upgrade.js'
import { identify } from '../../access/authenticate.js'
import { isAdmin } from '../../access/global-level.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { wireTime } from '../../http/wire-time.js'
import { selectAppliedMigrations } from './store.js'

const titles: Readonly<Partial<Record<string, string>>> = english.steps

/** What a migration brings; one that only a newer service knows has none. */
export const titleOf = (name: string): string | undefined => titles[name]

/** Every migration of this build in order, then those that only a newer one knows. */
export async function listMigrations({ application, db }: RequestScope): Promise<MigrationState[]> {
  const applied = new Map(
    (await selectAppliedMigrations(db.quick)).map((row) => [row.name, wireTime(row.applied_at)]),
  )
  const known = application.knownMigrations
  const unknown = [...applied.keys()].filter((name) => !known.some((one) => one.name === name))
  const stateOf = (name: string): MigrationState => ({
    name,
    title: titleOf(name) ?? null,
    applied: applied.has(name),
    applied_at: applied.get(name) ?? null,
  })
  return [
    ...known.map(({ name }) => stateOf(name)),
    ...unknown.map((name) => ({ ...stateOf(name), unknown: true as const })),
  ]
}

/**
 * Whether the application waits to be upgraded; the application is that of the token, or else the one named.
 * @param authorization also of those who may not enter before it is done
 */
export async function upgradeStatus(
  services: Services,
  authorization: string | undefined,
  app: string | undefined,
): Promise<UpgradeStatusReply> {
  const identity = await identify(services, authorization, new Date()).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) return undefined
    throw error
  })
  const application = identity?.application ?? (await services.applications.open(app ?? ''))
  const pending = application?.pendingMigrations ?? []
  if (pending.length === 0) return { status: 'success', type: null }
  return {
    status: 'success',
    type: 'minor',
    pending: identity && isAdmin(identity.principal) ? [...pending] : [],
    // No migration moves files.
    affects_files: false,
  }
}

/**
 * Runs what waits. @returns what ran now @throws `upgrade_running`, `upgrade_failed` (detail: the migration)
 */
export async function upgrade({ application }: RequestScope): Promise<string[]> {
  const result = await application.upgrade()
  if (!result) throw new AppError('upgrade_running')
  const [failed] = result.pending
  if (failed !== undefined) throw new AppError('upgrade_failed', { detail: failed })
  return [...result.applied]
}
