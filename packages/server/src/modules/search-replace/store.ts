import type { ColumnChange } from '../../records/writing/column-change.js'
import { and, id, type Sql, sql } from '../../storage/sql.js'
import type { Dialect, Reader } from '../../storage/storage.js'

/** Values that contain `search` get `replace` in all its places, and NULL when nothing is left. */
export const replacement = (
  dialect: Dialect,
  search: string,
  replace: string,
): Pick<ColumnChange, 'applies' | 'becomes'> => ({
  applies: (column: Sql) => dialect.contains(column, search),
  becomes: (column: Sql) => sql`nullif(replace(${column}, ${search}, ${replace}), '')`,
})

/** The first values that a change applies to, each with what would become of it. */
export const selectExamples = (
  reader: Reader,
  { interruptible }: Dialect,
  { table, field, applies, becomes }: ColumnChange,
  limit: number,
): Promise<{ before: string; after: string | null }[]> => {
  const column = id('t', field.name)
  const wanted = applies(column)
  return reader.all(sql`SELECT ${column} AS "before", ${becomes(column)} AS "after" FROM ${id(table.name)} t
    WHERE ${interruptible ? and([wanted, interruptible]) : wanted} ORDER BY t."id" LIMIT ${limit}`)
}
