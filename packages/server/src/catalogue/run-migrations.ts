import { sql } from '../storage/sql.js'
import type { Database, Reader, Transaction } from '../storage/storage.js'
import type { Migration } from './migrations/migration.js'

export interface MigrationLog {
  error(facts: object, message: string): void
  info(facts: object, message: string): void
}

export interface MigrationResult {
  /** What ran now. */
  readonly applied: readonly string[]
  /** What still waits, because a migration failed. */
  readonly pending: readonly string[]
}

/**
 * Brings the database of an application up to date: in order, each migration in a transaction of its own that
 * has the database to itself, so that of several nodes or requests exactly one runs it. One that fails is
 * undone and ends the run.
 */
export async function runMigrations(
  db: Database,
  migrations: readonly Migration[],
  log: MigrationLog,
): Promise<MigrationResult> {
  const known = await appliedNames(db)
  const waiting = migrations.filter(({ name }) => !known.has(name))
  const applied: string[] = []
  for (const [index, migration] of waiting.entries()) {
    try {
      const ran = await db.write((tx) => runOnce(tx, migration), { schema: true })
      if (!ran) continue
      applied.push(migration.name)
      log.info({ app: db.app, migration: migration.name }, 'migration applied')
    } catch (error) {
      log.error({ app: db.app, migration: migration.name, err: error }, 'migration failed and was undone')
      return { applied, pending: waiting.slice(index).map(({ name }) => name) }
    }
  }
  return { applied, pending: [] }
}

/** Runs those that are missing inside one transaction: all of them, or none. */
export async function runMigrationsIn(tx: Transaction, migrations: readonly Migration[]): Promise<void> {
  const known = await appliedNamesIn(tx)
  for (const migration of migrations) if (!known.has(migration.name)) await runAndRecord(tx, migration)
}

/** Makes the tables of a new application in an empty database, inside one transaction. */
export async function migrateEmpty(tx: Transaction, migrations: readonly Migration[]): Promise<void> {
  for (const migration of migrations) {
    await (migration.isInNew ? record(tx, migration) : runAndRecord(tx, migration))
  }
}

/** Names of the migrations that this database still lacks, in order. */
export async function pendingNames(db: Database, migrations: readonly Migration[]): Promise<string[]> {
  const known = await appliedNames(db)
  return migrations.map(({ name }) => name).filter((name) => !known.has(name))
}

/** Names of the migrations that this database has and only a newer build knows. */
export async function newerNames(db: Database, migrations: readonly Migration[]): Promise<string[]> {
  const known = new Set(migrations.map(({ name }) => name))
  return [...(await appliedNames(db))].filter((name) => !known.has(name))
}

async function appliedNames(db: Database): Promise<ReadonlySet<string>> {
  // Read without a transaction: a full disk, or another process that has the data folder, does not keep an
  // application closed.
  if (!(await db.inspect()).has('sys_migrations')) return new Set()
  return selectNames(db.quick)
}

async function selectNames(reader: Pick<Reader, 'all'>): Promise<ReadonlySet<string>> {
  const rows = await reader.all<{ name: string }>(sql`SELECT "name" FROM "sys_migrations"`)
  return new Set(rows.map((row) => row.name))
}

/** @returns false when another node ran it meanwhile */
async function runOnce(tx: Transaction, migration: Migration): Promise<boolean> {
  if ((await appliedNamesIn(tx)).has(migration.name)) return false
  await runAndRecord(tx, migration)
  return true
}

async function runAndRecord(tx: Transaction, migration: Migration): Promise<void> {
  await migration.up(tx)
  await record(tx, migration)
}

const record = (tx: Transaction, { name }: Migration): Promise<unknown> =>
  tx.insert('sys_migrations', { name, applied_at: Date.now() })

async function appliedNamesIn(tx: Transaction): Promise<ReadonlySet<string>> {
  if (!(await tx.schema.shapeOf('sys_migrations'))) return new Set()
  return selectNames(tx)
}
