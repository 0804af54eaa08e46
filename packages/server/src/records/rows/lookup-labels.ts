import { type Field, fieldOf, type Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { columnSql } from '../../query/expression/compile-expression.js'
import { id, join, sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'
import { andVisible } from './row-access.js'
import { inBatches } from './row-batches.js'

/** The table whose records a lookup field names, if the caller may read it. */
export function lookupTarget({ catalogue, rights }: RequestScope, field: Field): Table | undefined {
  const target = field.idFromTable === undefined ? undefined : catalogue.tables.get(field.idFromTable)
  return target && rights.visibilityOf(target).readable ? target : undefined
}

/**
 * What records are called, by id: the value of one of their fields. Those that the caller may not read are
 * left out; he has been found to read the table.
 */
export async function selectLabels(
  reader: Reader,
  scope: RequestScope,
  target: Table,
  field: string,
  ids: Iterable<number>,
): Promise<Map<number, string | number | null>> {
  const label = columnSql(fieldOf(target, field), 't', scope.db.dialect)
  const labels = new Map<number, string | number | null>()
  for (const some of inBatches(ids)) {
    const rows = await reader.all<{ id: number; label: string | number | null }>(
      sql`SELECT t.id AS id, ${label} AS label FROM ${id(target.name)} t
        WHERE t.id IN (${join(some)})${andVisible(scope, target)}`,
    )
    for (const row of rows) labels.set(row.id, row.label)
  }
  return labels
}
