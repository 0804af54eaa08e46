import { isAdmin } from '../../access/global-level.js'
import { isOwnSet } from '../../access/principal.js'
import { journalEntities } from '../../catalogue/system-tables.js'
import { AppError, type FieldProblem } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import type { PhysicalTables, Transaction } from '../../storage/storage.js'
import { isCalibrated } from '../radiocarbon/service.js'
import type { RecordPart } from '../rows/record-part.js'
import { changeRows } from '../writing/row-writer.js'
import {
  type CountRow,
  insertUndone,
  type SetRow,
  selectCountsAfter,
  selectEnd,
  selectSets,
  selectTablesMadeAfter,
  selectTouchedCount,
  selectUndone,
  updateUndoneBy,
} from './set-store.js'
import { selectTouchedTables, type UndoTable, undoColumns } from './touched-store.js'
import type { ConflictChoice } from './undo-plan.js'
import { type UndoConflict, UndoProblems } from './undo-problems.js'
import { UndoRights } from './undo-rights.js'
import type { UndoRule } from './undo-rule.js'
import type { UndoRun } from './undo-run.js'
import { undoSet } from './undo-set.js'

export interface UndoTask {
  /** The sets to be undone. */
  readonly ids: readonly number[]
  readonly conflicts: ConflictChoice
  readonly isPreview: boolean
  /** What the caller sees of what was changed after a change; `counts` are of all of it. */
  readonly countSeen: (
    tx: Transaction,
    after: number,
    counts: readonly CountRow[],
  ) => Promise<readonly CountRow[]>
  /** Told how many rows were written. */
  readonly onProgress: (rows: number) => void
  /** Ends the undo: nothing of it is stored then. */
  readonly signal: AbortSignal | undefined
}

export interface Undone {
  /** The new set; `undefined` for a preview, and when nothing was left to be done. */
  readonly setId: number | undefined
  readonly counts: readonly CountRow[]
  /** The first of them, which were kept or overwritten. */
  readonly conflicts: readonly UndoConflict[]
  /** How many were kept. */
  readonly kept: number
  /** Were there others, of rows that the caller may not see? */
  readonly hasHidden: boolean
}

/** How many rows the sets changed, as far as they are there. */
export const countTouched = (scope: RequestScope, ids: readonly number[]): Promise<number> =>
  selectTouchedCount(scope.db.quick, ids)

/**
 * Undoes sets, the newest first, each on the state that the one before left, in one transaction.
 *
 * @throws `change_set_not_found`, `not_enough_privilege`, `already_undone`, `not_undoable`; `undo_conflict`,
 *   unless it was said what is to become of conflicts; `undo_refused` with the rows that break a rule
 */
export async function undoSets(
  scope: RequestScope,
  parts: readonly RecordPart[],
  rules: readonly UndoRule[],
  task: UndoTask,
): Promise<Undone> {
  const physical = await scope.db.inspect()
  return changeRows(
    scope,
    'undo',
    async (writer) => {
      const { tx } = writer
      const { lastChange, nextSet } = await selectEnd(tx)
      let done = 0
      const run: UndoRun = {
        writer,
        parts,
        rules,
        rights: new UndoRights(tx, scope, parts, rules),
        choice: task.conflicts,
        undoTables: undoTablesOf(scope, physical),
        conflicts: new UndoProblems(),
        refusals: new UndoProblems(),
        onRows(rows) {
          task.signal?.throwIfAborted()
          done += rows
          task.onProgress(done)
        },
      }
      const { conflicts, refusals } = run
      const undone = (setId: number | undefined, counts: readonly CountRow[]): Undone => ({
        setId,
        counts,
        conflicts: conflicts.named,
        kept: task.conflicts === 'keep' ? conflicts.total : 0,
        hasHidden: conflicts.hasHidden,
      })
      try {
        const counts = await tx.savepoint(async () => {
          await undoInOrder(run, task.ids, nextSet)
          if (task.conflicts === 'refuse' && !conflicts.isEmpty) throw asRefusal('undo_conflict', conflicts)
          if (!refusals.isEmpty) throw asRefusal('undo_refused', refusals)
          const counted = await selectCountsAfter(tx, lastChange)
          if (!counted.some(hasRows)) throw new NothingLeft()
          await insertUndone(tx, nextSet, [...new Set(task.ids)])
          return task.countSeen(tx, lastChange, counted)
        })
        return undone(task.isPreview ? undefined : nextSet, counts)
      } catch (error) {
        if (!(error instanceof NothingLeft)) throw error
        return undone(undefined, [])
      }
    },
    { isTrial: task.isPreview },
  )
}

/**
 * Everything is as it was before the sets already: there will be no set that undoes them, and each can still
 * be undone by itself.
 */
class NothingLeft extends Error {}

const hasRows = ({ created, updated, deleted }: CountRow): boolean => created + updated + deleted > 0

const asRefusal = (
  code: 'undo_conflict' | 'undo_refused',
  { named, total, hasHidden }: UndoProblems<FieldProblem>,
): AppError =>
  new AppError(code, {
    ...(total === 0 && code === 'undo_refused' && message('undo_needed_by_others', {})),
    errors: named,
    body: { total, ...(hasHidden && { hidden: true }) },
  })

async function undoInOrder(run: UndoRun, ids: readonly number[], nextSet: number): Promise<void> {
  const { tx, scope } = run.writer
  const wanted = [...new Set(ids)].sort((one, other) => other - one)
  for (const setId of wanted) {
    // Undoing a newer set may have made an older one undone, or done again.
    const [set] = await selectSets(tx, [setId])
    if (!set || !mayUndo(scope, set)) throw new AppError('change_set_not_found', { detail: { id: setId } })
    if (set.undoneBy !== null) {
      throw new AppError('already_undone', {
        ...message('undo_done_already', { set: setId, by: set.undoneBy }),
        detail: { id: setId, undone_by: set.undoneBy },
      })
    }
    await undoSet(run, set, await tablesOf(tx, set))
    await markUndone(tx, setId, nextSet)
  }
}

/** One's own sets; for administrators those of all. */
const mayUndo = ({ principal }: RequestScope, set: SetRow): boolean =>
  isAdmin(principal) || isOwnSet(principal, set)

/**
 * The tables of which the set changed rows. Those of tables that are gone are left out.
 *
 * @throws `not_undoable` for changes of the configuration and what was done for their sake, for a set of
 *   which the journal did not see everything, and for one of which nothing is left
 */
async function tablesOf(tx: Transaction, set: SetRow): Promise<string[]> {
  const refuse = (said: ReturnType<typeof message>): never => {
    throw new AppError('not_undoable', { ...said, detail: { id: set.id } })
  }
  if (set.incomplete === 1) refuse(message('undo_incomplete', { set: set.id }))
  const touched = await selectTouchedTables(tx, set)
  if (touched.some((name) => journalEntities[name] === 'configuration')) {
    refuse(message('undo_of_configuration', { set: set.id }))
  }
  const madeLater = await selectTablesMadeAfter(tx, set.last)
  const left = touched.filter((name) => !madeLater.has(name))
  if (left.length === 0) refuse(message('undo_tables_gone', { set: set.id }))
  return left
}

/**
 * Notes that a set is undone by another. What it had undone itself is done again by that; what that had
 * undone in its turn is undone again, and so on.
 */
async function markUndone(tx: Transaction, setId: number, by: number | null): Promise<void> {
  for (let marked: { ids: number[]; by: number | null }[] = [{ ids: [setId], by }]; marked.length > 0; ) {
    const following: typeof marked = []
    for (const { ids, by: undoer } of marked) {
      await updateUndoneBy(tx, ids, undoer)
      for (const one of ids) {
        const undone = await selectUndone(tx, one)
        if (undone.length > 0) following.push({ ids: undone, by: undoer === null ? one : null })
      }
    }
    marked = following
  }
}

/** Columns that the service writes by itself: cached works of the reference manager. */
const derivedColumns: Readonly<Record<string, readonly string[]>> = {
  sys_refman_links: ['author_year', 'full_citation', 'csl', 'refman_version', 'synced_at', 'detached'],
}

function undoTablesOf(
  { catalogue }: RequestScope,
  physical: PhysicalTables,
): (name: string) => UndoTable | undefined {
  const known = new Map<string, UndoTable | undefined>()
  return (name) => {
    if (!known.has(name)) {
      const table = catalogue.tables.get(name)
      if (!table && journalEntities[name] === undefined) return undefined
      const isDerived = (column: string): boolean =>
        table ? isCalibrated(table, column) : (derivedColumns[name]?.includes(column) ?? false)
      known.set(name, undoColumns(physical, name, isDerived))
    }
    return known.get(name)
  }
}
