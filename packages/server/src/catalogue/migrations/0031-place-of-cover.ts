import { addMissing } from './add-missing.js'
import type { Step } from './migration.js'

/** Administrators say which part of the cover stays in sight where there is no room for all of it. */
export const placeOfCover: Step = {
  name: '0031_place_of_cover',
  up: (tx) => addMissing(tx, 'sys_cfg_app', [{ name: 'cover_point', type: 'TEXT' }]),
}
