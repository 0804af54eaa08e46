import { usualPolicies } from '@trowel/contract/model/delete-policies.js'
import type { Catalogue, TableRelation } from '../../../catalogue/catalogue.js'
import { AppError } from '../../../errors.js'
import { message } from '../../../message.js'
import type { Change } from '../change.js'
import { countOrphans, selectOrphanIds } from '../store.js'
import { addRelation, removeRelation } from './relations.js'

/** The relation that makes a plugin table belong to its parent. */
export const attachmentOf = (catalogue: Catalogue, plugin: string): TableRelation | undefined =>
  catalogue.relations.find((relation) => relation.fromTable === plugin && relation.fromColumn === 'id_link')

/**
 * Makes a plugin table belong to `parent`, or to no table.
 * @throws `relation_orphans` when some of its rows belong to no record of the parent
 */
export async function attach(change: Change, plugin: string, parent: string | undefined): Promise<void> {
  const before = attachmentOf(change.catalogue, plugin)
  if (before?.toTable === parent) return
  if (before) await removeRelation(change, before)
  if (parent === undefined) return
  const relation = {
    fromTable: plugin,
    fromColumn: 'id_link',
    toTable: parent,
    toColumn: 'id',
    ...usualPolicies,
  }
  await refuseStrayRows(change, plugin, parent)
  await addRelation(change, relation)
}

/**
 * The rows of a plugin table never come to belong to the wrong records.
 * @throws `relation_orphans` when some of them belong to no record of `parent`
 */
export async function refuseStrayRows({ tx }: Change, plugin: string, parent: string): Promise<void> {
  const ends = { fromTable: plugin, fromColumn: 'id_link', toTable: parent, toColumn: 'id' }
  const orphans = await countOrphans(tx, ends, false)
  if (orphans === 0) return
  throw new AppError('relation_orphans', {
    ...message('rows_belong_to_none', { rows: orphans, table: plugin, parent }),
    detail: { orphans, orphan_ids: await selectOrphanIds(tx, ends, false) },
  })
}
