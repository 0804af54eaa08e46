import { objectOrEmpty } from '@trowel/contract/json.js'
import { type Catalogue, type Field, type Table, tableOf } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'

/** From a row to the one row of another table whose `key` has the value that the row has in `local`. */
export interface Hop {
  readonly local: Field
  readonly table: Table
  readonly key: Field
}

const maxHops = 4

/**
 * The way from the source to the table whose field makes the groups: along lookup fields, configured
 * relations, and from plugin rows to their records, always towards one row, so that nothing is counted twice.
 *
 * @returns `[]` when the groups are made by a field of the source itself
 * @throws `too_many_join_steps`, `invalid_group_path_step` with its index, `unknown_table`,
 *   `not_enough_privilege`
 */
export function readGroupPath(scope: RequestScope, source: Table, path: unknown): readonly Hop[] {
  if (path === undefined || path === null || path === '') return []
  if (!Array.isArray(path)) throw wrongHop(0)
  if (path.length > maxHops) throw new AppError('too_many_join_steps')
  const hops: Hop[] = []
  let at = source
  for (const [index, step] of path.entries()) {
    const hop = readHop(scope, at, step, index)
    hops.push(hop)
    at = hop.table
  }
  return hops
}

function readHop(scope: RequestScope, from: Table, step: unknown, index: number): Hop {
  const { local_field: localName, join_tb: tableName, join_pk: keyName } = objectOrEmpty(step)
  if (typeof localName !== 'string' || typeof tableName !== 'string' || typeof keyName !== 'string') {
    throw wrongHop(index)
  }
  const table = tableOf(scope.catalogue, tableName)
  scope.rights.require('read', table)
  const local = from.fields.get(localName)
  const key = table.fields.get(keyName)
  if (!local || !key || !leadsTo(scope.catalogue, from, { local, table, key })) throw wrongHop(index)
  return { local, table, key }
}

function leadsTo({ relations }: Catalogue, from: Table, { local, table, key }: Hop): boolean {
  const byId = key.name === 'id'
  if (byId && local.idFromTable === table.name) return true
  if (byId && local.name === 'id_link' && from.parent === table.name) return true
  return relations.some(
    ({ fromTable, fromColumn, toTable, toColumn }) =>
      fromTable === from.name && fromColumn === local.name && toTable === table.name && toColumn === key.name,
  )
}

const wrongHop = (index: number): AppError => new AppError('invalid_group_path_step', { detail: index })
