import type { Catalogue, Table } from '../../catalogue/catalogue.js'
import { isDating, rangeColumns } from '../radiocarbon/service.js'
import { cell, type TouchedRow, type UndoColumn, type UndoTable } from './touched-store.js'

/** What becomes of values and rows that later sets changed again. */
export type ConflictChoice = 'refuse' | 'keep' | 'overwrite'

/** Rows that get the same columns back. */
export interface Restored {
  readonly columns: readonly UndoColumn[]
  /** By id, where its state before is kept. */
  readonly heads: Map<number, number>
}

/** What the undo of a set does to the rows of one table. */
export interface TablePlan {
  readonly undoTable: UndoTable
  /** `undefined` for a table of the service. */
  readonly table: Table | undefined
  /** Rows that the set changed and that are there. */
  readonly there: readonly number[]
  /** Rows that the set made and that are there; those that stay after all leave `deletes` alone. */
  readonly created: ReadonlySet<number>
  readonly deletes: Set<number>
  /** By id, where the row is kept. */
  readonly inserts: Map<number, number>
  readonly updates: ReadonlyMap<string, Restored>
  /** Rows whose radiocarbon dates are calibrated again after the undo. */
  readonly recalculated: readonly number[]
  /** By column: rows whose value a later set changed again, with where their state is kept. */
  readonly conflicts: ReadonlyMap<UndoColumn, ReadonlyMap<number, number>>
  /** By column: rows whose value the column cannot hold any more. */
  readonly unfit: ReadonlyMap<UndoColumn, readonly number[]>
  /** Changed rows that a later set deleted, although they are to be restored all the same. */
  readonly gone: readonly number[]
  /** Rows that the set changed and that are not there, by id, where each is kept as it was. */
  readonly absent: ReadonlyMap<number, number>
  /** Rows of which no state before is kept. */
  readonly forgotten: readonly number[]
}

export function planTable(
  undoTable: UndoTable,
  table: Table | undefined,
  rows: readonly TouchedRow[],
  choice: ConflictChoice,
): TablePlan {
  const { columns } = undoTable
  const updates = new Map<string, Restored>()
  const conflicts = new Map<UndoColumn, Map<number, number>>()
  const unfit = new Map<UndoColumn, number[]>()
  const [deletes, inserts] = [new Set<number>(), new Map<number, number>()]
  const [recalculated, gone, forgotten]: [number[], number[], number[]] = [[], [], []]
  const restore = (row: TouchedRow): void => {
    const isBack = (place: number): boolean =>
      row.cells[place] === cell.restore || (row.cells[place] === cell.conflict && choice === 'overwrite')
    const restored = columns.filter((column, place) => isBack(place) && !isPassedOver(row, column, place))
    const changed = columns.filter((_, place) => row.cells[place] !== cell.same)
    if (table && losesRanges(table, changed, restored)) recalculated.push(row.id)
    if (restored.length === 0) return
    const key = restored.map(({ name }) => name).join(',')
    const known = updates.get(key) ?? { columns: restored, heads: new Map() }
    updates.set(key, known)
    known.heads.set(row.id, row.head)
  }
  for (const row of rows) {
    if (!row.kept) {
      forgotten.push(row.id)
      continue
    }
    let [isConflict, isUnfit] = [false, false]
    columns.forEach((column, place) => {
      const found = row.cells[place]
      if (found === cell.unfit) {
        const known = unfit.get(column) ?? []
        unfit.set(column, known)
        known.push(row.id)
        isUnfit = true
      }
      if (found !== cell.conflict || isPassedOver(row, column, place)) return
      isConflict = true
      const known = conflicts.get(column) ?? new Map<number, number>()
      conflicts.set(column, known)
      known.set(row.id, row.head)
    })
    if (row.operation === 'created') {
      if (row.there && (!isConflict || choice === 'overwrite')) deletes.add(row.id)
    } else if (row.operation === 'deleted' && !row.there) {
      if (!isUnfit) inserts.set(row.id, row.head)
    } else if (!row.there) {
      if (isConflict && choice === 'overwrite') gone.push(row.id)
    } else {
      restore(row)
    }
  }
  const there = rows.filter((row) => row.there)
  const created = new Set(there.filter(({ operation }) => operation === 'created').map(({ id }) => id))
  const touched = there.map(({ id }) => id)
  const absent = new Map(rows.filter((row) => !row.there).map(({ id, head }) => [id, head]))
  return {
    undoTable,
    table,
    there: touched,
    created,
    deletes,
    inserts,
    updates,
    recalculated,
    conflicts,
    unfit,
    gone,
    absent,
    forgotten,
  }
}

/** What the service wrote again by itself is no conflict. */
const isPassedOver = ({ cells, there }: TouchedRow, { isDerived }: UndoColumn, place: number): boolean =>
  there && isDerived && cells[place] === cell.conflict

/** Would calibrated ranges stand beside measured values from which they do not follow? */
function losesRanges(table: Table, changed: readonly UndoColumn[], restored: readonly UndoColumn[]): boolean {
  if (!changed.some(({ name }) => isDating(table, name))) return false
  const names = new Set(restored.map(({ name }) => name))
  const stays = ({ name }: UndoColumn): boolean => isDating(table, name) && !names.has(name)
  return changed.some(stays) || rangeColumns(table).some((name) => !names.has(name))
}

/** Tables by name, those first to which others refer; as far as they do not refer to each other. */
export function parentsFirst(catalogue: Catalogue, names: readonly string[]): string[] {
  const wanted = new Set(names)
  const ordered = new Set<string>()
  const visiting = new Set<string>()
  const visit = (name: string): void => {
    if (ordered.has(name) || visiting.has(name)) return
    visiting.add(name)
    for (const { fromTable, toTable } of catalogue.relations) if (fromTable === name) visit(toTable)
    // Links of files need the files.
    if (name === 'sys_file_links') visit('sys_files')
    ordered.add(name)
  }
  // What hangs from records comes after all of them.
  for (const name of names) if (catalogue.tables.has(name)) visit(name)
  for (const name of names) visit(name)
  return [...ordered].filter((name) => wanted.has(name))
}
