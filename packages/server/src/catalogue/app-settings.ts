import type { PicturePoint } from '@trowel/contract/picture-marks.js'
import { sql } from '../storage/sql.js'
import type { Reader, Transaction } from '../storage/storage.js'
import type { AppSettings, AppStatus, BackupSchedule, ListColumns } from './application.js'
import { parseJsonObject } from './json-text.js'

export const appStatuses: readonly AppStatus[] = ['on', 'frozen', 'off']
export const listColumnsChoices: readonly ListColumns[] = ['all', 'preview']

interface SettingsRow {
  readonly status: string
  readonly max_image_size: number
  readonly welcome: string
  readonly color: string
  readonly definition: string
  readonly lang: string
  readonly version: string
  readonly list_columns: string | null
  readonly title: string | null
  readonly logo: string | null
  readonly cover: string | null
  readonly cover_point: string | null
  readonly backup_schedule: string | null
  readonly adopted_from: string | null
}

/** The settings of an application that has none stored. */
const fallback: AppSettings = Object.freeze({
  status: 'on',
  definition: '',
  color: 'indigo',
  lang: '',
  welcome: '',
  maxImageSize: 1500,
  listColumns: 'all',
  title: null,
  logo: null,
  cover: null,
  coverPoint: null,
  backupSchedule: null,
  adoptedFrom: null,
  version: '',
})

export async function loadSettings(reader: Reader): Promise<AppSettings> {
  const row = await reader.get<SettingsRow>(sql`SELECT * FROM "sys_cfg_app" ORDER BY "id" LIMIT 1`)
  if (!row) return fallback
  return Object.freeze({
    status: appStatuses.find((status) => status === row.status) ?? 'on',
    definition: row.definition,
    color: row.color,
    lang: row.lang,
    welcome: row.welcome,
    maxImageSize: row.max_image_size,
    listColumns: listColumnsChoices.find((choice) => choice === row.list_columns) ?? 'all',
    title: row.title ?? null,
    logo: row.logo ?? null,
    cover: row.cover ?? null,
    coverPoint: pointIn(row.cover_point ?? ''),
    backupSchedule: scheduleIn(row.backup_schedule ?? ''),
    adoptedFrom: row.adopted_from ?? null,
    version: row.version,
  })
}

function scheduleIn(text: string): BackupSchedule | null {
  const { every_hours: everyHours, keep, files } = parseJsonObject(text)
  return typeof everyHours === 'number' && typeof keep === 'number'
    ? { everyHours, keep, withFiles: files === true }
    : null
}

function pointIn(text: string): PicturePoint | null {
  const [x, y] = text.split(' ').map(Number)
  return x !== undefined && y !== undefined ? [x, y] : null
}

const scheduleText = ({ everyHours, keep, withFiles }: BackupSchedule): string =>
  JSON.stringify({ every_hours: everyHours, keep, files: withFiles })

/** Stores all of them, whichever have changed. */
export async function storeSettings(tx: Transaction, settings: AppSettings): Promise<void> {
  await tx.run(sql`
    UPDATE "sys_cfg_app" SET
      "status" = ${settings.status}, "max_image_size" = ${settings.maxImageSize}, "welcome" = ${settings.welcome},
      "color" = ${settings.color}, "definition" = ${settings.definition}, "lang" = ${settings.lang},
      "version" = ${settings.version}, "list_columns" = ${settings.listColumns}, "title" = ${settings.title},
      "logo" = ${settings.logo}, "cover" = ${settings.cover},
      "cover_point" = ${settings.coverPoint?.join(' ') ?? null},
      "backup_schedule" = ${settings.backupSchedule && scheduleText(settings.backupSchedule)},
      "adopted_from" = ${settings.adoptedFrom}`)
}

/**
 * The version alone: it is noted down also where a migration failed and columns of other settings are
 * missing.
 */
export async function storeVersion(tx: Transaction, version: string): Promise<void> {
  await tx.run(sql`UPDATE "sys_cfg_app" SET "version" = ${version}`)
}
