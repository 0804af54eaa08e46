import { addMissing } from './add-missing.js'
import type { Step } from './migration.js'

/** Pictures have a scale, and marks that people draw on them. */
export const marksOfPictures: Step = {
  name: '0024_marks_of_pictures',
  up: (tx) =>
    addMissing(tx, 'sys_files', [
      { name: 'pixels_per_cm', type: 'FLOAT' },
      { name: 'marks', type: 'TEXT' },
    ]),
}
