import type { Table } from '../../../catalogue/catalogue.js'
import type { RequestScope } from '../../../http/scope.js'
import { compileCondition } from '../../../query/compile.js'
import type { Condition } from '../../../query/condition.js'
import { labelColumn, recordLabel } from '../../../records/rows/record-label.js'
import { id, keyword, sql } from '../../../storage/sql.js'

/** A record by its id, and what people call it. */
export interface NamedRecord {
  readonly id: number
  readonly label: string
}

/** The records that meet a condition: by their names, those without one last, or the newest first. */
export async function selectNamed(
  { db }: RequestScope,
  table: Table,
  condition: Condition,
  order: 'name' | 'newest',
  limit: number | undefined,
): Promise<NamedRecord[]> {
  const { dialect } = db
  const met = compileCondition(condition, 't', { dialect, table })
  const where = dialect.interruptible ? sql`${met} AND ${dialect.interruptible}` : met
  const label = labelColumn(table, 't')
  const end = limit === undefined ? keyword('') : sql` LIMIT ${limit}`
  const by = order === 'name' ? sql`${label} ASC NULLS LAST, t."id"` : sql`t."id" DESC`
  const rows = await db.scan.all<{ id: number; label: string | number | null }>(
    sql`SELECT t."id", ${label} AS "label" FROM ${id(table.name)} t WHERE ${where} ORDER BY ${by}${end}`,
  )
  return rows.map((row) => ({ id: row.id, label: recordLabel(row.label, row.id) }))
}
