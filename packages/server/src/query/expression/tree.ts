import type { Field } from '../../catalogue/catalogue.js'

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
  | { readonly kind: 'column'; readonly field: Field }
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
} as const
export type FunctionName = keyof typeof functions

export const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name)

/** Numbers are compared as numbers; everything else, NULL too, is a text until it meets a number. */
export function isNumber(value: ExpertValue): boolean {
  switch (value.kind) {
    case 'number':
    case 'arithmetic':
      return true
    case 'column':
      return value.field.dbType === 'INTEGER' || value.field.dbType === 'FLOAT'
    case 'cast':
      return value.to === 'integer' || value.to === 'real'
    case 'call':
      if (value.name === 'coalesce') return isNumberOf(value.given)
      return value.name === 'length' || value.name === 'abs' || value.name === 'round'
    default:
      return false
  }
}

/** A choice is of numbers when no text is among them. */
const isNumberOf = (values: readonly ExpertValue[]): boolean =>
  values.some(isNumber) && values.every((value) => value.kind === 'null' || isNumber(value))
