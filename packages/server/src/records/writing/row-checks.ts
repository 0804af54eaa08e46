import { type Catalogue, type Field, fieldOf, type Table } from '../../catalogue/catalogue.js'
import { sameIn } from '../../catalogue/column-values.js'
import {
  alreadyUsed,
  checkValues,
  isUnique,
  noSuchRecord,
  report,
  type SentValue,
} from '../../catalogue/field-rules.js'
import { Unusable } from '../../catalogue/field-types/field-type.js'
import { indexName } from '../../catalogue/physical-names.js'
import { hasBrokenPattern } from '../../catalogue/value-rules.js'
import type { FieldProblem } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Reader, StorageError } from '../../storage/storage.js'
import { andVisible } from '../rows/row-access.js'
import type { RawRow } from '../rows/store.js'
import { selectExisting, selectHolders } from '../rows/store.js'

/** A row about to be written: a record (`row` is null) or one of its plugin rows. */
export interface PlannedRow {
  readonly table: Table
  readonly row: number | null
  /** The record meant, where one save changes several. */
  readonly record?: number
  /** `undefined` for a row that is to be made. */
  readonly id: number | undefined
  /** What is to be written: on a change only what differs from `before`. */
  readonly values: ReadonlyMap<string, SentValue>
  readonly before: RawRow | undefined
}

/** Rows that a save removes, so that their values become free. */
export type Removed = ReadonlyMap<string, ReadonlySet<number>>

/** Everything that is wrong with the rows of one save, those first that need no look into the database. */
export async function findProblems(
  reader: Reader,
  scope: RequestScope,
  rows: readonly PlannedRow[],
  removed: Removed,
): Promise<FieldProblem[]> {
  warnOfBrokenPatterns(scope, rows)
  const problems = rows.flatMap(checkValues)
  const tables = new Set(rows.map((row) => row.table))
  for (const table of tables) {
    const ofTable = rows.filter((row) => row.table === table)
    for (const field of table.fields.values()) {
      const cells = ofTable.flatMap((row) => {
        const value = row.values.get(field.name)
        return value === undefined || value === null || value instanceof Unusable ? [] : [{ row, value }]
      })
      if (cells.length === 0) continue
      problems.push(...(await brokenReferences(reader, scope, field, cells)))
      if (isUnique(field)) {
        problems.push(...(await repeatedValues(reader, field, ofTable, cells, removed.get(table.name))))
      }
    }
  }
  return problems
}

interface Cell {
  readonly row: PlannedRow
  readonly value: string | number
}

/** The columns whose values a field must repeat: the ids of a lookup, and the target of a relation. */
export function referencesOf(
  catalogue: Catalogue,
  table: Table,
  field: Field,
): { table: Table; column: string }[] {
  const targets = new Map<string, { table: Table; column: string }>()
  const add = (name: string, column: string): void => {
    const target = catalogue.tables.get(name)
    if (target?.fields.has(column)) targets.set(`${name}.${column}`, { table: target, column })
  }
  if (field.idFromTable !== undefined) add(field.idFromTable, 'id')
  for (const relation of catalogue.relations) {
    if (relation.fromTable === table.name && relation.fromColumn === field.name) {
      add(relation.toTable, relation.toColumn)
    }
  }
  return [...targets.values()]
}

async function brokenReferences(
  reader: Reader,
  scope: RequestScope,
  field: Field,
  cells: readonly Cell[],
): Promise<FieldProblem[]> {
  const table = cells[0]?.row.table
  if (!table) return []
  for (const target of referencesOf(scope.catalogue, table, field)) {
    // A record that the caller may not read does not exist for him, here as everywhere.
    const isReadable = scope.rights.visibilityOf(target.table).readable
    const { dbType } = fieldOf(target.table, target.column)
    const wanted = cells.map(({ value }) => (dbType === field.dbType ? value : sameIn(dbType, value)))
    const sought = wanted.filter((value) => value !== undefined)
    const known =
      isReadable && sought.length > 0
        ? await selectExisting(reader, target.table, target.column, sought, andVisible(scope, target.table))
        : new Set()
    const broken = cells.filter((_, place) => {
      const value = wanted[place]
      return value === undefined || !known.has(value)
    })
    if (broken.length > 0) {
      return broken.map(({ row }) =>
        report(row, field, noSuchRecord(isReadable ? target.table.label : undefined)),
      )
    }
  }
  return []
}

/** Values that another row has, in the database or among the rows of the same save. */
async function repeatedValues(
  reader: Reader,
  field: Field,
  ofTable: readonly PlannedRow[],
  cells: readonly Cell[],
  removed: ReadonlySet<number> | undefined,
): Promise<FieldProblem[]> {
  const table = cells[0]?.row.table
  if (!table) return []
  const rewritten = new Set(ofTable.filter((row) => row.values.has(field.name)).map((row) => row.id))
  const holders = await selectHolders(
    reader,
    table,
    field.name,
    cells.map((cell) => cell.value),
  )
  const taken = new Set(
    holders
      .filter((holder) => !removed?.has(holder.id) && !rewritten.has(holder.id))
      .map((holder) => holder.value),
  )
  return cells.flatMap(({ row, value }) => {
    if (taken.has(value)) return [report(row, field, alreadyUsed)]
    taken.add(value)
    return []
  })
}

function warnOfBrokenPatterns(scope: RequestScope, rows: readonly PlannedRow[]): void {
  const looked = new Set<Field>()
  for (const { table, values } of rows) {
    for (const name of values.keys()) {
      const field = table.fields.get(name)
      if (!field || looked.has(field)) continue
      looked.add(field)
      if (hasBrokenPattern(field)) {
        scope.log.warn(
          { table: table.name, field: name },
          'the pattern of the field is no regular expression; skipped',
        )
      }
    }
  }
}

/**
 * What a unique index refused, in the words of the field rules: somebody wrote the same value at the same
 * moment, or the index asks for more than the fields do. Empty when the refusal cannot be traced to fields.
 */
export function problemsOfConflict(
  catalogue: Catalogue,
  tables: readonly Table[],
  error: StorageError,
): FieldProblem[] {
  const { constraint } = error
  if (constraint === undefined) return []
  for (const table of tables) {
    const index = catalogue.indexes.find(
      (one) => one.table === table.name && indexName(table.name, one.name) === constraint,
    )
    const columns =
      index?.columns ??
      constraint
        .split(',')
        .map((part) => part.trim().split('.'))
        .flatMap(([name, column]) => (name === table.name && column !== undefined ? [column] : []))
    const fields = columns.flatMap((column) => table.fields.get(column) ?? [])
    if (fields.length > 0) return fields.map((field) => report({ table, row: null }, field, alreadyUsed))
  }
  return []
}
