import { stratigraphicRelation } from '@trowel/contract/model/stratigraphic-relations.js'
import type { RelationWarning } from '@trowel/contract/stratigraphy.js'
import { mainTableOf, type Table } from '../../../catalogue/catalogue.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { notEditable, readRowAccess, recordNotFound } from '../../../records/rows/row-access.js'
import { StorageError } from '../../../storage/storage.js'
import { compareRelation, warningOf } from './compare-relation.js'
import { cacheRelations, followAdded, followRemoved } from './graph-cache.js'
import { deleteRelation, insertRelation, selectRelation, selectSameRelation } from './store.js'

export interface NewRelation {
  /** Ids of two records of the table, read as "first *relation* second". */
  readonly first: number
  readonly second: number
  /** A code from 1 to 10. */
  readonly relation: number
}

export interface AddedRelation {
  readonly id: number
  /** That it contradicts others and was wanted nevertheless, or that others say it already. */
  readonly warnings: readonly RelationWarning[]
}

/**
 * States how two contexts lie to each other. The caller must be allowed to change one of them and to see the
 * other.
 *
 * A relation that closes a loop is refused, also when it does so through units that the caller cannot see:
 * these are not named. What the relation says is compared with all that is stored, in the transaction that
 * stores it, and writers take turns: of two relations that only together close a loop the second is refused.
 *
 * @param options.force store it even when it closes a loop
 * @throws `unknown_table`, `plugin_table_not_allowed`, `rs_not_configured`, `invalid_relation`,
 *   `relation_self`, `record_not_found`, `not_enough_privilege`, `relation_already_exist`,
 *   `stratigraphic_loop`
 */
export async function addRelation(
  scope: RequestScope,
  tableName: string,
  relation: NewRelation,
  options: { readonly force?: boolean } = {},
): Promise<AddedRelation> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit', table)
  const known = stratigraphicRelation(relation.relation)
  if (!table.hasStratigraphy) throw new AppError('rs_not_configured', { detail: { tb: table.name } })
  if (!known) throw new AppError('invalid_relation', { detail: { relation: relation.relation } })
  if (relation.first === relation.second) throw new AppError('relation_self')
  await cacheRelations(scope, table)
  try {
    const { added, newest, warnings } = await scope.db.write(async (tx) => {
      const [rows, same] = await Promise.all([
        readRowAccess(tx, scope, table, [relation.first, relation.second]),
        selectSameRelation(tx, table, relation, known.inverse),
      ])
      for (const end of [relation.first, relation.second])
        if (!rows.has(end)) throw recordNotFound(table, end)
      if (![...rows.values()].some((row) => row.editable)) throw notEditable(scope, table)
      if (same !== undefined) throw alreadyThere(table, same)
      const found = await compareRelation(tx, scope, table, relation)
      const warning = warningOf(found, relation, options.force === true)
      const { first, second } = relation
      const id = await insertRelation(tx, table, relation)
      const added = { id, first, second, relation: relation.relation }
      return { added, newest: found.newest, warnings: warning ? [warning] : [] }
    })
    followAdded(scope, table, newest, added)
    return { id: added.id, warnings }
  } catch (error) {
    // Another user stated the same in the same moment: the unique index refuses.
    if (error instanceof StorageError && error.problem === 'unique') throw alreadyThere(table)
    throw error
  }
}

const alreadyThere = (table: Table, relationId?: number): AppError =>
  new AppError('relation_already_exist', {
    detail: { tb: table.name, ...(relationId === undefined ? {} : { id: relationId }) },
  })

/**
 * Takes a relation back. The caller must see both of its ends and be allowed to change one of them.
 *
 * @throws `not_found` also for a relation that the caller cannot see, `not_enough_privilege`
 */
export async function removeRelation(scope: RequestScope, relationId: number): Promise<void> {
  const { table, removed } = await scope.db.write(async (tx) => {
    const row = await selectRelation(tx, relationId)
    const table = row && scope.catalogue.tables.get(row.tb)
    if (!row || !table || !scope.rights.allows('read', table)) throw noSuchRelation(relationId)
    const ends = await readRowAccess(tx, scope, table, [row.first, row.second])
    if (!ends.has(row.first) || !ends.has(row.second)) throw noSuchRelation(relationId)
    if (![...ends.values()].some((end) => end.editable)) throw notEditable(scope, table)
    await deleteRelation(tx, relationId)
    return { table, removed: row }
  })
  followRemoved(scope, table, removed)
}

const noSuchRelation = (relationId: number): AppError =>
  new AppError('not_found', {
    ...message('no_such_stratigraphic_relation', { relation: relationId }),
    detail: { id: relationId },
  })
