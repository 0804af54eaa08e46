import { addMissing } from './add-missing.js'
import type { Step } from './migration.js'

/** Indexes that the service makes for slow questions take texts of any length. */
export const indexesOfPrefixes: Step = {
  name: '0033_indexes_of_prefixes',
  up: (tx) => addMissing(tx, 'sys_cfg_indexes', [{ name: 'is_prefix', type: 'INTEGER' }]),
}
