import type { ColumnDefinition } from '../../storage/storage.js'
import { indexName } from '../physical-names.js'
import type { Step } from './migration.js'

const columns: readonly ColumnDefinition[] = [
  { name: 'binary', type: 'TEXT' },
  { name: 'size', type: 'INTEGER' },
  { name: 'sha256', type: 'TEXT' },
  { name: 'stored_at', type: 'INTEGER' },
]

const transit: readonly ColumnDefinition[] = [
  { name: 'name', type: 'TEXT', notNull: true },
  { name: 'leaving', type: 'INTEGER', notNull: true },
  { name: 'at', type: 'INTEGER', notNull: true },
]

/**
 * Each file says which bytes are its own, with their size and digest, and bytes on their way in or out are
 * noted down, so that a crash leaves no unknown bytes. Files from before keep their bytes under `<id>.<ext>`
 * and have none of these values.
 */
export const fileBinaries: Step = {
  name: '0002_file_binaries',
  async up(tx) {
    const shape = await tx.schema.shapeOf('sys_files')
    const known = new Set(shape?.columns.map(({ name }) => name))
    for (const column of columns) {
      if (!known.has(column.name)) await tx.schema.addColumns('sys_files', column)
    }
    if (!known.has('binary'))
      await tx.schema.createIndex(indexName('sys_files', 'binary'), 'sys_files', ['binary'], 'unique')
    if (!(await tx.schema.shapeOf('sys_file_transit'))) {
      await tx.schema.createTable('sys_file_transit', transit, [])
      await tx.schema.createIndex(
        indexName('sys_file_transit', 'name'),
        'sys_file_transit',
        ['name'],
        'unique',
      )
    }
  },
}
