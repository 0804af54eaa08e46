import { type Table, tableOf } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import type { Transaction } from '../../storage/storage.js'
import type { RecordPart } from '../rows/record-part.js'
import { inBatches } from '../rows/row-batches.js'
import { readSnapshots } from '../versions/snapshots.js'
import type { DependentRows } from '../versions/store.js'
import type { RowWriter } from '../writing/row-writer.js'
import type { DeletionPlan } from './deletion-plan.js'
import { deleteDependentRows, selectDependentRows } from './dependent-rows.js'
import { countVisible, selectOwners } from './store.js'

type RowsByTable = ReadonlyMap<Table, ReadonlySet<number>>

/** A record of which the transaction has kept the state before. */
export interface KeptRecord {
  readonly table: Table
  readonly recordId: number
}

/**
 * Deletes what a plan says. Every record that goes or changes leaves a version first; what hangs from those
 * that go goes along.
 *
 * @param kept leaves no second version
 * @throws `in_use` when rows that stay need what is to be deleted: `detail` is `[{tb, count}]`, of the rows
 *   that the caller may see
 */
export async function carryOutDeletion(
  writer: RowWriter,
  parts: readonly RecordPart[],
  plan: DeletionPlan,
  kept?: KeptRecord,
): Promise<void> {
  const { tx, scope } = writer
  await refuseBlocked(tx, scope, plan)
  const gone = new Map([...plan.doomed].filter(([table]) => isRecordTable(table)))
  const changed = await changedRecords(tx, scope, plan, gone)
  if (kept) changed.get(kept.table)?.delete(kept.recordId)
  await keepChanged(writer, changed)
  const dependents = await keepGone(writer, parts, gone)
  // Rows that refer to what is deleted refer to nothing.
  for (const { table, column, ids } of [...plan.emptied, ...plan.released]) {
    await writer.updateRowsAlike(table, [...ids], { [column]: null })
  }
  await deleteDependentRows(tx, parts, dependents)
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

/** The records that stay, but lose a reference or plugin rows. */
async function changedRecords(
  tx: Transaction,
  scope: RequestScope,
  plan: DeletionPlan,
  gone: RowsByTable,
): Promise<Map<Table, Set<number>>> {
  const rows = new Map<Table, Set<number>>()
  for (const { table, ids } of plan.emptied) addTo(rows, table, ids)
  for (const [table, ids] of plan.doomed) if (!isRecordTable(table)) addTo(rows, table, ids)
  const changed = new Map<Table, Set<number>>()
  for (const [table, ids] of rows) {
    if (table.parent === undefined) addTo(changed, table, ids)
    else addTo(changed, tableOf(scope.catalogue, table.parent), await selectOwners(tx, table, ids))
  }
  for (const [table, ids] of changed) for (const one of gone.get(table) ?? []) ids.delete(one)
  return changed
}

function addTo(rows: Map<Table, Set<number>>, table: Table, ids: Iterable<number>): void {
  const known = rows.get(table) ?? new Set()
  for (const one of ids) known.add(one)
  rows.set(table, known)
}

async function keepChanged(writer: RowWriter, changed: RowsByTable): Promise<void> {
  for (const [table, ids] of changed) {
    for (const some of inBatches(ids)) {
      const snapshots = await readSnapshots(writer.tx, writer.scope, table, some)
      const states = [...snapshots].map(([recordId, before]) => ({ recordId, before }))
      await writer.keepStates(table, states)
    }
  }
}

/**
 * @returns what hangs from the records, of all of which the state is kept before the first of these rows is
 * removed
 */
async function keepGone(
  writer: RowWriter,
  parts: readonly RecordPart[],
  gone: RowsByTable,
): Promise<DependentRows[]> {
  const { tx, scope } = writer
  const all: DependentRows[] = []
  for (const [table, ids] of gone) {
    for (const some of inBatches(ids)) {
      const snapshots = await readSnapshots(tx, scope, table, some)
      const dependents = await selectDependentRows(tx, parts, table.name, some)
      const states = [...snapshots].map(([recordId, before]) => ({
        recordId,
        before: { ...before, related: dependents.get(recordId) ?? {} },
      }))
      await writer.keepStates(table, states, 'delete')
      all.push(...dependents.values())
    }
  }
  return all
}

/**
 * Plugin rows before the records that carry them, what was found through a reference before what it refers
 * to.
 */
function innermostFirst(doomed: RowsByTable): [Table, ReadonlySet<number>][] {
  const outward = [...doomed].reverse()
  return [
    ...outward.filter(([table]) => !isRecordTable(table)),
    ...outward.filter(([table]) => isRecordTable(table)),
  ]
}
