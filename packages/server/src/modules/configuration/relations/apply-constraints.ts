import { kindOfIndex, type TableIndex } from '../../../catalogue/catalogue.js'
import { indexName } from '../../../catalogue/physical-names.js'
import type { RequestScope } from '../../../http/scope.js'
import { changeConfiguration } from '../change.js'
import { countRepeated } from '../store.js'
import { dropForeignKey, type Enforcement, enforce, isEnforced } from './relations.js'

/** What could not be made, and why: `orphans_found:3`. Of an index, `column` is its name. */
export interface SkippedConstraint {
  readonly table: string
  readonly column: string
  readonly reason: string
  /** Ids of the first rows that stand in the way. */
  readonly orphanIds: readonly number[]
}

/**
 * Has the engine enforce every relation and make every index that the configuration wants and the database
 * lacks.
 * @returns how many are there now, and what is not
 */
export function applyConstraints(
  scope: RequestScope,
): Promise<{ applied: number; skipped: SkippedConstraint[] }> {
  return changeConfiguration(scope, { event: 'constraints_applied' }, async (change) => {
    const { catalogue, tx, rows, note } = change
    const skipped: SkippedConstraint[] = []
    const tables = await tx.schema.inspect()
    for (const index of catalogue.indexes) {
      const table = tables.get(index.table)
      const name = indexName(index.table, index.name)
      if (table?.indexes.includes(name)) continue
      const columns = new Set(table?.columns.map((column) => column.name))
      const reason = index.columns.every((column) => columns.has(column))
        ? await repetitionIn(index, (columns) => countRepeated(tx, index.table, columns))
        : 'column_missing'
      if (reason) skipped.push({ table: index.table, column: index.name, reason, orphanIds: [] })
      else await tx.schema.createIndex(name, index.table, index.columns, kindOfIndex(index))
    }
    for (const relation of catalogue.relations) {
      const { fromTable: table, fromColumn: column } = relation
      if (isEnforced(relation, tables.get(table))) continue
      await dropForeignKey(tx, table, column)
      const enforcement = await enforce(rows, catalogue, relation)
      const reason = reasonOf(enforcement)
      if (reason) skipped.push({ table, column, reason, orphanIds: enforcement.orphanIds })
    }
    const applied = catalogue.indexes.length + catalogue.relations.length - skipped.length
    note({ applied, skipped: skipped.length })
    return { applied, skipped }
  })
}

async function repetitionIn(
  { isUnique, columns }: TableIndex,
  count: (columns: readonly string[]) => Promise<number>,
): Promise<string | undefined> {
  const groups = isUnique ? await count(columns) : 0
  return groups > 0 ? `duplicates_found:${groups}` : undefined
}

const reasonOf = ({ reason, orphans }: Enforcement): string | undefined =>
  reason === 'orphans_found' ? `orphans_found:${orphans}` : reason
