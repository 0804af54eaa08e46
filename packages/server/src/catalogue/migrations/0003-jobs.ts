import type { ColumnDefinition } from '../../storage/storage.js'
import { indexName } from '../physical-names.js'
import type { Step } from './migration.js'

const text = (name: string): ColumnDefinition => ({ name, type: 'TEXT', notNull: true })
const integer = (name: string): ColumnDefinition => ({ name, type: 'INTEGER', notNull: true })

const columns: readonly ColumnDefinition[] = [
  text('kind'),
  text('state'),
  text('owner'),
  text('node'),
  integer('lease_until'),
  integer('done'),
  integer('total'),
  { name: 'result', type: 'TEXT' },
  { name: 'error', type: 'TEXT' },
  integer('started_at'),
  { name: 'ended_at', type: 'INTEGER' },
]

/** Work that goes on after the request that began it, so that every node can tell how far it is. */
export const jobs: Step = {
  name: '0003_jobs',
  async up(tx) {
    if (await tx.schema.shapeOf('sys_jobs')) return
    await tx.schema.createTable('sys_jobs', columns, [])
    await tx.schema.createIndex(indexName('sys_jobs', 'state'), 'sys_jobs', ['state'], 'whole')
  },
}
