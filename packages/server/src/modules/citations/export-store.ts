import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { compileCondition } from '../../query/compile.js'
import type { Condition } from '../../query/condition.js'
import { and, id, type SqlValue, sql } from '../../storage/sql.js'
import type { JsonColumn } from '../../storage/storage.js'

/** A work that is cited, as the columns of `streamWorks` give it. */
export interface WorkRow {
  readonly libType: string
  readonly refmanId: string
  readonly refmanKey: string
  readonly authorYear: string | null
  readonly fullCitation: string | null
  /** JSON. */
  readonly csl: string | null
}

const columns: readonly JsonColumn[] = [
  'libType',
  'refmanId',
  'refmanKey',
  'authorYear',
  'fullCitation',
  'csl',
].map((name) => ({ name, kind: 'text' }))

/** Every work that records of the table cite which meet the condition, each once; by author and year. */
export function streamWorks(
  { db }: RequestScope,
  table: Table,
  condition: Condition,
): AsyncIterable<SqlValue[][]> {
  const { dialect } = db
  const where = compileCondition(condition, 't', { dialect, table })
  const matching = dialect.interruptible ? and([where, dialect.interruptible]) : where
  // Out of the citations of a work, one that has all of it.
  return db.stream(
    sql`SELECT b."type" AS "libType", b."refman_id" AS "refmanId", k."refman_key" AS "refmanKey",
      k."author_year" AS "authorYear", k."full_citation" AS "fullCitation", k."csl"
    FROM (
      SELECT COALESCE(MIN(CASE WHEN c."csl" IS NOT NULL THEN c."id" END), MIN(c."id")) AS "id"
      FROM "sys_refman_links" c JOIN ${id(table.name)} t ON t."id" = c."record_id"
      WHERE c."tb" = ${table.name} AND ${matching}
      GROUP BY c."lib_id", c."refman_key"
    ) w
    JOIN "sys_refman_links" k ON k."id" = w."id"
    JOIN "sys_refman_libs" b ON b."id" = k."lib_id"
    ORDER BY k."author_year", k."refman_key", k."id"`,
    columns,
  )
}

export function workRow(row: readonly SqlValue[]): WorkRow {
  const [libType, refmanId, refmanKey, authorYear, fullCitation, csl] = row.map((value) =>
    value === null ? null : String(value),
  )
  return {
    libType: libType ?? '',
    refmanId: refmanId ?? '',
    refmanKey: refmanKey ?? '',
    authorYear: authorYear ?? null,
    fullCitation: fullCitation ?? null,
    csl: csl ?? null,
  }
}
