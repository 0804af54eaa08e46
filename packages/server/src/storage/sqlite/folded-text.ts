import { type Sql, sql } from '../sql.js'
import { isPlainColumn } from '../text-range.js'

/** SQLite's own `lower` knows ASCII alone, and is faster there than a function of ours. */
export function foldText(text: Sql): Sql {
  if (!isPlainColumn(text)) return sql`trowel_fold(${text})`
  return sql`CASE WHEN length(${text}) = octet_length(${text}) THEN lower(${text}) ELSE trowel_fold(${text}) END`
}
