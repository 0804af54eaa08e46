import type { Field, Table } from '../catalogue/catalogue.js'
import { canonicalTimestamp } from '../catalogue/timestamp.js'

export type Row = Readonly<Record<string, string | number | null>>
export type Rows = Readonly<Record<string, readonly Row[]>>
export type Filter = Readonly<Record<string, unknown>>

/**
 * The rows of `table` that a filter means, told without any database: what the tests hold both engines
 * against.
 */
export function select(
  filter: Filter,
  table: Table,
  tables: ReadonlyMap<string, Table>,
  rows: Rows,
): number[] {
  const of = (name: string): readonly Row[] => rows[name] ?? []

  const meets = (wanted: Filter, at: Table, row: Row): boolean =>
    Object.entries(wanted).every(([key, value]) => {
      if (key === '_and') return (value as Filter[]).every((part) => meets(part, at, row))
      if (key === '_or') {
        const parts = value as Filter[]
        return parts.length === 0 || parts.some((part) => meets(part, at, row))
      }
      const inner = value as Filter
      const field = at.fields.get(key)
      const isComparison = Object.keys(inner).every((name) => /^_(?!and$|or$)/.test(name))
      if (field && isComparison) {
        return Object.entries(inner).every(([operator, operand]) => compare(operator, operand, field, row))
      }
      if (isAllEmpty(inner)) return true
      const lookedUp = tables.get(field?.idFromTable ?? '')
      if (lookedUp) return some(lookedUp, (other) => other['id'] === row[key], inner)
      const target = tables.get(key) as Table
      if (at.plugins.includes(key)) return some(target, (other) => other['id_link'] === row['id'], inner)
      const backlink = at.backlinks.find(({ via }) => via === key)
      if (backlink) return some(target, (other) => other[backlink.column] === row['id'], inner)
      return some(target, (other) => other['id'] === row['id_link'], inner)
    })

  const some = (table: Table, joined: (row: Row) => boolean, wanted: Filter): boolean =>
    of(table.name).some((row) => joined(row) && meets(wanted, table, row))

  return of(table.name).flatMap((row) => (meets(filter, table, row) ? [Number(row['id'])] : []))
}

const isAllEmpty = (filter: unknown): boolean =>
  Array.isArray(filter)
    ? filter.every(isAllEmpty)
    : Object.entries(filter as Filter).every(
        ([key, value]) => (key === '_and' || key === '_or' || !key.startsWith('_')) && isAllEmpty(value),
      )

/** -1, 0 or 1; texts by code points. */
export function order(a: string | number, b: string | number): number {
  if (typeof a === 'number' || typeof b === 'number') return Math.sign(Number(a) - Number(b))
  const [x, y] = [[...a], [...b]]
  const at = x.findIndex((character, index) => character !== y[index])
  if (at === -1) return Math.sign(x.length - y.length)
  return y[at] === undefined ? 1 : Math.sign((x[at]?.codePointAt(0) ?? 0) - (y[at].codePointAt(0) ?? 0))
}

/**
 * Does a text match, ignoring case by simple folding? JavaScript's own expressions with `i` and `u` do so.
 */
const matches = (text: string, before: string, needle: string, after: string): boolean =>
  new RegExp(before + needle.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') + after, 'isu').test(text)

function compare(operator: string, operand: unknown, { name, dbType }: Field, row: Row): boolean {
  const value = row[name] ?? null
  const isTrue = operand === true || operand === 'yes' || operand === 1
  const isEmpty = value === null || (dbType === 'TEXT' && value === '')
  if (operator === '_null') return (value === null) === isTrue
  if (operator === '_nnull') return (value !== null) === isTrue
  if (operator === '_empty') return isEmpty === (isTrue || operand === '')
  if (operator === '_nempty') return isEmpty !== (isTrue || operand === '')
  if (operand === null) return (value === null) === (operator === '_eq')
  if (operator === '_nin' && isEmptyList(operand)) return true
  if (operator === '_chrono_overlap') return overlaps(row, operand as number[])
  if (value === null) return false

  const cast = (given: unknown): string | number => {
    if (dbType === 'INTEGER' || dbType === 'FLOAT') return Number(given)
    return dbType === 'TIMESTAMP' ? (canonicalTimestamp(String(given)) ?? '') : String(given)
  }
  const elements = (): unknown[] =>
    typeof operand === 'string'
      ? operand
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      : (operand as unknown[])
  const against = (given: unknown): number => order(value, cast(given))
  const text = String(value)
  const needle = String(operand)
  switch (operator) {
    case '_eq':
      return against(operand) === 0
    case '_neq':
      return against(operand) !== 0
    case '_lt':
      return against(operand) < 0
    case '_lte':
      return against(operand) <= 0
    case '_gt':
      return against(operand) > 0
    case '_gte':
      return against(operand) >= 0
    case '_contains':
      return text.includes(needle)
    case '_icontains':
      return matches(text, '', needle, '')
    case '_ncontains':
      return !matches(text, '', needle, '')
    case '_starts_with':
      return matches(text, '^', needle, '')
    case '_nstarts_with':
      return !matches(text, '^', needle, '')
    case '_ends_with':
      return matches(text, '', needle, '$')
    case '_nends_with':
      return !matches(text, '', needle, '$')
    case '_in':
      return elements().some((element) => against(element) === 0)
    case '_nin':
      return elements().every((element) => against(element) !== 0)
    case '_between':
      return against(elements()[0]) >= 0 && against(elements()[1]) <= 0
    default:
      throw new Error(`${operator} is no operator`)
  }
}

const isEmptyList = (operand: unknown): boolean =>
  Array.isArray(operand) ? operand.length === 0 : String(operand).trim() === ''

function overlaps(row: Row, [low = 0, high = 0]: readonly number[]): boolean {
  const [from, to] = [row['chrono_from'] ?? null, row['chrono_to'] ?? null]
  if (from === null && to === null) return false
  return (from === null || Number(from) <= high) && (to === null || Number(to) >= low)
}
