import type { ManualLink } from '@trowel/contract/manual-links.js'
import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { recordLabel } from '../../records/rows/record-label.js'
import type { Reader } from '../../storage/storage.js'
import { type LinkEnd, type ManualLinkRow, selectLabels } from './store.js'

/** An end of a link as people see it. */
export interface ShownEnd extends LinkEnd {
  readonly tableLabel: string
  readonly label: string
}

/** What people call the records at these ends; `undefined` for one that does not exist for the caller. */
export async function readLabels(
  reader: Reader,
  scope: RequestScope,
  ends: readonly LinkEnd[],
): Promise<(end: LinkEnd) => ShownEnd | undefined> {
  const ids = new Map<Table, number[]>()
  for (const end of ends) {
    const table = scope.catalogue.tables.get(end.table)
    if (!table || !scope.rights.visibilityOf(table).readable) continue
    const known = ids.get(table)
    if (known) known.push(end.id)
    else ids.set(table, [end.id])
  }
  const shown = new Map<string, ShownEnd>()
  for (const { table, id, label } of await selectLabels(reader, scope, ids)) {
    const tableLabel = scope.catalogue.tables.get(table)?.label ?? table
    shown.set(`${table}:${id}`, { table, id, tableLabel, label: recordLabel(label, id) })
  }
  return (end) => shown.get(`${end.table}:${end.id}`)
}

/** A link as it looks from its other end. */
export const manualLink = (
  link: Pick<ManualLinkRow, 'id' | 'sort' | 'label'>,
  end: ShownEnd,
): ManualLink => ({
  key: link.id,
  tb_id: end.table,
  tb_label: end.tableLabel,
  ref_id: end.id,
  ref_label: end.label,
  sort: link.sort,
  label: link.label,
})
