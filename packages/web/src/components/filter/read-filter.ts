import type { Filter } from '@trowel/client'
import { isObject } from '@trowel/contract/json.js'
import { isOperator, type Operator, operators, oppositeOperators } from '@trowel/contract/model/operators.js'
import type { FilterField } from './filter-fields.js'

/**
 * One row of the builder: a field, an operator, what stands beside it. The field of a row that was just added
 * is empty.
 */
export interface Condition {
  readonly field: string
  readonly operator: Operator
  readonly values: readonly string[]
}

/** A condition that rows cannot show; it is kept as it came. */
export interface Opaque {
  readonly filter: Filter
}

export type Join = '_and' | '_or'
export interface Group<Item> {
  readonly join: Join
  readonly items: readonly Item[]
}
export type Leaf = Condition | Opaque
/** A filter as rows: conditions, and groups of conditions one level deep. */
export type FilterRows = Group<Leaf | Group<Leaf>>

export const isGroup = (item: Leaf | Group<Leaf>): item is Group<Leaf> => 'join' in item
export const isOpaque = (item: Leaf | Group<Leaf>): item is Opaque => 'filter' in item

/** Reads a filter into rows; what they cannot show stays as it is. */
export function readFilter(filter: Filter | undefined, fields: readonly FilterField[]): FilterRows {
  const known = new Map(fields.map((field) => [field.path, field]))
  const parts = partsOf(filter ?? {})
  const [only] = parts
  if (parts.length === 1 && only && isList(only['_or'])) {
    return { join: '_or', items: only['_or'].map((part) => itemOf(part, known, '_and')) }
  }
  return {
    join: '_and',
    items: parts.flatMap((part) => conditionsOf(part, known) ?? [itemOf(part, known, '_or')]),
  }
}

/** Conditions that stand beside each other, each alone; lists below `_and` are unfolded. */
function partsOf(filter: Filter): Filter[] {
  return Object.entries(filter).flatMap(([key, value]): Filter[] =>
    key === '_and' && isList(value) ? value.flatMap(partsOf) : [{ [key]: value }],
  )
}

/** A group of conditions if it is one, else a single one, else what rows cannot show. */
function itemOf(part: Filter, known: ReadonlyMap<string, FilterField>, join: Join): Leaf | Group<Leaf> {
  if (join === '_or') {
    const list = part['_or']
    if (!isList(list)) return { filter: part }
    const items = list.map((one) => conditionsOf(one, known))
    return items.every((one) => one?.length === 1)
      ? { join: '_or', items: items.flatMap((one) => one ?? []) }
      : { filter: part }
  }
  const pieces = partsOf(part)
  const items = pieces.map((piece) => conditionsOf(piece, known))
  if (items.some((one) => one === undefined)) return { filter: part }
  const conditions = items.flatMap((one) => one ?? [])
  const [first] = conditions
  return conditions.length === 1 && first ? first : { join: '_and', items: conditions }
}

/** The conditions on one field; `undefined` for anything else. */
function conditionsOf(part: Filter, known: ReadonlyMap<string, FilterField>): Condition[] | undefined {
  const pairs = leavesOf(part, '')
  if (pairs === undefined || pairs.length === 0) return undefined
  // Several conditions below one way through plugin rows mean the same row.
  if (pairs.length > 1 && known.get(pairs[0]?.path ?? '')?.ofRows) return undefined
  const conditions = pairs.map(({ path, operator, value }) =>
    known.has(path) ? conditionOf(path, operator, value) : undefined,
  )
  return conditions.every((one) => one !== undefined) ? conditions : undefined
}

/** Every comparison below a chain of keys; `undefined` where it is no such chain. */
function leavesOf(
  node: Filter,
  before: string,
): { path: string; operator: Operator; value: unknown }[] | undefined {
  const found: { path: string; operator: Operator; value: unknown }[] = []
  for (const [key, value] of Object.entries(node)) {
    if (isOperator(key)) {
      if (before === '') return undefined
      found.push({ path: before, operator: key, value })
      continue
    }
    if (key.startsWith('_') || !isObject(value)) return undefined
    const below = leavesOf(value, before === '' ? key : `${before}.${key}`)
    if (below === undefined) return undefined
    found.push(...below)
  }
  return found
}

function conditionOf(field: string, operator: Operator, value: unknown): Condition | undefined {
  switch (operators[operator].takes) {
    case 'flag': {
      const asked = !['false', '0', 'no', 'off', ''].includes(String(value))
      return { field, operator: asked ? operator : (oppositeOperators[operator] ?? operator), values: [] }
    }
    case 'one':
      if (value === null && operator === '_eq') return { field, operator: '_null', values: [] }
      if (value === null && operator === '_neq') return { field, operator: '_nnull', values: [] }
      return isScalar(value) ? { field, operator, values: [textOf(value)] } : undefined
    default: {
      const list =
        typeof value === 'string'
          ? value.split(',').flatMap((one) => one.trim() || [])
          : Array.isArray(value)
            ? value
            : [value]
      const fits = list.every(isScalar) && (operators[operator].takes === 'many' || list.length === 2)
      return fits ? { field, operator, values: list.map(textOf) } : undefined
    }
  }
}

type Scalar = string | number | boolean
const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)
const textOf = (value: Scalar): string => (typeof value === 'boolean' ? String(+value) : String(value))
const isList = (value: unknown): value is readonly Filter[] => Array.isArray(value) && value.every(isObject)
