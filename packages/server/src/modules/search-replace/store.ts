import { type Sql, sql } from '../../storage/sql.js'
import type { Dialect } from '../../storage/storage.js'
import type { ColumnChange } from '../records/column-change.js'

/** Values that contain `search` get `replace` in all its places, and NULL when nothing is left. */
export const replacement = (
  dialect: Dialect,
  search: string,
  replace: string,
): Pick<ColumnChange, 'applies' | 'becomes'> => ({
  applies: (column: Sql) => dialect.contains(column, search),
  becomes: (column: Sql) => sql`nullif(replace(${column}, ${search}, ${replace}), '')`,
})
