import type { Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import type { Transaction } from '../../storage/storage.js'
import type { RecordPart } from '../rows/record-part.js'
import type { RowWriter } from '../writing/row-writer.js'
import type { DeletionPlan } from './deletion-plan.js'
import { deleteDependentRows } from './dependent-rows.js'
import { countVisible } from './store.js'

/**
 * Deletes what a plan says; what hangs from records that go goes along.
 *
 * @throws `in_use` when rows that stay need what is to be deleted: `detail` is `[{tb, count}]`, of the rows
 *   that the caller may see
 */
export async function carryOutDeletion(
  writer: RowWriter,
  parts: readonly RecordPart[],
  plan: DeletionPlan,
): Promise<void> {
  const { tx, scope } = writer
  await refuseBlocked(tx, scope, plan)
  // Rows that refer to what is deleted refer to nothing.
  for (const { table, column, ids } of [...plan.emptied, ...plan.released]) {
    await writer.updateRowsAlike(table, [...ids], { [column]: null })
  }
  for (const [table, ids] of plan.doomed)
    if (isRecordTable(table)) await deleteDependentRows(tx, parts, table.name, ids)
  for (const [table, ids] of innermostFirst(plan.doomed)) await writer.deleteRows(table, ids)
}

/** Rows of a plugin table that no table carries stand for themselves. */
const isRecordTable = (table: Table): boolean => table.parent === undefined

async function refuseBlocked(
  tx: Transaction,
  scope: RequestScope,
  { blocking }: DeletionPlan,
): Promise<void> {
  if (blocking.length === 0) return
  const rows = new Map<Table, Set<number>>()
  for (const { table, ids } of blocking) addTo(rows, table, ids)
  const counts: { table: Table; count: number }[] = []
  for (const [table, ids] of rows) {
    const isReadable = scope.rights.visibilityOf(table).readable
    const count = isReadable ? await countVisible(tx, scope, table, ids) : 0
    if (count > 0) counts.push({ table, count })
  }
  const named = counts.map(({ table, count }) => `${count} in "${table.label}"`).join(', ')
  throw new AppError('in_use', {
    ...(named === '' ? message('others_refer', {}) : message('others_refer_named', { named })),
    detail: counts.map(({ table, count }) => ({ tb: table.name, count })),
  })
}

function addTo(rows: Map<Table, Set<number>>, table: Table, ids: Iterable<number>): void {
  const known = rows.get(table) ?? new Set()
  for (const one of ids) known.add(one)
  rows.set(table, known)
}

/**
 * Plugin rows before the records that carry them, what was found through a reference before what it refers
 * to.
 */
function innermostFirst(doomed: DeletionPlan['doomed']): [Table, ReadonlySet<number>][] {
  const outward = [...doomed].reverse()
  return [
    ...outward.filter(([table]) => !isRecordTable(table)),
    ...outward.filter(([table]) => isRecordTable(table)),
  ]
}
