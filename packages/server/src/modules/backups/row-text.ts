import { message } from '../../message.js'
import type { SqlValue } from '../../storage/sql.js'
import type { ColumnDefinition } from '../../storage/storage.js'
import { corrupt } from './backup-problem.js'

/**
 * Rows as lines of text, the same on both engines: a JSON list of the values in the order of the columns.
 * Integers beyond 2^53 are texts of digits, and what JSON has no number for is `"Infinity"`, `"-Infinity"` or
 * `"NaN"`.
 */
export const rowText = (row: readonly SqlValue[]): string => `${JSON.stringify(row, withoutJsonNumber)}\n`

const withoutJsonNumber = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value

const minInteger = -(2n ** 63n)
const maxInteger = 2n ** 63n - 1n
const unusual: ReadonlySet<unknown> = new Set(['Infinity', '-Infinity', 'NaN'])

type Column = Pick<ColumnDefinition, 'name' | 'type' | 'notNull'>

/** @throws BackupProblem when the line is no row of these columns */
export function readRow(line: string, columns: readonly Column[]): SqlValue[] {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch (error) {
    throw corrupt(message('backup_row_unreadable', {}), error)
  }
  if (!Array.isArray(row) || row.length !== columns.length)
    throw corrupt(message('backup_row_wrong_length', {}))
  return columns.map((column, place) => readValue(column, row[place]))
}

function readValue({ name, type, notNull }: Column, value: unknown): SqlValue {
  if (value === null && notNull !== true) return null
  switch (type) {
    case 'INTEGER':
      if (Number.isSafeInteger(value)) return value as number
      if (typeof value === 'string' && isInteger(value)) return value
      break
    case 'FLOAT':
      if (typeof value === 'number') return value
      if (unusual.has(value)) return Number(value)
      break
    default:
      if (typeof value === 'string' && !value.includes('\0')) return value
  }
  throw corrupt(message('backup_value_of_other_type', { name }))
}

function isInteger(text: string): boolean {
  if (!/^-?\d{1,19}$/.test(text)) return false
  const value = BigInt(text)
  return value >= minInteger && value <= maxInteger
}
