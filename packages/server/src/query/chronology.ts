import type { Table } from '../catalogue/catalogue.js'
import { id, type Sql } from '../storage/sql.js'
import type { ColumnType, Dialect } from '../storage/storage.js'

type YearColumn = 'chrono_from' | 'chrono_to'

/**
 * The first or the last year of a dating as a number. Registers of before keep them in columns of texts: a
 * text that is no year is NULL.
 *
 * @param otherwise the type of the column of rows that stand in no table
 */
export function yearSql(
  table: Table | undefined,
  name: YearColumn,
  alias: string,
  dialect: Dialect,
  otherwise: ColumnType = 'INTEGER',
): Sql {
  const type = table?.fields.get(name)?.dbType ?? otherwise
  return type === 'INTEGER' ? id(alias, name) : dialect.cast(id(alias, name), 'integer')
}

const certain = 1
const probable = 2
const uncertain = 3

/** How sure a date is, in the words of older records. */
const words: ReadonlyMap<string, number> = new Map([
  ['certa', certain],
  ['certain', certain],
  ['probabile', probable],
  ['probable', probable],
  ['incerta', uncertain],
  ['uncertain', uncertain],
  ['possibile', uncertain],
  ['possible', uncertain],
])

/**
 * 1 certain, 2 probable, 3 uncertain: a stored number as it is, a word as its number, anything else as
 * certain.
 */
export function certaintyOf(stored: string | number | null | undefined): number {
  if (typeof stored === 'number') return Math.trunc(stored)
  const text = (stored ?? '').trim().toLowerCase()
  return /^\d{1,9}$/.test(text) ? Number(text) : (words.get(text) ?? certain)
}
