import type { FastifyBaseLogger } from 'fastify'
import { migrations as allMigrations } from '../../catalogue/migrations/list.js'
import type { Migration } from '../../catalogue/migrations/migration.js'
import { runMigrationsIn } from '../../catalogue/run-migrations.js'
import type { Services } from '../../http/services.js'
import { type Storage, StorageError } from '../../storage/storage.js'
import { onCopy } from '../backups/index.js'
import { titleOf } from './service.js'
import { selectAppliedMigrations } from './store.js'

/** How an application stands to this build, before anything of it was brought up to date. */
export interface AppVersion {
  readonly app: string
  /** Migrations that the next opening runs, in order. */
  readonly waiting: readonly { readonly name: string; readonly title: string }[]
  /** Those that only a newer service knows. */
  readonly unknown: readonly string[]
  /** Unix milliseconds; 0 when none ran. */
  readonly lastRan: number
  /** Why the database cannot be read. */
  readonly damage?: string
}

/** Of each of the applications, without opening it as the service does: nothing is changed. */
export async function appVersions(
  storage: Storage,
  names: readonly string[],
  migrations: readonly Migration[] = allMigrations,
): Promise<AppVersion[]> {
  const versions: AppVersion[] = []
  for (const name of names) versions.push(await versionOf(storage, name, migrations))
  return versions
}

async function versionOf(
  storage: Storage,
  app: string,
  migrations: readonly Migration[],
): Promise<AppVersion> {
  try {
    const db = await storage.open(app)
    const applied = await selectAppliedMigrations(db.quick)
    const names = new Set(applied.map(({ name }) => name))
    const known = migrations.map(({ name }) => name)
    return {
      app,
      waiting: known
        .filter((name) => !names.has(name))
        .map((name) => ({ name, title: titleOf(name) ?? name })),
      unknown: [...names].filter((name) => !known.some((one) => one === name)),
      lastRan: Math.max(0, ...applied.map(({ applied_at: at }) => at)),
    }
  } catch (error) {
    if (!(error instanceof StorageError) || !['damaged', 'schema_changed'].includes(error.problem))
      throw error
    return { app, waiting: [], unknown: [], lastRan: 0, damage: error.message }
  }
}

export interface TriedStep {
  readonly name: string
  readonly milliseconds: number
}

export interface TriedUpgrade {
  readonly steps: readonly TriedStep[]
  /** The one that could not be run, and why. */
  readonly failed?: { readonly name: string; readonly reason: string }
}

/**
 * Runs what waits on a copy of the application, of which nothing is left. The copy is made as a backup is, so
 * that this can go on beside a running service of the older version.
 * @throws `error_backup`
 */
export async function tryUpgrade(
  services: Pick<Services, 'binaries' | 'storage' | 'version'>,
  { app, waiting }: AppVersion,
  log: FastifyBaseLogger,
  migrations: readonly Migration[] = allMigrations,
): Promise<TriedUpgrade> {
  const db = await services.storage.open(app)
  const steps: TriedStep[] = []
  let current: string | undefined
  try {
    await onCopy({ services, db, log }, async (copy) => {
      for (const { name } of waiting) {
        current = name
        const began = performance.now()
        await runMigrationsIn(
          copy,
          migrations.filter((migration) => migration.name === name),
        )
        steps.push({ name, milliseconds: Math.round(performance.now() - began) })
      }
      current = undefined
    })
    return { steps }
  } catch (error) {
    if (current === undefined) throw error
    const reason = error instanceof Error ? error.message : String(error)
    return { steps, failed: { name: current, reason } }
  }
}
