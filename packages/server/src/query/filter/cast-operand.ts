import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { describeOperator, type Operator } from '@trowel/contract/model/operators.js'
import { textProblem } from '@trowel/contract/wire/input.js'
import type { Field } from '../../catalogue/catalogue.js'
import { canonicalTimestamp } from '../../catalogue/timestamp.js'
import { type Message, message, messageOf } from '../../message.js'
import type { ColumnType } from '../../storage/storage.js'
import type { Operand, Scalar } from '../operators.js'

/** The longest list that one operator takes. */
export const maxListLength = 1000

export type Cast<T> = { readonly value: T } | { readonly reason: Message }

/**
 * A value of a filter as `operator` compares it with the column of `field`.
 * Lists may be JSON lists, or texts with commas between the elements.
 *
 * @returns `reason`: what is wrong with it, as the end of a sentence that begins with the operator
 */
export function castOperand(operator: Operator, field: Field, given: unknown): Cast<Operand> {
  const entry = describeOperator(operator)
  switch (entry.takes) {
    case 'one':
      if (entry.comparedAs === 'column') return castScalar(field.dbType, typed(field, given))
      return castScalar('TEXT', isAnswer(field.type) ? typed(field, given) : given)
    case 'flag':
      return castFlag(given, entry.emptyText)
    case 'many':
      return castList(field, given)
    case 'two': {
      const list = castList(field, given)
      if ('reason' in list || list.value.length === 2) return list
      return { reason: message('takes_two_values', { given: list.value.length }) }
    }
  }
}

function castList(field: Field, given: unknown): Cast<readonly Scalar[]> {
  const elements = elementsOf(given)
  if (!elements) return { reason: message('takes_a_list', {}) }
  if (elements.length > maxListLength) return { reason: message('takes_at_most', { most: maxListLength }) }
  const values: Scalar[] = []
  for (const [index, element] of elements.entries()) {
    const cast = castScalar(field.dbType, typed(field, element))
    if ('reason' in cast)
      return { reason: message('of_element', { reason: cast.reason, element: index + 1 }) }
    values.push(cast.value)
  }
  return { value: values }
}

function elementsOf(given: unknown): readonly unknown[] | undefined {
  if (Array.isArray(given)) return given
  if (typeof given === 'number' || typeof given === 'boolean') return [given]
  if (typeof given !== 'string') return undefined
  return given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

const isAnswer = (type: string): boolean => describeFieldType(type).holds === 'answer'

const truths: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
])

/** In an address every value is a text: where only `true` of JSON can be meant, the text says the same. */
function typed({ type, dbType }: Field, given: unknown): unknown {
  if (typeof given !== 'string' || (!isAnswer(type) && dbType !== 'INTEGER')) return given
  return truths.get(given.trim().toLowerCase()) ?? given
}

const falseWords = new Set(['false', '0', 'no', 'off'])

function castFlag(given: unknown, emptyText: boolean): Cast<boolean> {
  if (typeof given === 'boolean') return { value: given }
  if (typeof given === 'number') return { value: given !== 0 }
  if (typeof given !== 'string') return { reason: message('takes_true_or_false', {}) }
  const word = given.trim().toLowerCase()
  return { value: word === '' ? emptyText : !falseWords.has(word) }
}

/** One value as the column's type has it. */
function castScalar(type: ColumnType, given: unknown): Cast<Scalar> {
  if (given === null || given === undefined) {
    return { reason: message('takes_no_null', {}) }
  }
  if (typeof given === 'object') return { reason: message('takes_single_value', {}) }
  if (typeof given === 'string') {
    const problem = textProblem(given)
    if (problem) return { reason: message('given_text_that', { reason: messageOf(problem) }) }
  }
  return casts[type](given)
}

const integer = /^-?\d+$/
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

const casts: Readonly<Record<ColumnType, (given: unknown) => Cast<Scalar>>> = {
  INTEGER(given) {
    if (typeof given === 'boolean') return { value: given ? 1 : 0 }
    const number = typeof given === 'string' && integer.test(given.trim()) ? Number(given) : given
    if (typeof number !== 'number' || !Number.isInteger(number)) {
      return { reason: message('needs_whole_number', {}) }
    }
    if (!Number.isSafeInteger(number)) {
      return { reason: message('needs_safe_number', { most: Number.MAX_SAFE_INTEGER }) }
    }
    return { value: number + 0 }
  },
  FLOAT(given) {
    const number = typeof given === 'string' && decimal.test(given.trim()) ? Number(given) : given
    if (typeof number !== 'number' || !Number.isFinite(number)) {
      return { reason: message('needs_number', {}) }
    }
    return { value: number }
  },
  TIMESTAMP(given) {
    const moment = typeof given === 'string' ? canonicalTimestamp(given) : undefined
    if (moment === undefined) return { reason: message('needs_date', {}) }
    return { value: moment }
  },
  TEXT(given) {
    if (typeof given === 'boolean') return { value: given ? '1' : '0' }
    return { value: String(given) }
  },
}
