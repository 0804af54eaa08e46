import type { SearchField, SearchValuesQuery } from '@trowel/contract/search.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { fieldOf, type Table, tableOf } from '../../catalogue/catalogue.js'
import { isUnique } from '../../catalogue/field-rules.js'
import { listedFieldOf, nameField } from '../../catalogue/stamp-fields.js'
import type { RequestScope } from '../../http/scope.js'
import { distinctValues } from '../../records/listing/distinct-values.js'
import { lookupTarget } from '../../records/rows/lookup-labels.js'

/** So many values are answered unless another number is asked for, and never more than the second. */
const defaultLimit = 1000
const maxLimit = 10_000

/**
 * What a search form offers: the fields of the table, then those of each of its plugin tables.
 *
 * @throws `unknown_table`, `not_enough_privilege`
 */
export function searchFields(scope: RequestScope, tableName: string): SearchField[] {
  const table = tableOf(scope.catalogue, tableName)
  scope.rights.require('read', table)
  const own = fieldsOf(scope, table, '')
  const ofPlugins = table.plugins.flatMap((name) => {
    const plugin = tableOf(scope.catalogue, name)
    return fieldsOf(scope, plugin, `${plugin.label || plugin.name} › `)
  })
  return [...own, ...ofPlugins]
}

function fieldsOf(scope: RequestScope, table: Table, prefix: string): SearchField[] {
  return [...table.fields.values()].map((field) => {
    const target = lookupTarget(scope, field)
    return {
      value: `${table.name}:${field.name}`,
      label: `${prefix}${field.label || field.name}`,
      type: field.type,
      db_type: field.dbType,
      ...(target ? { ref_tb: target.name, ref_field: target.idField } : {}),
      ...(isUnique(field) ? { is_unique: true as const } : {}),
    }
  })
}

/**
 * The values that people may look for in a field; for a lookup field what the records of its table are
 * called.
 *
 * @param query `fld`; `q`: only values that contain it; `limit`: 1,000 unless told, at most 10,000
 * @throws `unknown_table`, `not_enough_privilege`, `unknown_field`
 */
export async function searchValues(
  scope: RequestScope,
  tableName: string,
  query: Decoded<typeof SearchValuesQuery>,
): Promise<readonly (string | number)[]> {
  const table = tableOf(scope.catalogue, tableName)
  scope.rights.require('read', table)
  const asked = listedFieldOf(table, query.fld)
  const field = nameField(asked) ?? asked
  const text = query.q ?? ''
  const limit = Math.min(query.limit ?? defaultLimit, maxLimit)
  if (field.idFromTable === undefined) return distinctValues(scope, table, field, { text, limit })
  const target = lookupTarget(scope, field)
  return target ? distinctValues(scope, target, fieldOf(target, target.idField), { text, limit }) : []
}
