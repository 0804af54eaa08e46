import { AppError } from '../../errors.js'
import { message } from '../../message.js'
import { keepCreations } from '../../storage/journal/stamps.js'
import { StorageError } from '../../storage/storage.js'
import { referencesOf } from '../writing/referenced-values.js'
import {
  deleteById,
  emptyColumns,
  inSteps,
  insertKept,
  type ReferringColumn,
  selectDangling,
  selectMissing,
  selectSameKey,
  type UndoColumn,
  updateToKept,
} from './touched-store.js'
import type { TablePlan } from './undo-plan.js'
import { UndoProblems } from './undo-problems.js'
import { type Refusal, refuse, type UndoRun } from './undo-run.js'

/** By name, those first to which others refer. */
export type Plans = ReadonlyMap<string, TablePlan>

/** A value is taken by a row that may give it up later on. */
class ValueTaken extends Error {}

/**
 * Deletes, brings back and changes what the plans say. Where rows exchange values that may stand once only,
 * all of them give theirs up first.
 */
export async function writePlans(run: UndoRun, plans: Plans): Promise<void> {
  const { tx } = run.writer
  await remakeTextIndexes(run, plans)
  const attempt = async (isSecond: boolean): Promise<void> => {
    const refusals = new UndoProblems()
    await tx.savepoint(() => new PlanWriter(run, plans, refusals, isSecond).write())
    run.refusals.addAll(refusals)
  }
  try {
    await attempt(false).catch((error: unknown) => {
      if (!isTaken(error)) throw error
      return attempt(true)
    })
  } catch (error) {
    if (!(error instanceof StorageError) || !['foreign_key', 'unique'].includes(error.problem)) throw error
    throw new AppError('undo_refused', { ...message('undo_breaks_rule', {}), cause: error })
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof ValueTaken || (error instanceof StorageError && error.problem === 'unique')

/** From so many rows on it is quicker to make the text index of a table anew than to let it follow. */
const veryManyRows = 10_000

async function remakeTextIndexes({ writer: { tx } }: UndoRun, plans: Plans): Promise<void> {
  for (const { undoTable, table, deletes, inserts, updates } of plans.values()) {
    const updated = [...updates.values()].reduce((sum, { heads }) => sum + heads.size, 0)
    if (table && deletes.size + inserts.size + updated >= veryManyRows)
      await tx.remakeTextIndex(undoTable.name)
  }
}

const needs: Readonly<Record<string, { readonly column: string; readonly table: string }>> = {
  sys_file_links: { column: 'file_id', table: 'sys_files' },
  sys_refman_links: { column: 'lib_id', table: 'sys_refman_libs' },
  sys_queries: { column: 'user_id', table: 'sys_users' },
  sys_charts: { column: 'user_id', table: 'sys_users' },
  sys_assemblage_analyses: { column: 'user_id', table: 'sys_users' },
  sys_map_views: { column: 'user_id', table: 'sys_users' },
}

class PlanWriter {
  readonly #run: UndoRun
  readonly #plans: Plans
  readonly #refusals: UndoProblems
  /** All rows give up first what may stand once only. */
  readonly #isSecond: boolean
  readonly #order: readonly string[]

  constructor(run: UndoRun, plans: Plans, refusals: UndoProblems, isSecond: boolean) {
    this.#run = run
    this.#plans = plans
    this.#refusals = refusals
    this.#isSecond = isSecond
    this.#order = [...plans.keys()]
  }

  async write(): Promise<void> {
    const plans = [...this.#plans.values()]
    for (const plan of [...plans].reverse()) await this.#delete(plan)
    if (this.#isSecond) for (const plan of plans) await this.#emptyKeys(plan)
    const late: { plan: TablePlan; heads: ReadonlyMap<number, number>; columns: readonly UndoColumn[] }[] = []
    for (const plan of plans) {
      if (plan.inserts.size === 0) continue
      const columns = plan.undoTable.columns.filter((column) => this.#isLate(plan, column))
      late.push({ plan, columns, heads: await this.#insert(plan, columns) })
      if (plan.table && !plan.table.isPlugin) await keepCreations(this.#tx, plan.table.name)
    }
    for (const plan of plans) {
      for (const { columns, heads } of plan.updates.values()) await this.#update(plan, columns, heads)
    }
    for (const { plan, columns, heads } of late) {
      if (columns.length > 0) await this.#update(plan, columns, heads)
    }
  }

  get #tx() {
    return this.#run.writer.tx
  }

  get #dialect() {
    return this.#run.writer.scope.db.dialect
  }

  #refuse(plan: TablePlan, ids: readonly number[], refusal: Refusal): void {
    refuse(this.#run, this.#refusals, plan, ids, refusal)
  }

  async #delete({ undoTable, deletes }: TablePlan): Promise<void> {
    for (const some of inSteps(deletes)) {
      await deleteById(this.#tx, undoTable.name, some)
      this.#run.onRows(some.length)
    }
  }

  async #emptyKeys({ undoTable, updates }: TablePlan): Promise<void> {
    const keys = new Set(this.#uniqueKeys(undoTable.name).flat())
    for (const { columns, heads } of updates.values()) {
      const names = columns.map(({ name }) => name).filter((name) => keys.has(name))
      if (names.length === 0) continue
      for (const some of inSteps(heads.keys())) await emptyColumns(this.#tx, undoTable.name, names, some)
    }
  }

  #uniqueKeys(table: string): (readonly string[])[] {
    const { indexes } = this.#run.writer.scope.catalogue
    return indexes.filter((index) => index.isUnique && index.table === table).map(({ columns }) => columns)
  }

  /** @returns where the rows are kept that are there again, by id */
  async #insert(plan: TablePlan, late: readonly UndoColumn[]): Promise<Map<number, number>> {
    const columns = plan.undoTable.columns.filter((column) => !late.includes(column))
    const inserted = new Map<number, number>()
    for (const some of inSteps(plan.inserts)) {
      const heads = await this.#withoutDangling(plan, columns, new Map(some))
      const made = await insertKept(this.#tx, this.#dialect, plan.undoTable, columns, [...heads.values()])
      if (made < heads.size) {
        if (!this.#isSecond) throw new ValueTaken()
        const missing = await selectMissing(this.#tx, plan.undoTable.name, [...heads.keys()])
        this.#refuse(plan, missing, { field: 'id', code: 'no_dupl', why: 'undo_stated_again' })
        for (const id of missing) heads.delete(id)
      }
      for (const [id, head] of heads) inserted.set(id, head)
      this.#run.onRows(some.length)
    }
    return inserted
  }

  /** @param rows where the rows are kept, by id */
  async #update(
    plan: TablePlan,
    columns: readonly UndoColumn[],
    rows: ReadonlyMap<number, number>,
  ): Promise<void> {
    for (const some of inSteps(rows)) {
      const heads = [...(await this.#withoutDangling(plan, columns, new Map(some))).values()]
      const work = () => updateToKept(this.#tx, this.#dialect, plan.undoTable, columns, heads)
      if (heads.length > 0) await (this.#isSecond ? this.#nameTaken(plan, heads, work) : work())
      this.#run.onRows(some.length)
    }
  }

  /** A rule that a unique index holds is told with the rows that break it. */
  async #nameTaken(plan: TablePlan, heads: readonly number[], work: () => Promise<unknown>): Promise<void> {
    try {
      await this.#tx.savepoint(work)
    } catch (error) {
      if (!(error instanceof StorageError) || error.problem !== 'unique') throw error
      const before = this.#refusals.total
      for (const key of this.#uniqueKeys(plan.undoTable.name)) {
        const columns = plan.undoTable.columns.filter(({ name }) => key.includes(name))
        const taken = await selectSameKey(this.#tx, this.#dialect, plan.undoTable, columns, heads)
        this.#refuse(plan, taken, { field: key[0] ?? 'id', code: 'no_dupl', why: 'undo_value_taken' })
      }
      if (this.#refusals.total === before) throw error
    }
  }

  /** Rows that would refer to something that is not there are refused and left out. */
  async #withoutDangling(
    plan: TablePlan,
    columns: readonly UndoColumn[],
    rows: Map<number, number>,
  ): Promise<Map<number, number>> {
    const { undoTable } = plan
    const left = new Map(rows)
    for (const column of columns) {
      for (const target of this.#targets(plan, column)) {
        if (left.size === 0) return left
        const gone = await selectDangling(this.#tx, this.#dialect, undoTable, { column, target }, [
          ...rows.values(),
        ])
        this.#refuse(plan, gone, { field: column.name, code: 'reference', why: 'undo_refers_to_gone' })
        for (const id of gone) left.delete(id)
      }
    }
    return left
  }

  #targets({ undoTable, table }: TablePlan, { name }: UndoColumn): ReferringColumn['target'][] {
    const need = needs[undoTable.name]
    if (!table) return need?.column === name ? [{ table: need.table, column: 'id', isSameType: true }] : []
    const field = table.fields.get(name)
    if (!field) return []
    return referencesOf(this.#run.writer.scope.catalogue, table, field).map((target) => ({
      table: target.table.name,
      column: target.column,
      isSameType: target.table.fields.get(target.column)?.dbType === field.dbType,
    }))
  }

  /** Does it refer to rows that come back after it, or together with it? */
  #isLate({ undoTable, table }: TablePlan, { name }: UndoColumn): boolean {
    const field = table?.fields.get(name)
    if (!table || !field) return false
    const place = this.#order.indexOf(undoTable.name)
    return referencesOf(this.#run.writer.scope.catalogue, table, field).some((target) => {
      const comesBack = this.#plans.get(target.table.name)?.inserts.size ?? 0
      return comesBack > 0 && this.#order.indexOf(target.table.name) >= place
    })
  }
}
