import { keyword, type Sql, sql } from '../sql.js'
import type { ColumnType } from '../storage.js'

export interface Conversion {
  /** The value as the new type has it. */
  readonly value: Sql
  /** Is there a value that would be lost? `undefined` when none can be. */
  readonly fails: Sql | undefined
}

/** How the values of a column become another type. Empty text becomes NULL. */
export function conversion(column: Sql, from: ColumnType, to: ColumnType): Conversion {
  const isText = (type: ColumnType): boolean => type === 'TEXT' || type === 'TIMESTAMP'
  if (isText(from)) {
    if (to === 'TEXT') return { value: column, fails: undefined }
    const given = sql`nullif(trim(${column}, char(9, 10, 11, 12, 13, 32)), '')`
    const check = sql`${keyword(`trowel_to_${conversionNames[to]}`)}(${given})`
    return {
      value: to === 'TIMESTAMP' ? given : check,
      fails: sql`${given} IS NOT NULL AND ${check} IS NULL`,
    }
  }
  switch (to) {
    case 'TEXT':
      return { value: sql`trowel_to_text(${column})`, fails: undefined }
    case 'TIMESTAMP':
      return { value: sql`NULL`, fails: sql`${column} IS NOT NULL` }
    case 'FLOAT':
      return { value: sql`CAST(${column} AS REAL)`, fails: sql`CAST(${column} AS REAL) <> ${column}` }
    case 'INTEGER':
      return {
        value: sql`trowel_to_integer(${column})`,
        fails: sql`trowel_to_integer(${column}) IS NOT ${column}`,
      }
  }
}

const conversionNames = { INTEGER: 'integer', FLOAT: 'float', TIMESTAMP: 'date' } as const
