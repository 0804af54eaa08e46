import { sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'

export interface AppliedMigration {
  readonly name: string
  /** Unix milliseconds. */
  readonly applied_at: number
}

export const selectAppliedMigrations = (db: Reader): Promise<AppliedMigration[]> =>
  db.all<AppliedMigration>(sql`SELECT "name", "applied_at" FROM "sys_migrations" ORDER BY "name"`)
