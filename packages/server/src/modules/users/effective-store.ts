import type { Table } from '../../catalogue/catalogue.js'
import { compileCondition } from '../../query/compile.js'
import type { Condition, TableVisibility } from '../../query/condition.js'
import { labelColumn, recordLabel } from '../../records/rows/record-label.js'
import { id, keyword, type Sql, sql } from '../../storage/sql.js'
import type { Database, Dialect } from '../../storage/storage.js'

/** Which records a user may change: all, those that he made, or none. */
export type Editable = 'all' | 'own' | 'none'

/** What a person's rights on a table come to, row by row. */
export interface RowRights {
  readonly userId: number
  readonly visibility: TableVisibility
  /** Rows that meet it are inside. */
  readonly filter: Condition | undefined
  readonly inside: Editable
  readonly outside: Editable
}

export interface Shares {
  readonly total: number
  readonly visible: number
  readonly editable: number
}

/** How many records of the table there are, exist for the person, and can be changed by him. */
export async function countShares(db: Database, table: Table, rights: RowRights): Promise<Shares> {
  const row = await db.scan.get<Shares>(sql`
    SELECT count(*) AS "total", COALESCE(sum(r."visible"), 0) AS "visible",
      COALESCE(sum(r."visible" * r."editable"), 0) AS "editable"
    FROM (SELECT ${flags(db.dialect, table, rights)} FROM ${id(table.name)} t${interruptible(db.dialect)}) r`)
  return row ?? { total: 0, visible: 0, editable: 0 }
}

export interface PreviewRow {
  readonly id: number
  readonly label: string
  readonly editable: boolean
}

/** The first records that exist for the person, by their names. */
export async function selectFirstRows(
  db: Database,
  table: Table,
  rights: RowRights,
  limit: number,
): Promise<PreviewRow[]> {
  const rows = await db.scan.all<{ id: number; label: string | number | null; editable: number }>(sql`
    SELECT r."id", r."label", r."editable"
    FROM (SELECT t."id", ${labelColumn(table, 't')} AS "label", ${flags(db.dialect, table, rights)}
      FROM ${id(table.name)} t${interruptible(db.dialect)}) r
    WHERE r."visible" = 1 ORDER BY r."label" ASC NULLS LAST, r."id" LIMIT ${limit}`)
  return rows.map((row) => ({
    id: row.id,
    label: recordLabel(row.label, row.id),
    editable: row.editable === 1,
  }))
}

/** `visible` and `editable` of each row of the table, under the alias `t`, as 1 or 0. */
function flags(dialect: Dialect, table: Table, rights: RowRights): Sql {
  const compile = (condition: Condition): Sql => compileCondition(condition, 't', { dialect, table })
  const { visibility, filter, userId } = rights
  const { readable, restriction } = visibility
  const visible = !readable
    ? keyword('0')
    : restriction
      ? sql`CASE WHEN ${compile(restriction)} THEN 1 ELSE 0 END`
      : keyword('1')
  const inside = editable(rights.inside, userId)
  const each = filter
    ? sql`CASE WHEN ${compile(filter)} THEN ${inside} ELSE ${editable(rights.outside, userId)} END`
    : inside
  return sql`${visible} AS "visible", ${each} AS "editable"`
}

function editable(which: Editable, userId: number): Sql {
  if (which === 'own') return sql`CASE WHEN t."creator" = ${userId} THEN 1 ELSE 0 END`
  return keyword(which === 'all' ? '1' : '0')
}

const interruptible = ({ interruptible: limit }: Dialect): Sql => (limit ? sql` WHERE ${limit}` : keyword(''))
