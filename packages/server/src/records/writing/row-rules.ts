import type { Catalogue, Field, Table } from '../../catalogue/catalogue.js'
import { alreadyUsed, checkValues, isUnique, report, type SentValue } from '../../catalogue/field-rules.js'
import { Unusable } from '../../catalogue/field-types/field-type.js'
import { indexName } from '../../catalogue/physical-names.js'
import { hasBrokenPattern } from '../../catalogue/value-rules.js'
import type { FieldProblem } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { keyword } from '../../storage/sql.js'
import type { Reader, StorageError } from '../../storage/storage.js'
import type { RawRow } from '../rows/store.js'
import { ColumnValues } from './column-values.js'
import { ReferencedValues, referencesOf } from './referenced-values.js'

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

async function brokenReferences(
  reader: Reader,
  scope: RequestScope,
  field: Field,
  cells: readonly Cell[],
): Promise<FieldProblem[]> {
  const table = cells[0]?.row.table
  if (!table) return []
  for (const target of referencesOf(scope.catalogue, table, field)) {
    const values = new ReferencedValues(scope, table, field, target)
    await values.prepare(
      reader,
      cells.map(({ value }) => value),
    )
    const broken = cells.filter(({ value }) => !values.has(value))
    if (broken.length > 0) return broken.map(({ row }) => report(row, field, values.problem))
  }
  return []
}

/** Values that another row has, in the database or among the rows of the same save. */
async function repeatedValues(
  reader: Reader,
  field: Field,
  ofTable: readonly PlannedRow[],
  cells: readonly Cell[],
  removed: ReadonlySet<number> = new Set(),
): Promise<FieldProblem[]> {
  const table = cells[0]?.row.table
  if (!table) return []
  const owners = new ColumnValues(table, field.name, true, false, keyword(''))
  await owners.prepare(
    reader,
    cells.map(({ value }) => value),
  )
  const rewritten = ofTable.filter((row) => row.values.has(field.name)).flatMap(({ id }) => id ?? [])
  owners.release(new Set([...removed, ...rewritten]))
  return cells.flatMap(({ row, value }) => {
    if (owners.isTaken(value)) return [report(row, field, alreadyUsed)]
    owners.add(value, { id: row.id })
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
 * What a unique index refused, in the words of the field rules: another caller wrote the same value at the
 * same moment, or the index asks for more than the fields do. Empty when the refusal cannot be traced to
 * fields.
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
