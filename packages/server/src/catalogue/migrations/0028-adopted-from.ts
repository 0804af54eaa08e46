import { addMissing } from './add-missing.js'
import type { Step } from './migration.js'

/** An application that was taken over says from which version, and knows the API keys of then. */
export const adoptedFrom: Step = {
  name: '0028_adopted_from',
  up: (tx) => addMissing(tx, 'sys_cfg_app', [{ name: 'adopted_from', type: 'TEXT' }]),
}
