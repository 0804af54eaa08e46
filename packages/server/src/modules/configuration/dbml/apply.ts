import { addDefinitions } from '../../vocabularies/index.js'
import type { Change } from '../change.js'
import { addIndex, addRelation } from '../relations/relations.js'
import { createTableOf } from '../tables/make-table.js'
import type { SchemaPlan } from './plan.js'

/**
 * Makes everything of a plan that nothing stands in the way of. @returns the names of the tables, in their
 * order
 */
export async function carryOut(change: Change, plan: SchemaPlan): Promise<string[]> {
  const made = plan.drafts.filter((draft) => draft.errors.length === 0)
  for (const { settings, fields } of made) await createTableOf(change.tx, settings, fields)
  // Tables may refer to each other in circles: relations come when all of them are there.
  for (const index of made.flatMap((draft) => draft.indexes)) await addIndex(change.tx, index)
  const planned = { ...change, current: async () => plan.catalogue }
  for (const relation of made.flatMap((draft) => draft.relations)) await addRelation(planned, relation)
  for (const { name, missing } of plan.vocabularies) await addDefinitions(change.tx, name, missing)
  return made.map((draft) => draft.name)
}
