import { fieldOf, type Table, type TableRelation, tableOf } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { id, join, type Sql, sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'
import { andVisible } from '../rows/row-access.js'
import { inBatches } from '../rows/row-batches.js'

/** A column of some rows that refers to rows which go. */
export interface Reference {
  readonly table: Table
  readonly column: string
  readonly ids: ReadonlySet<number>
}

/** The ids of the rows that refer to any of these rows through a relation. */
export async function selectReferring(
  reader: Reader,
  { catalogue, db }: RequestScope,
  { fromTable, fromColumn, toTable, toColumn }: TableRelation,
  ids: readonly number[],
): Promise<number[]> {
  const fromType = fieldOf(tableOf(catalogue, fromTable), fromColumn).dbType
  const toType = fieldOf(tableOf(catalogue, toTable), toColumn).dbType
  // A relation between columns of different types is not enforced by the engine, and compared as people read
  // it.
  const comparable = (column: Sql, type: typeof fromType): Sql =>
    fromType === toType ? column : db.dialect.asText(column, type)
  const from = comparable(id('r', fromColumn), fromType)
  const to = comparable(id('t', toColumn), toType)
  const found: number[] = []
  for (const some of inBatches(ids)) {
    const targets =
      toColumn === 'id' && fromType === toType
        ? join(some)
        : sql`SELECT ${to} FROM ${id(toTable)} t WHERE t."id" IN (${join(some)})`
    const rows = await reader.all<{ id: number }>(
      sql`SELECT r."id" FROM ${id(fromTable)} r WHERE ${from} IN (${targets})`,
    )
    for (const row of rows) found.push(row.id)
  }
  return found
}

/** How many of the rows exist for the caller. */
export async function countVisible(
  reader: Reader,
  scope: RequestScope,
  table: Table,
  ids: ReadonlySet<number>,
): Promise<number> {
  let count = 0
  for (const some of inBatches(ids)) {
    const row = await reader.get<{ n: number }>(
      sql`SELECT count(*) AS "n" FROM ${id(table.name)} t WHERE t."id" IN (${join(some)})${andVisible(scope, table)}`,
    )
    count += row?.n ?? 0
  }
  return count
}
