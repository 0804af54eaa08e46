import { changeSets } from '../../storage/journal/journal-tables.js'
import { indexName } from '../physical-names.js'
import type { Step } from './migration.js'

const name = indexName(changeSets, 'undone_by')

/** The change set that another one undid is found without looking at all of them. */
export const undoneSets: Step = {
  name: '0015_undone_sets',
  async up(tx) {
    await tx.schema.dropIndex(name)
    await tx.schema.createIndex(name, changeSets, ['undone_by'], false)
  },
}
