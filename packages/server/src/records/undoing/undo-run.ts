import { isAdmin } from '../../access/global-level.js'
import { entityOf } from '../../catalogue/changed-entity.js'
import type { FieldProblem } from '../../errors.js'
import { wireTime } from '../../http/wire-time.js'
import { type Message, message } from '../../message.js'
import type { RecordPart } from '../rows/record-part.js'
import type { RowWriter } from '../writing/row-writer.js'
import type { ConflictRow, UndoTable } from './touched-store.js'
import type { ConflictChoice, TablePlan } from './undo-plan.js'
import type { UndoConflict, UndoProblems } from './undo-problems.js'
import type { UndoRights } from './undo-rights.js'
import type { UndoRule } from './undo-rule.js'

/** The undo of one or several sets in one transaction. */
export interface UndoRun {
  readonly writer: RowWriter
  readonly parts: readonly RecordPart[]
  readonly rules: readonly UndoRule[]
  readonly rights: UndoRights
  readonly choice: ConflictChoice
  /** The tables of the journal, by name. */
  readonly undoTables: (name: string) => UndoTable | undefined
  readonly conflicts: UndoProblems<UndoConflict>
  readonly refusals: UndoProblems
  /** Called after each step. @throws when it is to end */
  readonly onRows: (rows: number) => void
}

/** A row, or a value of it where `field` is not `id`. */
interface Place {
  readonly table: string
  readonly id: number
  readonly field: string
}

/** A problem of one row. */
export function rowProblem(
  { writer: { scope } }: UndoRun,
  place: Place,
  code: FieldProblem['code'],
  said: Message,
) {
  const table = scope.catalogue.tables.get(place.table)
  const entity = entityOf(scope.catalogue, place.table) ?? 'record'
  return { ...place, entity, table: table?.name ?? null, code, ...said }
}

export function rowConflict(
  run: UndoRun,
  place: Place,
  { now, was, by: person, key, time }: Omit<ConflictRow, 'id'>,
  said: Message,
): UndoConflict {
  const at = time === null ? null : wireTime(time)
  // Keys are told to those to whom the list of sets tells them.
  const by = person ?? (isAdmin(run.writer.scope.principal) ? key : null)
  return { ...rowProblem(run, place, 'undo_conflict', said), now, was, by, time: at }
}

/** Why rows cannot be undone. */
export interface Refusal {
  /** `id` where it is about the row as a whole. */
  readonly field: string
  readonly code: 'invalid_value' | 'record_not_found' | 'reference' | 'no_dupl'
  readonly why:
    | 'undo_value_unfit'
    | 'undo_row_gone'
    | 'undo_refers_to_gone'
    | 'undo_value_taken'
    | 'undo_stated_again'
}

/** @param refusals where they are noted */
export function refuse(
  run: UndoRun,
  refusals: UndoProblems,
  { undoTable }: TablePlan,
  ids: readonly number[],
  { field, code, why }: Refusal,
): void {
  const some = ids.slice(0, refusals.room)
  refusals.add(
    some.map((id) => rowProblem(run, { table: undoTable.name, id, field }, code, message(why, {}))),
    ids.length,
  )
}
