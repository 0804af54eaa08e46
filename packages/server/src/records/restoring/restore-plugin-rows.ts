import { storedFields, type Table } from '../../catalogue/catalogue.js'
import { sameValue } from '../../catalogue/field-rules.js'
import type { RequestScope } from '../../http/scope.js'
import type { Transaction } from '../../storage/storage.js'
import { inBatches } from '../rows/row-batches.js'
import type { RawRow } from '../rows/store.js'
import { selectRows } from '../rows/store.js'
import type { RowWriter } from '../writing/row-writer.js'
import { emptyDangling, fittingValues, type RowValues } from './restore-values.js'

/** What has to be done so that a record has the rows again that a version keeps of one plugin table. */
export interface PluginRows {
  readonly plugin: Table
  /** Rows that are there now and were not then. */
  readonly removed: readonly number[]
  readonly changed: readonly { readonly id: number; readonly values: RowValues }[]
  /** Rows to be made, under their old id where that is free. */
  readonly added: readonly { readonly id: number | undefined; readonly values: RowValues }[]
  /** `table.field` of what no longer fits. */
  readonly skipped: readonly string[]
  /** `table.field` of what referred to a record that is gone. */
  readonly emptied: readonly string[]
}

export const changesRows = ({ removed, changed, added }: PluginRows): boolean =>
  removed.length + changed.length + added.length > 0

/**
 * Rows that are there under their old id are changed in place, so that whatever refers to them stays as it
 * is.
 *
 * @param record the one to which the rows belong
 */
export async function planPluginRows(
  tx: Transaction,
  { catalogue }: RequestScope,
  plugin: Table,
  record: { readonly table: Table; readonly id: number },
  { versionRows, current }: { readonly versionRows: readonly RawRow[]; readonly current: readonly RawRow[] },
): Promise<PluginRows> {
  const rows = versionRows.map((row) => ({ id: Number(row['id']), ...fittingValues(plugin, row) }))
  const emptied = await emptyDangling(
    tx,
    catalogue,
    plugin,
    rows.map(({ values }) => values),
    record,
  )
  const there = new Map(current.map((row) => [Number(row['id']), row]))
  const keptIds = new Set(rows.map((row) => row.id))
  const missing = [...keptIds].filter((id) => Number.isSafeInteger(id) && id > 0 && !there.has(id))
  const free = new Set(missing)
  for (const some of inBatches(missing)) {
    for (const id of (await selectRows(tx, plugin, some)).keys()) free.delete(id)
  }
  const changed: { id: number; values: RowValues }[] = []
  const added: { id: number | undefined; values: RowValues }[] = []
  for (const { id, values } of rows) {
    const now = there.get(id)
    if (!now) {
      added.push({ id: free.delete(id) ? id : undefined, values })
      continue
    }
    const differing = new Map([...values].filter(([name, value]) => !sameValue(now[name], value)))
    if (differing.size > 0) changed.push({ id, values: differing })
  }
  const named = (names: Iterable<string>): string[] =>
    [...new Set(names)].map((name) => `${plugin.name}.${name}`)
  return {
    plugin,
    removed: [...there.keys()].filter((id) => !keptIds.has(id)),
    changed,
    added,
    skipped: named(rows.flatMap((row) => row.skipped)),
    emptied: named(emptied),
  }
}

/** Changes and makes the rows; those to be removed are gone already. */
export async function writePluginRows(
  writer: RowWriter,
  { plugin, changed, added }: PluginRows,
  recordId: number,
): Promise<void> {
  for (const { id, values } of changed) {
    await writer.updateRow(plugin, id, Object.fromEntries(values))
  }
  const columns = [...storedFields(plugin).keys()].filter((name) => name !== 'id' && name !== 'id_link')
  const cells = (row: PluginRows['added'][number]) => [
    recordId,
    ...columns.map((name) => row.values.get(name) ?? null),
  ]
  const withOldId = added.filter((row) => row.id !== undefined)
  const withNewId = added.filter((row) => row.id === undefined)
  const rowsOf = withOldId.map((row) => [row.id ?? null, ...cells(row)])
  if (withOldId.length > 0) await writer.createRows(plugin, ['id', 'id_link', ...columns], rowsOf)
  if (withNewId.length > 0) await writer.createRows(plugin, ['id_link', ...columns], withNewId.map(cells))
}
