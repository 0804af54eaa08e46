import { setTimeout as sleep } from 'node:timers/promises'
import { Limiter } from '../limiter.js'
import { bindToGeneration } from '../storage/bind-to-generation.js'
import { type Database, type Storage, StorageError, type TextIndexedTable } from '../storage/storage.js'
import { loadSettings, storeSettings, storeVersion } from './app-settings.js'
import type { Application, AppSettings } from './application.js'
import type { Applications, FirstSettings } from './applications.js'
import { type Catalogue, isTextual } from './catalogue.js'
import { writeLog } from './event-log.js'
import { loadKeySalt } from './key-salt.js'
import { loadCatalogue } from './load-catalogue.js'
import { migrations as allMigrations } from './migrations/list.js'
import type { Migration } from './migrations/migration.js'
import {
  type MigrationLog,
  type MigrationResult,
  migrateEmpty,
  newerNames,
  pendingNames,
  runMigrations,
} from './run-migrations.js'

/**
 * What the name of an application looks like; it stands in API keys and in the names of folders and schemas.
 */
export const applicationName = /^[a-z][a-z0-9_]{2,19}$/

interface ApplicationsLog extends MigrationLog {
  warn(facts: object, message: string): void
}

export interface ApplicationsOptions {
  /** Semantic version of this build. */
  readonly version: string
  readonly log: ApplicationsLog
  /** Called before migrations run on an application that has data. When it throws, none of them runs. */
  readonly beforeUpgrade?: (db: Database) => Promise<void>
  /** All of this build when absent. */
  readonly migrations?: readonly Migration[]
}

/** An application, as it is or as it is being opened. */
interface Opening {
  readonly application: Promise<OpenApplication | undefined>
  /** Resolves as soon as it is known that migrations wait. */
  readonly upgradeBegins: Promise<'behind'>
}

/** Opens each application when it is first asked for, and keeps it open. */
export function openApplications(storage: Storage, options: ApplicationsOptions): Applications {
  const opened = new Map<string, Opening>()
  // Each takes several connections, and much of the disk.
  const upgrades = new Limiter(1)

  const begin = (name: string): Opening => {
    const known = opened.get(name)
    if (known) return known
    let onUpgrade: () => void = () => undefined
    const upgradeBegins = new Promise<'behind'>((resolve) => {
      onUpgrade = () => resolve('behind')
    })
    const application = openOne({ storage, name, options, upgrades, onUpgrade }).then(
      (found) => {
        if (!found) opened.delete(name)
        return found
      },
      (error: unknown) => {
        opened.delete(name)
        throw error
      },
    )
    const opening = { application, upgradeBegins }
    opened.set(name, opening)
    return opening
  }

  const open = async (name: string): Promise<Application | undefined> =>
    applicationName.test(name) ? begin(name).application : undefined

  storage.onConfigurationChange((name) => {
    opened
      .get(name)
      ?.application.then((application) => application?.reload())
      .catch((error: unknown) => {
        // What was closed meanwhile needs none.
        if (opened.has(name)) options.log.error({ app: name, err: error }, 'configuration not reloaded')
      })
  })

  return {
    names: () => storage.applications(),
    open,
    async isBehind(name) {
      if (!applicationName.test(name)) return false
      const { application, upgradeBegins } = begin(name)
      // Of both the first wins: what is open says it itself.
      const found = await Promise.race([application, upgradeBegins])
      return found === 'behind' || (found?.pendingMigrations.length ?? 0) > 0
    },
    async create(name, first, furnish) {
      const build = async (db: Database): Promise<void> => {
        await fill(db, first, options)
        if (furnish)
          await furnish(new OpenApplication(db, options, [], await loadConfiguration(db, options.log)))
      }
      await storage.create(name, build, { asFirst: first.asFirst ?? false })
      const application = await open(name)
      if (!application) throw new StorageError('missing', `The new application "${name}" cannot be opened.`)
      return application
    },
    async close() {
      const applications = await Promise.allSettled(
        [...opened.values()].map(({ application }) => application),
      )
      opened.clear()
      for (const result of applications) {
        if (result.status === 'fulfilled') await result.value?.close()
      }
    },
  }
}

interface OpeningOne {
  readonly storage: Storage
  readonly name: string
  readonly options: ApplicationsOptions
  readonly upgrades: Limiter
  readonly onUpgrade: () => void
}

async function openOne(one: OpeningOne): Promise<OpenApplication | undefined> {
  const { storage, name, options } = one
  let db: Database
  try {
    db = await storage.open(name)
  } catch (error) {
    if (error instanceof StorageError && error.problem === 'missing') return undefined
    throw error
  }
  try {
    await requireTables(db)
    const pending = await bringUpToDate(db, one)
    const application = new OpenApplication(db, options, pending, await loadConfiguration(db, options.log))
    const { settings } = application
    const { version } = options
    if (settings.version !== version && !(await isOfNewer(db, options))) {
      await db.write((tx) => storeVersion(tx, version))
      await application.reload()
    }
    return application
  } catch (error) {
    await db.close()
    throw error
  }
}

/**
 * An application has tables from its first moment; a database without any lost them, and must not become a
 * new one.
 */
async function requireTables(db: Database): Promise<void> {
  const tables = await db.inspect()
  if (tables.size === 0) throw new StorageError('damaged', `The database of "${db.app}" is empty.`)
}

/**
 * Did a newer version bring it up to date? What that one added is left alone, also its name: while nodes are
 * replaced one after the other, both versions serve the same database.
 */
async function isOfNewer(
  db: Database,
  { log, version, migrations = allMigrations }: ApplicationsOptions,
): Promise<boolean> {
  const newer = await newerNames(db, migrations)
  if (newer.length > 0)
    log.warn(
      { app: db.app, version, newer },
      'a newer version of the service has brought the application up to date: this one goes on serving what it knows',
    )
  return newer.length > 0
}

/** Another node that is at it is waited for. */
const lookEveryMs = 500

/** @returns what waits afterwards, because a migration failed, or no backup could be made before */
async function bringUpToDate(
  db: Database,
  { options, upgrades, onUpgrade }: OpeningOne,
): Promise<readonly string[]> {
  for (;;) {
    if ((await pendingNames(db, options.migrations ?? allMigrations)).length === 0) return []
    onUpgrade()
    const run = await upgrades.run(() => db.withLock(upgradeLock, () => upgradeLocked(db, options)))
    if (run) return run.done
    await sleep(lookEveryMs)
  }
}

async function upgradeLocked(db: Database, options: ApplicationsOptions): Promise<readonly string[]> {
  const { log, beforeUpgrade, migrations = allMigrations } = options
  const waiting = await pendingNames(db, migrations)
  if (waiting.length === 0) return []
  try {
    await beforeUpgrade?.(db)
  } catch (error) {
    log.error({ app: db.app, err: error }, 'without a backup before it no migration runs')
    return waiting
  }
  return (await migrate(db, options)).pending
}

const upgradeLock = 'upgrade'

/** What fails stands in the log of the application as well, where administrators read it. */
async function migrate(
  db: Database,
  { migrations = allMigrations, log }: ApplicationsOptions,
): Promise<MigrationResult> {
  const result = await runMigrations(db, migrations, log)
  const [failed] = result.pending
  if (failed !== undefined) {
    await writeLog(db, log, 'migration_failed', { migration: failed })
  }
  return result
}

/** What a new application contains: the system tables, its settings, and the person who may do everything. */
async function fill(
  db: Database,
  { definition, superAdmin }: FirstSettings,
  { version, migrations = allMigrations }: ApplicationsOptions,
): Promise<void> {
  await db.write(
    async (tx) => {
      await migrateEmpty(tx, migrations)
      await storeSettings(tx, {
        ...(await loadSettings(tx)),
        definition,
        welcome: `# ${db.app.toUpperCase()}\n\n${definition}`,
        version,
      })
      await tx.insert('sys_users', {
        name: superAdmin.name,
        email: superAdmin.email.toLowerCase(),
        password: superAdmin.passwordHash,
        privilege: 1,
        token_version: 0,
        created_at: Date.now(),
      })
    },
    { schema: true },
  )
}

interface Configuration {
  readonly generation: string
  readonly catalogue: Catalogue
  readonly settings: AppSettings
  readonly keySalt: string | undefined
  /**
   * The whole catalogue as text, to compare; another one when a backup took the place of everything, whatever
   * it says.
   */
  readonly content: string
}

/**
 * @param before what was read before: a catalogue that says the same is kept, so that its holder sees
 * that nothing changed
 */
async function loadConfiguration(
  db: Database,
  log: ApplicationsLog,
  before?: Configuration,
): Promise<Configuration> {
  // Asked first: when a restore comes in between, writers are refused until the next reading, and not let in
  // with what was before.
  const generation = await db.generation()
  const settings = await loadSettings(db.quick)
  const isReplaced = generation !== before?.generation
  const keySalt = (isReplaced ? undefined : before.keySalt) ?? (await storedKeySalt(db))
  const catalogue = await loadCatalogue(db.quick, db.app)
  const text = JSON.stringify(catalogue, (_key, value: unknown) =>
    value instanceof Map ? [...value] : value,
  )
  const content = `${generation} ${text}`
  if (content === before?.content) return { ...before, settings, keySalt }
  if (catalogue.leftOut.length > 0)
    log.warn(
      { app: db.app, leftOut: catalogue.leftOut },
      'rows of the configuration are left out; the configuration check says why',
    )
  db.maintainTextIndexes(textualColumns(catalogue))
  return { generation, catalogue, settings, keySalt, content }
}

/** There is no table for it while its migration waits. */
async function storedKeySalt(db: Database): Promise<string | undefined> {
  return (await db.inspect()).has('sys_key_salt') ? loadKeySalt(db.quick) : undefined
}

const textualColumns = (catalogue: Catalogue): TextIndexedTable[] =>
  [...catalogue.tables.values()].map((table) => ({
    table: table.name,
    columns: [...table.fields.values()].filter(isTextual).map((field) => field.name),
  }))

/** A change of which the reading failed is looked for again so often. */
const retryMs = 1_000

class OpenApplication implements Application {
  #configuration: Configuration
  #reloading: Promise<void> = Promise.resolve()
  #pending: readonly string[]
  readonly #options: ApplicationsOptions
  readonly #db: Database
  #bound: Database
  #isLookingAnew = false
  #isRetrying = false
  readonly #closing = new AbortController()
  #changes = 0

  constructor(
    db: Database,
    options: ApplicationsOptions,
    pending: readonly string[],
    configuration: Configuration,
  ) {
    this.#db = db
    this.#options = options
    this.#pending = pending
    this.#configuration = configuration
    this.#bound = this.#bind()
  }

  get name(): string {
    return this.#db.app
  }

  get db(): Database {
    return this.#bound
  }

  get pendingMigrations(): readonly string[] {
    return this.#pending
  }

  get knownMigrations(): readonly Migration[] {
    return this.#options.migrations ?? allMigrations
  }

  get catalogue(): Catalogue {
    return this.#configuration.catalogue
  }

  get settings(): AppSettings {
    return this.#configuration.settings
  }

  get keySalt(): string | undefined {
    return this.#configuration.keySalt
  }

  get changes(): number {
    return this.#changes
  }

  async upgrade(): Promise<MigrationResult | undefined> {
    const { db } = this
    const run = await db.withLock(upgradeLock, async () => {
      if ((await pendingNames(db, this.knownMigrations)).length > 0) await this.#options.beforeUpgrade?.(db)
      const result = await migrate(db, this.#options)
      if (result.applied.length > 0) await db.write((tx) => db.announceConfigurationChange(tx))
      return result
    })
    await this.reload()
    return run?.done
  }

  reload(): Promise<void> {
    this.#changes++
    const done = this.refresh()
    done.catch(() => this.#retry())
    return done
  }

  /** Something was changed that is not known here: no other message comes of it. */
  async #retry(): Promise<void> {
    if (this.#isRetrying) return
    this.#isRetrying = true
    for (let isKnown = false; !isKnown; ) {
      const isClosed = await sleep(retryMs, false, { ref: false, signal: this.#closing.signal }).catch(
        () => true,
      )
      if (isClosed) return
      isKnown = await this.refresh().then(
        () => true,
        () => false,
      )
    }
    this.#isRetrying = false
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#db.close()
  }

  /** One reading follows the other, so that an older one never replaces a newer one. */
  refresh(): Promise<void> {
    const next = this.#reloading.then(async () => {
      const { generation, catalogue } = this.#configuration
      this.#configuration = await loadConfiguration(this.#db, this.#options.log, this.#configuration)
      if (this.#configuration.catalogue !== catalogue) this.#changes++
      const isReplaced = this.#configuration.generation !== generation
      if (isReplaced) this.#bound = this.#bind()
      // Another node may have run what waited; an older one may have restored what lacks the newest.
      if (isReplaced || this.#pending.length > 0)
        this.#pending = await pendingNames(this.#db, this.knownMigrations)
    })
    this.#reloading = next.catch(() => undefined)
    return next
  }

  #bind(): Database {
    return bindToGeneration(this.#db, this.#configuration.generation, () => this.#lookAnew())
  }

  /**
   * A write came too late: the next caller finds what is there now, also when no message could reach this
   * node of the restore.
   */
  #lookAnew(): void {
    if (this.#isLookingAnew) return
    this.#isLookingAnew = true
    this.reload()
      .catch((error: unknown) =>
        this.#options.log.error({ app: this.name, err: error }, 'configuration not reloaded'),
      )
      .finally(() => {
        this.#isLookingAnew = false
      })
  }
}
