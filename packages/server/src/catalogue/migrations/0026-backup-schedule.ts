import { addMissing } from './add-missing.js'
import type { Step } from './migration.js'

/** Administrators say when backups are made unasked; until then the settings of the service do. */
export const backupSchedule: Step = {
  name: '0026_backup_schedule',
  up: (tx) => addMissing(tx, 'sys_cfg_app', [{ name: 'backup_schedule', type: 'TEXT' }]),
}
