import type { PluginCount } from '@trowel/contract/record-forms.js'
import { mainTableOf, tableOf } from '../../../catalogue/catalogue.js'
import type { RequestScope } from '../../../http/scope.js'
import { requireEditable } from '../../../records/rows/row-access.js'
import { countPluginRows } from './store.js'

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
