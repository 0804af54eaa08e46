import type { Field, Table } from '../../catalogue/catalogue.js'
import { compileCondition } from '../../query/compile.js'
import type { Condition } from '../../query/condition.js'
import { columnSql } from '../../query/expression/compile-expression.js'
import { id, keyword, type Sql, sql } from '../../storage/sql.js'
import type { Database } from '../../storage/storage.js'

/**
 * A query of the distinct values that a field has in the rows that meet `condition`, in the order of the
 * column.
 */
export function valuesQuery(
  db: Database,
  table: Table,
  field: Field,
  condition: Condition,
  limit: number | undefined,
): Sql {
  const { dialect } = db
  const met = compileCondition(condition, 't', { dialect, table })
  const where = dialect.interruptible ? sql`${met} AND ${dialect.interruptible}` : met
  const end = limit === undefined ? keyword('') : sql` LIMIT ${limit}`
  return sql`SELECT DISTINCT ${columnSql(field, 't', dialect)} AS "value" FROM ${id(table.name)} t
    WHERE ${where} ORDER BY "value"${end}`
}

export async function selectValues(db: Database, query: Sql): Promise<(string | number)[]> {
  const rows = await db.scan.all<{ value: string | number }>(query)
  return rows.map((row) => row.value)
}
