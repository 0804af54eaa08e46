import type { Table } from '../../catalogue/catalogue.js'
import { message } from '../../message.js'
import { beforeTable } from '../../storage/journal/journal-tables.js'
import type { RecordEnd } from '../../storage/journal/stamps.js'
import { carryOutDeletion } from '../deletion/carry-out-deletion.js'
import { planDeletion } from '../deletion/deletion-plan.js'
import { readRowAccess } from '../rows/row-access.js'
import { inBatches } from '../rows/row-batches.js'
import { type Dependents, findDependents } from './depending-rows.js'
import {
  deleteById,
  emptyColumns,
  inSteps,
  type SetRange,
  selectEnds,
  selectLastChanges,
} from './touched-store.js'
import type { TablePlan } from './undo-plan.js'
import { rowConflict, rowProblem, type UndoRun } from './undo-run.js'

type Plans = ReadonlyMap<string, TablePlan>

/** Rows by table, or by table and column. */
class RowLists {
  readonly all = new Map<string, { dependents: Dependents; ids: Set<number> }>()

  add(dependents: Dependents, id: number): void {
    const key = `${dependents.from}.${dependents.column ?? ''}`
    const known = this.all.get(key) ?? { dependents, ids: new Set() }
    this.all.set(key, known)
    known.ids.add(id)
  }
}

/**
 * Decides what becomes of rows that refer to those which the set made. What was made later and would go, or
 * lose its reference, is a conflict; what keeps others from being deleted refuses the undo. A row that stays
 * keeps what it needs, and what it was made with.
 */
export async function settleDependents(run: UndoRun, plans: Plans, set: SetRange): Promise<void> {
  const { tx, scope } = run.writer
  const found = await findDependents(tx, scope, run.parts, plans, set)
  const [conflicts, refusals] = [new RowLists(), new RowLists()]
  for (let isSettled = false; !isSettled; ) {
    isSettled = true
    for (const dependents of found) {
      const [from, to] = [plans.get(dependents.from), plans.get(dependents.to)]
      if (!to) continue
      for (const { id, target } of dependents.pairs) {
        if (!to.created.has(target)) continue
        const [stays, isKept] = [!from?.deletes.has(id), !to.deletes.has(target)]
        if (stays && !isKept && !restores(from, id, dependents.column)) {
          if (!from?.created.has(id))
            (dependents.policy === 'refuse' ? refusals : conflicts).add(dependents, id)
          // What is needed stays in any case: the undo is refused.
          if (run.choice === 'overwrite' && dependents.policy !== 'refuse') continue
          to.deletes.delete(target)
          isSettled = false
        } else if (!stays && isKept && dependents.isPart) {
          from?.deletes.delete(id)
          isSettled = false
        }
      }
    }
  }
  for (const { dependents, ids } of refusals.all.values()) await noteRefusals(run, dependents, [...ids])
  for (const { dependents, ids } of conflicts.all.values()) await noteConflicts(run, dependents, [...ids])
  await release(run, plans, found)
  if (run.choice === 'overwrite') await removeLater(run, conflicts)
}

/** Does the undo give the column of the row its value from before? */
const restores = (plan: TablePlan | undefined, id: number, column: string | undefined): boolean =>
  plan !== undefined &&
  [...plan.updates.values()].some(
    ({ columns, heads }) => heads.has(id) && columns.some(({ name }) => name === column),
  )

async function noteRefusals(run: UndoRun, dependents: Dependents, ids: readonly number[]): Promise<void> {
  const { from, column } = dependents
  const seen = await seenAmong(run, from, ids)
  if (seen.length < ids.length) run.refusals.hasHidden = true
  const label = run.writer.scope.catalogue.tables.get(from)?.label ?? from
  run.refusals.add(
    seen
      .slice(0, run.refusals.room)
      .map((id) =>
        rowProblem(
          run,
          { table: from, id, field: column ?? 'id' },
          'in_use',
          message('undo_needed_by', { table: label, id }),
        ),
      ),
    seen.length,
  )
}

async function noteConflicts(run: UndoRun, dependents: Dependents, ids: readonly number[]): Promise<void> {
  const { from, column } = dependents
  const seen = await seenAmong(run, from, ids)
  if (seen.length < ids.length) run.conflicts.hasHidden = true
  const named = seen.slice(0, run.conflicts.room)
  const found = named.length === 0 ? [] : await selectLastChanges(run.writer.tx, from, named)
  run.conflicts.add(
    found.map(({ id, ...later }) =>
      rowConflict(
        run,
        { table: from, id, field: column ?? 'id' },
        { now: id, was: null, ...later },
        message('undo_refers_later', {}),
      ),
    ),
    seen.length,
  )
}

/** Those of the rows that the caller sees: what hangs from records, with all of these. */
async function seenAmong(run: UndoRun, name: string, ids: readonly number[]): Promise<readonly number[]> {
  const table = run.writer.scope.catalogue.tables.get(name)
  if (table) return recordsSeen(run, table, ids)
  return seenByEnds(run, name, endsOf(run, name), ids)
}

const endsOf = ({ parts }: UndoRun, name: string): readonly RecordEnd[] =>
  parts.find(({ attachedTable }) => attachedTable.table === name)?.attachedTable.ends ?? []

/**
 * Those of the rows that are gone of which the caller may hear: a row filter cannot be asked about them, so
 * that who has one hears of none; what hung from records is told with all of these.
 */
export async function seenAbsent(
  run: UndoRun,
  { undoTable: { name }, table, absent }: TablePlan,
): Promise<ReadonlySet<number>> {
  if (table) {
    const { readable, restriction } = run.writer.scope.rights.visibilityOf(table)
    return new Set(readable && !restriction ? absent.keys() : [])
  }
  const ends = endsOf(run, name)
  if (ends.length === 0) return new Set(absent.keys())
  const seen = new Set(await seenByEnds(run, beforeTable(name), ends, [...absent.values()]))
  return new Set([...absent].filter(([, head]) => seen.has(head)).map(([id]) => id))
}

/** @param from an attached table, or that of its rows as they were */
async function seenByEnds(
  run: UndoRun,
  from: string,
  ends: readonly RecordEnd[],
  ids: readonly number[],
): Promise<readonly number[]> {
  const { writer } = run
  const { tables } = writer.scope.catalogue
  const seen: number[] = []
  for (const some of inSteps(ids)) {
    const rows = await selectEnds(writer.tx, from, ends, some)
    const records = new Map<string, Set<number>>()
    for (const row of rows) {
      for (const end of ends) {
        const owner = String(row[end.table])
        records.set(owner, (records.get(owner) ?? new Set()).add(Number(row[end.record])))
      }
    }
    const found = new Set<string>()
    for (const [owner, those] of records)
      for (const id of await recordsSeen(run, tables.get(owner), [...those])) found.add(`${owner}:${id}`)
    const areSeen = (row: (typeof rows)[number]): boolean =>
      ends.every((end) => found.has(`${row[end.table]}:${row[end.record]}`))
    seen.push(...rows.filter(areSeen).map((row) => Number(row['id'])))
  }
  return seen
}

async function recordsSeen(
  { writer: { tx, scope } }: UndoRun,
  table: Table | undefined,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (!table) return []
  const { readable, restriction } = scope.rights.visibilityOf(table)
  if (!readable) return []
  if (!restriction) return ids
  const seen: number[] = []
  for (const some of inBatches(ids)) seen.push(...(await readRowAccess(tx, scope, table, some)).keys())
  return seen
}

/**
 * Rows that get another reference, or go together with what they refer to, must not keep it from being
 * deleted.
 */
async function release(run: UndoRun, plans: Plans, found: readonly Dependents[]): Promise<void> {
  const order = [...plans.keys()]
  for (const { from, column, to, policy, pairs } of found) {
    const [plan, target] = [plans.get(from), plans.get(to)]
    if (!plan || !target || column === undefined) continue
    // Rows are deleted from the last table to the first.
    const goesFirst = order.indexOf(from) > order.indexOf(to)
    const ids = pairs.flatMap((pair) => {
      if (!target.deletes.has(pair.target)) return []
      const isNeeded = plan.deletes.has(pair.id)
        ? policy === 'refuse' && !goesFirst
        : restores(plan, pair.id, column)
      return isNeeded ? [pair.id] : []
    })
    for (const some of inSteps(ids)) await emptyColumns(run.writer.tx, from, [column], some)
  }
}

/**
 * What was made later goes along, or loses its reference, as with every deletion: the relation decides, not
 * who may change it.
 */
async function removeLater(run: UndoRun, conflicts: RowLists): Promise<void> {
  const { tx, scope } = run.writer
  const records = new Map<Table, number[]>()
  for (const { dependents, ids } of conflicts.all.values()) {
    const { from, column, policy } = dependents
    if (policy === 'stay') continue
    const table = scope.catalogue.tables.get(from)
    if (policy === 'empty' && column !== undefined) {
      for (const some of inSteps(ids)) await emptyColumns(tx, from, [column], some)
    } else if (table) records.set(table, [...(records.get(table) ?? []), ...ids])
    else for (const some of inSteps(ids)) await deleteById(tx, from, some)
  }
  if (records.size > 0) await carryOutDeletion(run.writer, run.parts, await planDeletion(tx, scope, records))
}
