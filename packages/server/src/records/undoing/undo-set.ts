import { AppError } from '../../errors.js'
import { message } from '../../message.js'
import { checkWritten } from './check-written.js'
import { seenAbsent, settleDependents } from './settle-dependents.js'
import { type SetRange, selectConflicts, selectTouched } from './touched-store.js'
import { parentsFirst, planTable, type TablePlan } from './undo-plan.js'
import { type Refusal, refuse, rowConflict, type UndoRun } from './undo-run.js'
import { type Plans, writePlans } from './write-plans.js'

/**
 * Undoes one set on the state that there is now. What speaks against it is noted in `run`, which goes on, so
 * that all of it is known in the end.
 *
 * @param names of the tables whose rows come back
 * @throws `not_enough_privilege`; `not_undoable` when the states before are kept no more
 */
export async function undoSet(run: UndoRun, set: SetRange, names: readonly string[]): Promise<void> {
  const plans = await planSet(run, set, names)
  await run.rights.require(new Map([...plans].map(([name, { there }]) => [name, there])))
  for (const plan of plans.values()) await noteConflicts(run, plan, set)
  await settleDependents(run, plans, set)
  await writePlans(run, plans)
  await checkWritten(run, plans, set)
}

async function planSet(run: UndoRun, set: SetRange, names: readonly string[]): Promise<Plans> {
  const { tx, scope } = run.writer
  const plans = new Map<string, TablePlan>()
  for (const name of parentsFirst(scope.catalogue, names)) {
    const undoTable = run.undoTables(name)
    if (!undoTable) continue
    const rows = await selectTouched(tx, scope.db.dialect, undoTable, set)
    const plan = planTable(undoTable, scope.catalogue.tables.get(name), rows, run.choice)
    if (plan.forgotten.length > 0) {
      throw new AppError('not_undoable', {
        ...message('undo_forgotten', { set: set.id }),
        detail: { id: set.id },
      })
    }
    plans.set(name, plan)
  }
  return plans
}

async function noteConflicts(run: UndoRun, plan: TablePlan, { last }: SetRange): Promise<void> {
  const { tx, scope } = run.writer
  const { name } = plan.undoTable
  const seenGone = plan.absent.size > 0 ? await seenAbsent(run, plan) : plan.absent
  const isSeen = (id: number): boolean => !plan.absent.has(id) || seenGone.has(id)
  for (const [column, heads] of plan.conflicts) {
    const seen = [...heads].filter(([id]) => isSeen(id)).map(([, head]) => head)
    if (seen.length < heads.size) run.conflicts.hasHidden = true
    const some = seen.slice(0, run.conflicts.room)
    const found =
      some.length === 0
        ? []
        : await selectConflicts(tx, scope.db.dialect, plan.undoTable, column, { last, heads: some })
    run.conflicts.add(
      found.map(({ id, ...values }) =>
        rowConflict(run, { table: name, id, field: column.name }, values, message('undo_changed_later', {})),
      ),
      seen.length,
    )
  }
  const refuseSeen = (ids: readonly number[], refusal: Refusal): void => {
    const seen = ids.filter(isSeen)
    if (seen.length < ids.length) run.refusals.hasHidden = true
    refuse(run, run.refusals, plan, seen, refusal)
  }
  for (const [column, ids] of plan.unfit)
    refuseSeen(ids, { field: column.name, code: 'invalid_value', why: 'undo_value_unfit' })
  refuseSeen(plan.gone, { field: 'id', code: 'record_not_found', why: 'undo_row_gone' })
}
