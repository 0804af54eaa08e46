import type { PluginCount, UniqueQuery } from '@trowel/contract/record-forms.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { mainTableOf, tableOf } from '../../../catalogue/catalogue.js'
import { isUnique, normaliseValue } from '../../../catalogue/field-rules.js'
import { Unusable } from '../../../catalogue/field-types/field-type.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { andVisible, readRowAccess, requireEditable } from '../../../records/rows/row-access.js'
import { keyword } from '../../../storage/sql.js'
import { countPluginRows, hasValue } from './store.js'

/**
 * What would go together with a record: the plugin tables that have rows of it, with how many.
 *
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`, `record_not_found`
 */
export async function countRowsBeforeDelete(
  scope: RequestScope,
  tableName: string,
  recordId: number,
): Promise<PluginCount[]> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit', table)
  await requireEditable(scope.db.quick, scope, table, recordId)
  const plugins = table.plugins.map((name) => tableOf(scope.catalogue, name))
  const counts = await countPluginRows(scope.db.quick, plugins, recordId)
  return plugins.flatMap((plugin, place) => {
    const count = counts[place] ?? 0
    return count > 0 ? [{ tb: plugin.name, label: plugin.label || plugin.name, count }] : []
  })
}

/**
 * Is a value free in a field? In a field without duplicates records that the caller may not see count as
 * well, for they would refuse the save; in any other the answer is about what he sees. A value that the field
 * cannot hold is free.
 *
 * @param query `field`; `value`; `id`: a record that may have it, because it is the one being changed;
 *   ignored when he may not see it
 * @throws `unknown_table`, `not_enough_privilege`, `field_not_found` (400)
 */
export async function isValueFree(
  scope: RequestScope,
  tableName: string,
  { field: name, value: sent, id: except }: Decoded<typeof UniqueQuery>,
): Promise<boolean> {
  const table = tableOf(scope.catalogue, tableName)
  scope.rights.require('read', table)
  const field = table.fields.get(name)
  if (!field) {
    throw new AppError('field_not_found', {
      status: 400,
      ...message('table_has_no_field', { table: table.name, field: name }),
      detail: { table: table.name, field: name },
    })
  }
  const value = normaliseValue(field, sent)
  if (value === null || value instanceof Unusable) return true
  const seen = except === undefined ? undefined : await readRowAccess(scope.db.quick, scope, table, [except])
  const among = isUnique(field) ? keyword('') : andVisible(scope, table)
  const otherThan = seen?.has(except ?? 0) ? except : undefined
  return !(await hasValue(scope.db, table, { field, value }, among, otherThan))
}
