import { addMissing } from './add-missing.js'
import type { Step } from './migration.js'

/** Pictures say how large they are, so that pages keep room for them. Those from before say nothing. */
export const sizesOfPictures: Step = {
  name: '0020_sizes_of_pictures',
  up: (tx) =>
    addMissing(tx, 'sys_files', [
      { name: 'width', type: 'INTEGER' },
      { name: 'height', type: 'INTEGER' },
    ]),
}
