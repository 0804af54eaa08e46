import { addMissing } from './add-missing.js'
import type { Step } from './migration.js'

/** Jobs of before have no phase. */
export const phasesOfJobs: Step = {
  name: '0011_phases_of_jobs',
  up: (tx) => addMissing(tx, 'sys_jobs', [{ name: 'phase', type: 'TEXT' }]),
}
