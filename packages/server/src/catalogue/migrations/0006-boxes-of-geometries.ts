import type { Transaction } from '../../storage/storage.js'
import { systemTables } from '../system-tables.js'
import type { Step } from './migration.js'

/** What lies in a box of the map is found without reading every geometry. */
export const boxesOfGeometries: Step = {
  name: '0006_boxes_of_geometries',
  up: indexPlaces,
}

/** Makes the indexes over places anew: they are in no backup, because each engine has its own. */
export async function indexPlaces(tx: Transaction): Promise<void> {
  for (const { name, places } of systemTables) if (places) await tx.schema.indexBoxes(name, places)
}
