import { indexName } from '../physical-names.js'
import type { Migration } from './migration.js'

const name = indexName('sys_versions', 'userid')

/** What one person changed is found without looking at the changes of all others. */
export const versionsByUser: Migration = {
  name: '0004_versions_by_user',
  title: 'What one person changed is found quickly',
  async up(tx) {
    await tx.schema.dropIndex(name)
    await tx.schema.createIndex(name, 'sys_versions', ['userid'], false)
  },
}
