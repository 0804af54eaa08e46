import type { JsonObject } from '@trowel/contract/json.js'
import { usualPolicies } from '@trowel/contract/model/delete-policies.js'
import type { Catalogue, TableRelation } from '../../../catalogue/catalogue.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { type Change, changeConfiguration } from '../change.js'
import { updateRelation } from '../store.js'
import { refuseStrayRows } from './attachment.js'
import { checkRelation, readNewRelation, readPolicies, readRelationChange } from './relation-input.js'
import {
  addRelation,
  clearBrokenPaths,
  dropForeignKey,
  type Enforcement,
  endsOf,
  enforce,
  isEnforced,
  removeRelation,
} from './relations.js'

/**
 * Every relation with the labels of its tables, and whether the engine enforces it; those of plugin tables to
 * their parents too.
 */
export async function listRelations({ catalogue, db }: RequestScope) {
  const tables = await db.inspect()
  return catalogue.relations.map((relation) => ({
    id: relation.id,
    from_tb: relation.fromTable,
    from_col: relation.fromColumn,
    from_label: labelOf(catalogue, relation.fromTable),
    to_tb: relation.toTable,
    to_col: relation.toColumn,
    to_label: labelOf(catalogue, relation.toTable),
    on_delete: relation.onDelete,
    on_update: relation.onUpdate,
    enforced: isEnforced(relation, tables.get(relation.fromTable)),
  }))
}

const labelOf = (catalogue: Catalogue, table: string): string => catalogue.tables.get(table)?.label ?? table

export type SavedRelation = Enforcement & { readonly id: number }

/**
 * Makes a relation. Where stored values contradict it, or the engine cannot enforce it, it is stored all the
 * same.
 *
 * @throws what its input throws; `relation_already_exists`; `relation_orphans` for rows of a plugin table
 *   that belong to no
 * record of its new parent
 */
export function createRelation(scope: RequestScope, body: JsonObject): Promise<SavedRelation> {
  const wanted = readNewRelation(body)
  const { fromTable, fromColumn, toTable } = wanted
  const operation = { event: 'relation_added', facts: endsOf(wanted) } as const
  return changeConfiguration(scope, operation, async (change) => {
    const { catalogue } = change
    checkRelation(wanted, catalogue)
    if (catalogue.relations.some((one) => one.fromTable === fromTable && one.fromColumn === fromColumn)) {
      throw new AppError('relation_already_exists')
    }
    if (catalogue.tables.get(fromTable)?.isPlugin) await refuseStrayRows(change, fromTable, toTable)
    return addRelation(change, wanted)
  })
}

/**
 * Changes where a relation leads and what it does; its column stays.
 *
 * @throws `not_found`; what its input throws; `relation_orphans` as a new one
 */
export function changeRelation(
  scope: RequestScope,
  relationId: number,
  body: JsonObject,
): Promise<SavedRelation> {
  readPolicies(body, usualPolicies)
  return changeConfiguration(scope, { event: 'relation_edited' }, async (change) => {
    const { catalogue, tx, rows, note } = change
    const stored = relationOf(change, relationId)
    const wanted = readRelationChange(body, stored)
    checkRelation(wanted, catalogue)
    if (catalogue.tables.get(wanted.fromTable)?.isPlugin) {
      await refuseStrayRows(change, wanted.fromTable, wanted.toTable)
    }
    note(endsOf(wanted))
    await dropForeignKey(tx, wanted.fromTable, wanted.fromColumn)
    await updateRelation(tx, { ...wanted, id: relationId })
    const enforcement = await enforce(rows, catalogue, wanted)
    await clearBrokenPaths(change)
    return { id: relationId, ...enforcement }
  })
}

/**
 * Removes a relation with its constraint; the values stay. A plugin table stands alone afterwards. @throws
 * `not_found`
 */
export function deleteRelationOf(scope: RequestScope, relationId: number): Promise<void> {
  return changeConfiguration(scope, { event: 'relation_deleted' }, async (change) => {
    const relation = relationOf(change, relationId)
    change.note(endsOf(relation))
    await removeRelation(change, relation)
    await clearBrokenPaths(change)
  })
}

function relationOf({ catalogue }: Change, relationId: number): TableRelation {
  const relation = catalogue.relations.find((one) => one.id === relationId)
  if (!relation) throw new AppError('not_found', message('no_such_relation', {}))
  return relation
}
