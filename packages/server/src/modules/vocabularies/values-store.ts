import type { RequestScope } from '../../http/scope.js'
import { andVisible } from '../../records/rows/row-access.js'
import { and, id, type SqlValue, sql } from '../../storage/sql.js'
import type { VocabularyField } from './vocabulary-fields.js'

/**
 * The different values of a field, in batches, each with the number of rows that have it, of those that the
 * caller may see.
 */
export function streamValues(
  scope: RequestScope,
  { table, field }: VocabularyField,
): AsyncIterable<SqlValue[][]> {
  const { interruptible } = scope.db.dialect
  const column = id('t', field.name)
  const conditions = [sql`${column} IS NOT NULL`, ...(interruptible ? [interruptible] : [])]
  return scope.db.stream(
    sql`SELECT ${column} AS "value", count(*) AS "n" FROM ${id(table.name)} t
      WHERE ${and(conditions)}${andVisible(scope, table)} GROUP BY ${column}`,
    [
      { name: 'value', kind: 'text' },
      { name: 'n', kind: 'number' },
    ],
  )
}
