import type { ColumnType } from '../storage/storage.js'

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
  const word = /^([a-z]+)\s*(?:\(\s*\d+\s*(?:,\s*\d+\s*)?\))?$/i.exec(spelling.trim())?.[1]?.toUpperCase()
  return word !== undefined && Object.hasOwn(aliases, word) ? aliases[word] : undefined
}
