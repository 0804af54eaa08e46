import { indexName } from '../physical-names.js'
import type { Step } from './migration.js'

const name = indexName('sys_versions', 'userid')

/** What one person changed is found without looking at the changes of all others. */
export const versionsByUser: Step = {
  name: '0004_versions_by_user',
  async up(tx) {
    await tx.schema.dropIndex(name)
    await tx.schema.createIndex(name, 'sys_versions', ['userid'], 'whole')
  },
}
