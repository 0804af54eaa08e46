import type { PicturePoint } from '@trowel/contract/picture-marks.js'
import type { Database } from '../storage/storage.js'
import type { Catalogue } from './catalogue.js'
import type { Migration } from './migrations/migration.js'
import type { MigrationResult } from './run-migrations.js'

export type AppStatus = 'on' | 'frozen' | 'off'

/** Which columns a list has when the client names none. */
export type ListColumns = 'all' | 'preview'

/** When backups are made unasked, and how many of these stay. */
export interface BackupSchedule {
  /** 0: never. */
  readonly everyHours: number
  readonly keep: number
  readonly withFiles: boolean
}

/** What is set for the whole application. */
export interface AppSettings {
  readonly status: AppStatus
  readonly definition: string
  readonly color: string
  readonly lang: string
  readonly welcome: string
  /** Neither side of an uploaded picture is larger, in pixels; 0: no limit. */
  readonly maxImageSize: number
  readonly listColumns: ListColumns
  /** What people call the project, where that is more than the name of the application. */
  readonly title: string | null
  /** Names of the bytes of its pictures. */
  readonly logo: string | null
  readonly cover: string | null
  /** The point of the cover that stays in sight; `null`: its middle. */
  readonly coverPoint: PicturePoint | null
  /** `null`: backups are made as the settings of the service say. */
  readonly backupSchedule: BackupSchedule | null
  /** The version of the older service that it was taken over from, whose API keys it knows. */
  readonly adoptedFrom: string | null
  /** The version of the service that opened the application last. */
  readonly version: string
}

/**
 * One tenant, opened: its database, its configuration, its settings. `catalogue` and `settings` are replaced
 * as a whole.
 */
export interface Application {
  readonly name: string
  /** Another one after a restore: what was begun with the one before is written no more. */
  readonly db: Database
  readonly catalogue: Catalogue
  readonly settings: AppSettings
  /**
   * What its keys are derived from, with the service's secret. `undefined` while the migration waits that
   * makes it.
   */
  readonly keySalt: string | undefined
  /**
   * Names of the migrations that wait because one of them failed, in order; empty when the database is up to
   * date.
   */
  readonly pendingMigrations: readonly string[]
  /** All migrations that this build knows, in order. */
  readonly knownMigrations: readonly Pick<Migration, 'name'>[]
  /** Runs what waits, once more. @returns `undefined` when it is under way on any node */
  upgrade(): Promise<MigrationResult | undefined>
  /** How often configuration or settings were changed so far, as far as this node has heard. */
  readonly changes: number
  /** Reads configuration and settings again: after they were changed here, or by another node. */
  reload(): Promise<void>
  /** Reads them again in case that another node changed them and was not heard yet. */
  refresh(): Promise<void>
}
