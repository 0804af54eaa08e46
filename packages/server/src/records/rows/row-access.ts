import type { Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { compileCondition } from '../../query/compile.js'
import type { Condition } from '../../query/condition.js'
import { id, join, keyword, type Sql, sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'

/** What the caller may do with one record that he can see. */
export interface RowAccess {
  readonly id: number
  readonly creator: number | null
  /** May he change it, and what hangs from it? */
  readonly editable: boolean
  /** May he change it no matter who made it? */
  readonly editableByLevel: boolean
}

/**
 * The records of `ids` that exist for the caller, by id.
 *
 * @throws `not_enough_privilege` when he may read none of the table
 */
export async function readRowAccess(
  reader: Reader,
  scope: RequestScope,
  table: Table,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RowAccess>> {
  scope.rights.require('read', table)
  // No record has an id beyond these numbers, and an engine may not even compare with one.
  const possible = ids.filter(Number.isSafeInteger)
  if (possible.length === 0) return new Map()
  const { filter } = scope.rights.levelsOn(table)
  const inside = filter ? sql`CASE WHEN ${compile(scope, table, filter, 't')} THEN 1 ELSE 0 END` : sql`1`
  const owner = table.isPlugin ? sql`NULL` : sql`t."creator"`
  const rows = await reader.all<{ id: number; creator: number | null; inside: number }>(
    sql`SELECT t."id", ${owner} AS "creator", ${inside} AS "inside" FROM ${id(table.name)} t
      WHERE t."id" IN (${join(possible)})${andVisible(scope, table)}`,
  )
  return new Map(
    rows.map(({ id: rowId, creator, inside: met }) => {
      const insideFilter = met === 1
      const editable = scope.rights.mayEdit(table, { creator, insideFilter })
      const editableByLevel = scope.rights.mayEdit(table, { creator: null, insideFilter })
      return [rowId, { id: rowId, creator, editable, editableByLevel }]
    }),
  )
}

/**
 * ` AND …`: only rows of `table`, under the alias `t`, that the caller may see; nothing when he sees all of
 * them.
 */
export function andVisible(scope: RequestScope, table: Table, alias = 't'): Sql {
  const { restriction } = scope.rights.visibilityOf(table)
  return restriction ? sql` AND ${compile(scope, table, restriction, alias)}` : keyword('')
}

/** @throws `not_enough_privilege`; `record_not_found` also for a record that is hidden from the caller */
export async function requireReadable(
  reader: Reader,
  scope: RequestScope,
  table: Table,
  recordId: number,
): Promise<RowAccess> {
  const row = (await readRowAccess(reader, scope, table, [recordId])).get(recordId)
  if (!row) throw recordNotFound(table, recordId)
  return row
}

/** @throws `not_enough_privilege`, `record_not_found` */
export async function requireEditable(
  reader: Reader,
  scope: RequestScope,
  table: Table,
  recordId: number,
): Promise<RowAccess> {
  const row = await requireReadable(reader, scope, table, recordId)
  if (!row.editable) throw notEditable(scope, table)
  return row
}

/**
 * Why the caller may not change a record that he sees.
 *
 * @throws `not_enough_privilege` in the words for the whole table, where he may change none of its records
 */
export function notEditable(scope: RequestScope, table: Table): AppError {
  scope.rights.require('edit', table)
  return new AppError('not_enough_privilege')
}

export const recordNotFound = (table: Table, recordId: number): AppError =>
  new AppError('record_not_found', {
    ...message('table_has_no_record', { table: table.label, records: recordId }),
    detail: { tb: table.name, id: recordId },
  })

const compile = (scope: RequestScope, table: Table, condition: Condition, alias: string): Sql =>
  compileCondition(condition, alias, { dialect: scope.db.dialect, table })
