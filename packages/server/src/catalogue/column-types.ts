import type { ColumnType } from '../storage/storage.js'

/** The types of columns in the order in which they are offered. */
export const columnTypes: readonly ColumnType[] = ['TEXT', 'INTEGER', 'TIMESTAMP', 'FLOAT']

const aliases: Readonly<Record<string, ColumnType>> = {
  TEXT: 'TEXT',
  VARCHAR: 'TEXT',
  CHAR: 'TEXT',
  INTEGER: 'INTEGER',
  INT: 'INTEGER',
  BIGINT: 'INTEGER',
  SMALLINT: 'INTEGER',
  BOOLEAN: 'INTEGER',
  FLOAT: 'FLOAT',
  REAL: 'FLOAT',
  DOUBLE: 'FLOAT',
  DECIMAL: 'FLOAT',
  NUMERIC: 'FLOAT',
  TIMESTAMP: 'TIMESTAMP',
  DATE: 'TIMESTAMP',
  DATETIME: 'TIMESTAMP',
}

/** The type that a spelling such as `varchar(20)` or `int` means; `undefined` when it means none. */
export function columnTypeOf(spelling: string): ColumnType | undefined {
  const word = /^\s*([a-z]+)\s*(\(\s*\d+\s*(,\s*\d+\s*)?\))?\s*$/i.exec(spelling)?.[1]?.toUpperCase()
  return word !== undefined && Object.hasOwn(aliases, word) ? aliases[word] : undefined
}

/** What a field can be to people, in the order in which it is offered, with the column it gets when nothing is said. */
export const fieldTypes: Readonly<Record<string, ColumnType>> = {
  text: 'TEXT',
  date: 'TEXT',
  long_text: 'TEXT',
  md: 'TEXT',
  select: 'TEXT',
  combo_select: 'TEXT',
  multi_select: 'TEXT',
  boolean: 'INTEGER',
  slider: 'INTEGER',
}

export const selectTypes: ReadonlySet<string> = new Set(['select', 'combo_select', 'multi_select'])
