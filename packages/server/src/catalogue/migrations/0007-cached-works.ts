import type { ColumnDefinition } from '../../storage/storage.js'
import { addMissing } from './add-missing.js'
import type { Step } from './migration.js'

const libraryColumns: readonly ColumnDefinition[] = [
  { name: 'synced_version', type: 'INTEGER' },
  { name: 'synced_at', type: 'INTEGER' },
]

/**
 * Citations keep the whole work, so that bibliographies are exported without asking anybody, and libraries
 * remember up to which of their versions everything cached is right, so that nothing is asked for that did
 * not change.
 */
export const cachedWorks: Step = {
  name: '0007_cached_works',
  async up(tx) {
    await addMissing(tx, 'sys_refman_links', [{ name: 'csl', type: 'TEXT' }])
    await addMissing(tx, 'sys_refman_libs', libraryColumns)
  },
}
