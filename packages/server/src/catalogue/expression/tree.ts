import type { StampColumn } from '../../storage/journal/stamps.js'
import type { ColumnType } from '../../storage/storage.js'

/** What an expression has to know of a field that it names. */
export interface NamedField {
  readonly name: string
  readonly dbType: ColumnType
  readonly stamp?: StampColumn
  readonly computed?: ExpertValue
}

/** Something that is true, false or unknown of a row. */
export type Test =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Test[] }
  | { readonly kind: 'not'; readonly of: Test }
  | {
      readonly kind: 'compare'
      readonly operator: Comparison
      readonly left: ExpertValue
      readonly right: ExpertValue
    }
  | { readonly kind: 'like'; readonly text: ExpertValue; readonly pattern: ExpertValue }
  | { readonly kind: 'in'; readonly value: ExpertValue; readonly list: readonly ExpertValue[] }
  | {
      readonly kind: 'between'
      readonly value: ExpertValue
      readonly low: ExpertValue
      readonly high: ExpertValue
    }
  | { readonly kind: 'isNull'; readonly value: ExpertValue }

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>='
export type Arithmetic = '+' | '-' | '*' | '/' | '%'
export type CastType = 'integer' | 'real' | 'text' | 'date'

/** Something that has a value in a row. Truth values are the numbers 1 and 0. */
export type ExpertValue =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'null' }
  | { readonly kind: 'column'; readonly field: NamedField }
  | {
      readonly kind: 'arithmetic'
      readonly operator: Arithmetic
      readonly left: ExpertValue
      readonly right: ExpertValue
    }
  | { readonly kind: 'joined'; readonly left: ExpertValue; readonly right: ExpertValue }
  | { readonly kind: 'cast'; readonly of: ExpertValue; readonly to: CastType }
  | {
      readonly kind: 'call'
      readonly name: FunctionName
      readonly given: readonly [ExpertValue, ...ExpertValue[]]
    }
  | {
      readonly kind: 'choice'
      readonly test: Test
      readonly met: ExpertValue
      readonly otherwise: ExpertValue
    }
  /** What the rows of a plugin table come to in a record: how many they are, or the values of a field. */
  | { readonly kind: 'rows'; readonly table: string; readonly aggregate: 'count' }
  | {
      readonly kind: 'rows'
      readonly table: string
      readonly aggregate: Exclude<RowAggregate, 'count'>
      readonly field: NamedField
    }

/** How many values each function takes. */
export const functions = {
  lower: [1, 1],
  upper: [1, 1],
  length: [1, 1],
  trim: [1, 1],
  substr: [2, 3],
  abs: [1, 1],
  round: [1, 2],
  coalesce: [2, 50],
  min: [2, 50],
  max: [2, 50],
  join: [2, 50],
  year: [1, 1],
} as const
export type FunctionName = keyof typeof functions

/** What can be made of the rows of a plugin table. */
export const rowAggregates = ['count', 'sum', 'avg', 'min', 'max'] as const
export type RowAggregate = (typeof rowAggregates)[number]

export const isRowAggregate = (name: string): name is RowAggregate =>
  rowAggregates.some((aggregate) => aggregate === name)

export const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name)

/** Numbers are compared as numbers; everything else, NULL too, is a text until it meets a number. */
export function isNumber(value: ExpertValue): boolean {
  switch (value.kind) {
    case 'number':
    case 'arithmetic':
      return true
    case 'column':
      return holdsNumbers(value.field)
    case 'choice':
      return isNumberOf([value.met, value.otherwise])
    case 'rows':
      return value.aggregate === 'min' || value.aggregate === 'max' ? holdsNumbers(value.field) : true
    case 'cast':
      return value.to === 'integer' || value.to === 'real'
    case 'call':
      return numberCalls.has(value.name) || (choices.has(value.name) && isNumberOf(value.given))
    default:
      return false
  }
}

const numberCalls: ReadonlySet<FunctionName> = new Set(['length', 'abs', 'round', 'year'])
/** They answer one of the values that they are given. */
const choices: ReadonlySet<FunctionName> = new Set(['coalesce', 'min', 'max'])

const holdsNumbers = ({ dbType }: NamedField): boolean => dbType === 'INTEGER' || dbType === 'FLOAT'

/** A choice is of numbers when no text is among them. */
const isNumberOf = (values: readonly ExpertValue[]): boolean =>
  values.some(isNumber) && values.every((value) => value.kind === 'null' || isNumber(value))

/** How many levels a tree has, those of formulas included whose fields stand in it. */
export function depthOf(tree: Test | ExpertValue): number {
  const inner = partsOf(tree)
  return inner.length === 0 ? 0 : 1 + Math.max(...inner.map(depthOf))
}

/** How many parts a tree has in all. */
export const sizeOf = (tree: Test | ExpertValue): number =>
  partsOf(tree).reduce((sum, part) => sum + sizeOf(part), 1)

/** How many parts a tree has once it is SQL: there some stand twice. */
export function writtenSizeOf(tree: Test | ExpertValue): number {
  const twice = writtenTwice(tree)
  return partsOf(tree).reduce((sum, part) => sum + writtenSizeOf(part) * (part === twice ? 2 : 1), 1)
}

function writtenTwice(tree: Test | ExpertValue): ExpertValue | undefined {
  if (tree.kind === 'between' || tree.kind === 'in') return tree.value
  return tree.kind === 'like' ? tree.pattern : undefined
}

/** The trees of which one is made. */
export function partsOf(tree: Test | ExpertValue): readonly (Test | ExpertValue)[] {
  switch (tree.kind) {
    case 'and':
    case 'or':
      return tree.of
    case 'not':
    case 'cast':
      return [tree.of]
    case 'compare':
    case 'arithmetic':
    case 'joined':
      return [tree.left, tree.right]
    case 'like':
      return [tree.text, tree.pattern]
    case 'in':
      return [tree.value, ...tree.list]
    case 'between':
      return [tree.value, tree.low, tree.high]
    case 'isNull':
      return [tree.value]
    case 'call':
      return tree.given
    case 'choice':
      return [tree.test, tree.met, tree.otherwise]
    case 'column':
      return tree.field.computed ? [tree.field.computed] : []
    case 'rows':
      return tree.aggregate !== 'count' && tree.field.computed ? [tree.field.computed] : []
    default:
      return []
  }
}
