import { addMissing } from './add-missing.js'
import type { Step } from './migration.js'

/** Lists for clients that name no columns go on with all fields until a super-admin says otherwise. */
export const listColumns: Step = {
  name: '0012_list_columns',
  up: (tx) => addMissing(tx, 'sys_cfg_app', [{ name: 'list_columns', type: 'TEXT' }]),
}
