import { addMissing } from './add-missing.js'
import type { Step } from './migration.js'

/**
 * Keys made before were given no right to manage people, keys and backups: they do everything else as they
 * did.
 */
export const keysThatManage: Step = {
  name: '0009_keys_that_manage',
  up: (tx) => addMissing(tx, 'sys_api_keys', [{ name: 'manage', type: 'INTEGER' }]),
}
