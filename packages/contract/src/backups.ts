import { type Static, Type } from 'typebox'
import { phrase } from './messages/messages.js'
import { flag, type Input, input, optional, yesOrNo } from './wire/input.js'

const success = Type.Literal('success')
const orNull = <T extends ReturnType<typeof Type.String | typeof Type.Integer>>(type: T) =>
  Type.Union([type, Type.Null()])

/** What the name of a backup may look like in an address. */
export const backupNameForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/

export const BackupParams = Type.Object({ file: Type.String() })

export const CreateBackupBody = Type.Object({
  files: optional(flag(), 'with the bytes of the uploaded files'),
  portable: optional(flag(), 'without effect: every backup fits both engines'),
})
export type CreateBackupBody = Input<typeof CreateBackupBody>

const leftOut = Type.Array(Type.String(), {
  description: 'what was made by hand in the database, and it cannot carry: the first hundred',
})

export const Backup = Type.Object({
  file: Type.String(),
  app: Type.String({ description: 'from the name; of other names the name itself' }),
  engine: Type.Union([Type.String(), Type.Null()], {
    description: 'the engine it was made on; it can be restored on both',
  }),
  timestamp: orNull(Type.Integer({ description: 'unix seconds' })),
  formatted_time: orNull(Type.String({ description: 'YYYY-MM-DD HH:MM:SS, UTC' })),
  size_mb: Type.Number({ description: 'MiB' }),
  size: Type.Integer({ description: 'bytes' }),
  gz: Type.Boolean(),
  created_by: orNull(Type.String()),
  version: orNull(Type.String({ description: 'of the service that made it' })),
  kind: Type.Union([Type.Literal('database'), Type.Literal('archive'), Type.Null()], {
    description: '`archive`: with files',
  }),
  reason: Type.Union([
    Type.Literal('asked'),
    Type.Literal('scheduled'),
    Type.Literal('before_restore'),
    Type.Literal('before_upgrade'),
    Type.Null(),
  ]),
  verified: Type.Boolean({ description: 'it was restored into a scratch place and compared' }),
  left_out: leftOut,
})
export type Backup = Static<typeof Backup>

const schedule = {
  every_hours: Type.Integer({ description: '0: no backups are made unasked' }),
  keep: Type.Integer({ description: 'how many of these stay' }),
  files: Type.Boolean({ description: 'with the bytes of the uploaded files' }),
}

/** A year is the longest time between two backups of a schedule. */
export const maxScheduleHours = 8760
export const maxKeptBackups = 10_000

const wholeFrom = (least: number, most: number, description: string) =>
  input(Type.Integer({ minimum: least, maximum: most, description }), (given) => given, {
    words: phrase('must_be_number_from_to', { least, most }),
  })

export const BackupScheduleBody = Type.Object({
  every_hours: wholeFrom(0, maxScheduleHours, 'a backup every so many hours; 0: none unasked'),
  keep: wholeFrom(1, maxKeptBackups, 'how many of these stay'),
  files: yesOrNo,
})
export type BackupScheduleBody = Input<typeof BackupScheduleBody>

export const BackupScheduleReply = Type.Object({ status: success, code: Type.Literal('ok_save') })

export const BackupsReply = Type.Object({
  status: success,
  engine: Type.String(),
  can_delete: Type.Boolean(),
  can_restore: Type.Boolean(),
  schedule: Type.Object({
    ...schedule,
    is_own: Type.Boolean({ description: 'set for this application; false: as the service has it' }),
  }),
  service_schedule: Type.Object(schedule, { description: 'as the settings of the service say' }),
  backups: Type.Array(Backup),
})

export const BackupMadeReply = Type.Object({
  status: success,
  code: Type.Literal('ok_backup'),
  file: Type.String(),
  size_mb: Type.Number(),
  kind: Type.Union([Type.Literal('database'), Type.Literal('archive')]),
  verified: Type.Boolean(),
  missing_files: Type.Integer({ description: 'files whose bytes were not there to be taken along' }),
  left_out: leftOut,
})

export const BackupRestoredReply = Type.Object({
  status: success,
  code: Type.Literal('ok_backup_restored'),
  safety_backup: Type.String({ description: 'everything as it was before' }),
})

export const BackupRemovedReply = Type.Object({ status: success, code: Type.Literal('success_erasing_file') })
