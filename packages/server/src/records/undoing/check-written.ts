import { isUnique } from '../../catalogue/field-rules.js'
import { message } from '../../message.js'
import { id, join, sql } from '../../storage/sql.js'
import { yearColumns } from '../writing/dated-by-label.js'
import {
  inSteps,
  type SetRange,
  selectBackwards,
  selectEnds,
  selectRepeating,
  selectValuesAfter,
} from './touched-store.js'
import type { TablePlan } from './undo-plan.js'
import { rowProblem, type UndoRun } from './undo-run.js'

/**
 * Holds what an undo wrote against the rules that the database does not know, and lets follow what follows
 * from it.
 *
 * @throws `not_enough_privilege` when a row is none any more that the caller may write
 */
export async function checkWritten(
  run: UndoRun,
  plans: ReadonlyMap<string, TablePlan>,
  set: SetRange,
): Promise<void> {
  for (const plan of plans.values()) {
    await noteRepeated(run, plan, set)
    await noteBackwards(run, plan)
    await noteLoose(run, plan)
    if (plan.table) await run.writer.calibrate(plan.table, plan.recalculated)
  }
  await run.rights.require(new Map([...plans].map(([name, plan]) => [name, written(plan)])))
  for (const rule of run.rules) {
    const plan = plans.get(rule.table)
    if (!plan || !rule.written) continue
    const [inserted, updated, deleted] = [[...plan.inserts.keys()], updatedRows(plan), [...plan.deletes]]
    if (inserted.length + updated.length + deleted.length === 0) continue
    const { tx, scope } = run.writer
    await rule.written(tx, scope, { set, inserted, updated, deleted }, run.refusals)
  }
}

const updatedRows = ({ updates }: TablePlan): number[] =>
  [...updates.values()].flatMap(({ heads }) => [...heads.keys()])

const written = (plan: TablePlan): number[] => [...plan.inserts.keys(), ...updatedRows(plan)]

/** Rows that got a value in one of the columns. */
const writtenIn = ({ inserts, updates }: TablePlan, names: readonly string[]): Set<number> =>
  new Set([
    ...inserts.keys(),
    ...[...updates.values()].flatMap(({ columns, heads }) =>
      columns.some(({ name }) => names.includes(name)) ? [...heads.keys()] : [],
    ),
  ])

/**
 * Values that may stand once and that another row got after the set. What stood twice before may do so again.
 */
async function noteRepeated(run: UndoRun, plan: TablePlan, { last }: SetRange): Promise<void> {
  const { writer, refusals } = run
  const { tx } = writer
  const { table } = plan
  for (const field of table?.fields.values() ?? []) {
    if (!table || !isUnique(field)) continue
    const rows = writtenIn(plan, [field.name])
    if (rows.size === 0) continue
    const groups = rowsByValue(await selectRepeating(tx, table.name, field.name))
      .map(({ value, ids }) => ({
        value,
        got: ids.filter((one) => rows.has(one)),
        others: ids.filter((one) => !rows.has(one)),
      }))
      .filter(({ got }) => got.length > 0)
    const had = new Map<number, unknown>()
    for (const some of inSteps(groups.flatMap(({ others }) => others))) {
      const found = await selectValuesAfter(tx, table.name, field.name, last, some)
      for (const { id: other, unchanged, value } of found) had.set(other, unchanged ?? value)
    }
    const repeated = groups.flatMap(({ value, got, others }) =>
      others.some((other) => String(had.get(other)) !== String(value)) ? got : [],
    )
    refusals.add(
      repeated
        .slice(0, refusals.room)
        .map((row) =>
          rowProblem(
            run,
            { table: table.name, id: row, field: field.name },
            'no_dupl',
            message('undo_value_taken', {}),
          ),
        ),
      repeated.length,
    )
  }
}

/** A value may stand in thousands of rows: they are held once each, not in pairs. */
function rowsByValue(rows: readonly { readonly id: number; readonly value: string | number }[]) {
  const groups = new Map<string | number, number[]>()
  for (const { id: one, value } of rows) {
    const known = groups.get(value)
    if (known) known.push(one)
    else groups.set(value, [one])
  }
  return [...groups].map(([value, ids]) => ({ value, ids }))
}

/** A span of years of which one end alone comes back must fit to the other. */
async function noteBackwards(run: UndoRun, plan: TablePlan): Promise<void> {
  const { table } = plan
  const [from, to] = yearColumns
  if (!table?.hasFuzzyDate || !yearColumns.every((name) => table.fields.has(name))) return
  for (const { columns, heads } of plan.updates.values()) {
    const restored = yearColumns.filter((year) => columns.some(({ name }) => name === year))
    if (restored.length !== 1) continue
    for (const some of inSteps(heads.keys())) {
      const found = await selectBackwards(run.writer.tx, table.name, from, to, some)
      const field = restored[0] ?? from
      run.refusals.add(
        found.map((row) =>
          rowProblem(
            run,
            { table: table.name, id: row, field },
            'chrono_range',
            message('undo_span_broken', {}),
          ),
        ),
      )
    }
  }
}

/** What hangs from records comes back only where all of them are there. */
async function noteLoose(run: UndoRun, { undoTable: { name }, inserts }: TablePlan): Promise<void> {
  const { tx, scope } = run.writer
  const ends = run.parts.find(({ attachedTable }) => attachedTable.table === name)?.attachedTable.ends
  if (!ends) return
  for (const some of inSteps(inserts.keys())) {
    const rows = await selectEnds(tx, name, ends, some)
    for (const end of ends) {
      const records = new Map<string, Set<number>>()
      for (const row of rows) {
        const table = String(row[end.table])
        records.set(table, (records.get(table) ?? new Set()).add(Number(row[end.record])))
      }
      for (const [table, ids] of records) {
        if (!scope.catalogue.tables.has(table)) continue
        for (const part of inSteps(ids)) {
          const there = await tx.all<{ id: number }>(
            sql`SELECT "id" FROM ${id(table)} WHERE "id" IN (${join(part)})`,
          )
          for (const found of there) ids.delete(found.id)
        }
      }
      const loose = rows.filter((row) => records.get(String(row[end.table]))?.has(Number(row[end.record])))
      run.refusals.add(
        loose.map((row) =>
          rowProblem(
            run,
            { table: name, id: Number(row['id']), field: end.record },
            'reference',
            message('undo_refers_to_gone', {}),
          ),
        ),
      )
    }
  }
}
