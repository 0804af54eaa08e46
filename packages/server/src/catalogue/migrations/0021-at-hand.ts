import { systemTables } from '../system-tables.js'
import { makeSystemTable } from './0001-initial.js'
import { addMissing } from './add-missing.js'
import type { Step } from './migration.js'

/**
 * People keep things at hand; the project has a title and pictures. Preferences are no part of the journal:
 * they belong to people, not to the project.
 */
export const atHand: Step = {
  name: '0021_at_hand',
  async up(tx) {
    await addMissing(tx, 'sys_cfg_app', [
      { name: 'title', type: 'TEXT' },
      { name: 'logo', type: 'TEXT' },
      { name: 'cover', type: 'TEXT' },
    ])
    const preferences = systemTables.find(({ name }) => name === 'sys_preferences')
    if (preferences && !(await tx.schema.shapeOf(preferences.name))) await makeSystemTable(tx, preferences)
  },
}
