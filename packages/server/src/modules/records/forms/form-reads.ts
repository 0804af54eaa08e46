import type { PluginCount } from '@trowel/contract/record-forms.js'
import { mainTableOf, tableOf } from '../../../catalogue/catalogue.js'
import { AppError } from '../../../errors.js'
import { countParameter, type QueryParameters } from '../../../http/query-parameters.js'
import type { RequestScope } from '../../../http/scope.js'
import { requireEditable } from '../../../records/rows/row-access.js'
import { countPluginRows } from './store.js'

/**
 * What would go together with a record: the plugin tables that have rows of it, with how many.
 *
 * @param query `id`
 * @throws `unknown_table`, `plugin_table_not_allowed`, `parameter_missing`, `invalid_parameter`,
 *   `not_enough_privilege`, `record_not_found`
 */
export async function countRowsBeforeDelete(
  scope: RequestScope,
  tableName: string,
  query: QueryParameters,
): Promise<PluginCount[]> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit', table)
  const recordId = countParameter(query, 'id')
  if (recordId === undefined) {
    throw new AppError('parameter_missing', { text: '"id" is missing.', detail: 'id' })
  }
  await requireEditable(scope.db.quick, scope, table, recordId)
  const plugins = table.plugins.map((name) => tableOf(scope.catalogue, name))
  const counts = await countPluginRows(scope.db.quick, plugins, recordId)
  return plugins.flatMap((plugin, place) => {
    const count = counts[place] ?? 0
    return count > 0 ? [{ tb: plugin.name, label: plugin.label || plugin.name, count }] : []
  })
}
