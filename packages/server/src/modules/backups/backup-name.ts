import { backupNameForm } from '@trowel/contract/backups.js'
import { AppError } from '../../errors.js'
import { message } from '../../message.js'
import type { EngineName } from '../../storage/storage.js'

/** What the name of a backup tells. */
export interface BackupName {
  readonly app: string
  readonly engine: string
  /** Unix seconds. */
  readonly seconds: number
  /** The how-manieth of the same second, from 1. */
  readonly time: number
}

const nameForm = /^([a-z][a-z0-9_]{2,19})-(sqlite|pgsql)-(\d{1,12})(?:-(\d{1,4}))?\.zip$/

/** `undefined` for a name that the service did not give. */
export function readBackupName(file: string): BackupName | undefined {
  const [, app, engine, seconds, time = 1] = nameForm.exec(file) ?? []
  if (app === undefined || engine === undefined) return undefined
  return { app, engine, seconds: Number(seconds), time: Number(time) }
}

/** @param time the how-manieth of the same second, from 1 */
export const backupName = (app: string, engine: EngineName, seconds: number, time: number): string =>
  `${app}-${engine}-${seconds}${time === 1 ? '' : `-${time}`}.zip`

/** What the service notes about a backup lies beside it. */
export const metadataName = (file: string): string => `${file}.json`

/** Whatever may be a backup: what lies beside one is none. */
export const isBackupName = (file: string): boolean => backupNameForm.test(file) && !file.endsWith('.json')

/**
 * A name out of an address.
 * @throws `invalid_parameter` for what cannot be one, `file_not_found` for what is never one
 */
export function requireBackupName(file: string): string {
  if (!backupNameForm.test(file)) {
    throw new AppError('invalid_parameter', {
      ...message('backup_name_invalid', {}),
      detail: { name: 'file' },
    })
  }
  if (!isBackupName(file)) throw backupNotFound()
  return file
}

export const backupNotFound = (): AppError => new AppError('file_not_found', message('no_such_backup', {}))
