import { type RelationEntry, stratigraphicRelation } from '@trowel/contract/stratigraphy.js'
import { mainTableOf, type Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { StorageError } from '../../storage/storage.js'
import { recordLabel } from '../records/record-label.js'
import type { RecordPart } from '../records/record-part.js'
import { readRowAccess, recordNotFound } from '../records/row-access.js'
import { insertRelation, selectRelationsOf, selectSameRelation } from './store.js'

/** The section `rs` of a record: every stratigraphic relation in which it is first or second, keyed by the relation's id. */
export const stratigraphyPart: RecordPart = {
  section: 'rs',
  empty: {},
  keptAs: 'rs',
  satellite: {
    table: 'sys_rs',
    ends: [
      { table: 'tb', record: 'first' },
      { table: 'tb', record: 'second' },
    ],
  },
  appliesTo: (table) => table.hasStratigraphy,
  async read(scope, table, recordId) {
    const relations = await selectRelationsOf(scope, table, recordId)
    const entries: Record<string, RelationEntry> = {}
    for (const { id, first, second, relation, firstLabel, secondLabel } of relations) {
      entries[id] = {
        id,
        first,
        second,
        first_label: recordLabel(firstLabel, first),
        second_label: recordLabel(secondLabel, second),
        relation,
      }
    }
    return entries
  },
}

export interface NewRelation {
  /** Ids of two records of the table, read as "first *relation* second". */
  readonly first: number
  readonly second: number
  /** A code from 1 to 10. */
  readonly relation: number
}

/**
 * States how two contexts lie to each other. The caller must be allowed to change one of them and to see the other.
 *
 * @returns the id of the relation
 * @throws `unknown_table`, `plugin_table_not_allowed`, `rs_not_configured`, `invalid_relation`, `relation_self`,
 *   `record_not_found`, `not_enough_privilege`, `relation_already_exist`
 */
export async function addRelation(
  scope: RequestScope,
  tableName: string,
  relation: NewRelation,
): Promise<number> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit', table)
  const known = stratigraphicRelation(relation.relation)
  if (!table.hasStratigraphy) throw new AppError('rs_not_configured', { detail: { tb: table.name } })
  if (!known) throw new AppError('invalid_relation', { detail: { relation: relation.relation } })
  if (relation.first === relation.second) throw new AppError('relation_self')
  try {
    return await scope.db.write(async (tx) => {
      const rows = await readRowAccess(tx, scope, table, [relation.first, relation.second])
      for (const end of [relation.first, relation.second])
        if (!rows.has(end)) throw recordNotFound(table, end)
      if (![...rows.values()].some((row) => row.editable)) throw new AppError('not_enough_privilege')
      const same = await selectSameRelation(tx, table, relation, known.inverse)
      if (same !== undefined) throw alreadyThere(table, same)
      return await insertRelation(tx, table, relation)
    })
  } catch (error) {
    // Somebody else stated the same in the same moment: the unique index refuses.
    if (error instanceof StorageError && error.problem === 'unique') throw alreadyThere(table)
    throw error
  }
}

const alreadyThere = (table: Table, relationId?: number): AppError =>
  new AppError('relation_already_exist', {
    detail: { tb: table.name, ...(relationId === undefined ? {} : { id: relationId }) },
  })
