import type { Filter } from '@trowel/client'
import { operators } from '@trowel/contract/model/operators.js'
import type { FilterField } from './filter-fields.js'
import { type Condition, type FilterRows, type Group, isGroup, isOpaque, type Leaf } from './read-filter.js'

/** The filter that rows stand for, without those that are not complete yet; nothing when none is. */
export function writeFilter(rows: FilterRows, fields: readonly FilterField[]): Filter | undefined {
  const known = new Map(fields.map((field) => [field.path, field]))
  const one = (item: Leaf): Filter | undefined =>
    isOpaque(item) ? item.filter : conditionFilter(item, known)
  const written = (items: readonly Leaf[]) => items.map(one).filter((filter) => filter !== undefined)
  const parts = rows.items
    .map((item) => (isGroup(item) ? joined(item.join, written(item.items)) : one(item)))
    .filter((filter) => filter !== undefined)
  return joined(rows.join, parts)
}

/** Conditions on different fields stand beside each other where *and* joins them. */
function joined(join: Group<Leaf>['join'], parts: readonly Filter[]): Filter | undefined {
  const [first] = parts
  if (parts.length < 2) return first
  const keys = parts.flatMap((part) => Object.keys(part))
  return join === '_and' && new Set(keys).size === keys.length
    ? Object.assign({}, ...parts)
    : { [join]: parts }
}

/** Has a row everything that it needs? */
export function isComplete({ field, operator, values }: Condition): boolean {
  if (field === '') return false
  switch (operators[operator].takes) {
    case 'flag':
      return true
    case 'two':
      return values.length === 2 && values.every((value) => value !== '')
    default:
      return values.length > 0 && values[0] !== ''
  }
}

function conditionFilter(condition: Condition, known: ReadonlyMap<string, FilterField>): Filter | undefined {
  if (!isComplete(condition)) return undefined
  const { field, operator, values } = condition
  const kind = known.get(field)?.kind
  const typed = (value = '') =>
    kind === 'number' || kind === 'record' || kind === 'boolean' || kind === 'dating'
      ? numberIn(value)
      : value
  const takes = operators[operator].takes
  const comparison = {
    [operator]: takes === 'flag' ? true : takes === 'one' ? typed(values[0]) : values.map(typed),
  }
  return field.split('.').reduceRight<Filter>((below, key) => ({ [key]: below }), comparison)
}

/**
 * The number that an input for numbers read. What it could not read stays as it is: the service refuses it,
 * rather than ask for less.
 */
function numberIn(text: string): number | string {
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) ? number : text
}

/** How many conditions there are, those in groups included. */
export const countOf = (rows: FilterRows): number =>
  rows.items.reduce((sum, item) => sum + (isGroup(item) ? item.items.length : 1), 0)
