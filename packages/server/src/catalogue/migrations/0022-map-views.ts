import { systemTables } from '../system-tables.js'
import { makeSystemTable } from './0001-initial.js'
import { addMissing } from './add-missing.js'
import type { Step } from './migration.js'

/** People save maps; the project works in a reference system. */
export const mapViews: Step = {
  name: '0022_map_views',
  async up(tx) {
    await addMissing(tx, 'sys_cfg_geoface', [{ name: 'epsg', type: 'INTEGER' }])
    const views = systemTables.find(({ name }) => name === 'sys_map_views')
    if (!views || (await tx.schema.shapeOf(views.name))) return
    await makeSystemTable(tx, views)
    await tx.schema.journal([views.name])
  },
}
