import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { FieldRule } from '@trowel/contract/problem-codes.js'
import { isWkt } from '../formats/wkt.js'
import { codeText, type Message, message } from '../message.js'
import { weakMemoize } from '../storage/weak-memoize.js'
import type { Field } from './catalogue.js'
import { numberOf } from './column-values.js'
import { compilePattern, isUsable } from './field-pattern.js'
import type { RuleName } from './field-types/field-type.js'
import { osteologyColumn, osteologyProblem } from './osteology.js'

/** What is wrong with one value: a sentence, and the limit where there is one. */
export interface ValueProblem extends Message {
  readonly rule: RuleName
  /** `min`, `max` or `max_length` with the limit. */
  readonly limit?: Readonly<Record<string, number | string>>
}

/** A rule that looks at one stored value alone. `text` is the value as a person would type it. */
interface ValueRule {
  readonly name: RuleName
  applies(field: Field): boolean
  /** A test made once for a field: the problem of a value, or `undefined`. */
  forField(field: Field): (text: string) => Omit<ValueProblem, 'rule'> | undefined
}

const has = (field: Field, ...tokens: string[]): boolean =>
  field.checks.some((check) => tokens.includes(check))
const isNumeric = (field: Field): boolean => field.dbType === 'INTEGER' || field.dbType === 'FLOAT'
const boundsAreDays = (field: Field): boolean =>
  describeFieldType(field.type).holds === 'day' || field.dbType === 'TIMESTAMP'
const hasBounds = (field: Field): boolean => field.min !== undefined || field.max !== undefined

/** What the code says is all that there is to say of the broken rule. */
const unless = (holds: (text: string) => boolean, rule: FieldRule) => () => (value: string) =>
  holds(value) ? undefined : { text: codeText(rule) }

const email = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/**
 * In the order in which they are tried. What needs the database (`reference`, `no_dupl`) is not among them.
 */
const rules: readonly ValueRule[] = [
  {
    name: 'int',
    applies: (field) => has(field, 'int') && field.dbType !== 'INTEGER',
    forField: unless((text) => /^-?\d+$/.test(text), 'int'),
  },
  {
    name: 'number',
    applies: (field) => hasBounds(field) && !boundsAreDays(field) && !isNumeric(field),
    forField: unless((text) => numberOf(text.trim()) !== undefined, 'number'),
  },
  {
    name: 'email',
    applies: (field) => has(field, 'email'),
    forField: unless((text) => email.test(text), 'email'),
  },
  {
    name: 'url',
    applies: (field) => has(field, 'url'),
    forField: unless(isWebAddress, 'url'),
  },
  {
    name: 'min',
    applies: (field) => field.min !== undefined,
    forField: (field) => bound(field, field.min, (order) => order < 0, 'min'),
  },
  {
    name: 'max',
    applies: (field) => field.max !== undefined,
    forField: (field) => bound(field, field.max, (order) => order > 0, 'max'),
  },
  {
    name: 'max_length',
    applies: (field) => field.maxLength !== undefined && field.maxLength > 0,
    forField: (field) => {
      const maxLength = field.maxLength ?? 0
      const problem = {
        text: codeText('max_length', { max_length: maxLength }),
        limit: { max_length: maxLength },
      }
      return (text) => (text.length > maxLength && [...text].length > maxLength ? problem : undefined)
    },
  },
  {
    name: 'pattern',
    applies: (field) => patternOf(field) !== undefined && !hasBrokenPattern(field),
    forField: (field) => {
      const pattern = patternOf(field)
      if (!pattern) return () => undefined
      // A value that cannot be checked is refused: accepted, it would look as if it had been.
      if (!isUsable(pattern)) return () => message('pattern_not_run', { part: pattern.part ?? '' })
      const problem = message('form_not_met', { pattern: field.pattern ?? '' })
      const tooLong = message('value_too_long_for_pattern', { most: pattern.maxLength })
      return (text) =>
        text.length > pattern.maxLength ? tooLong : pattern.matches(text) ? undefined : problem
    },
  },
  {
    name: 'valid_wkt',
    applies: (field) => has(field, 'valid_wkt'),
    forField: unless(isWkt, 'valid_wkt'),
  },
  {
    name: 'osteo_data',
    applies: (field) => field.name === osteologyColumn,
    forField: () => osteologyProblem,
  },
]

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && !/\s/.test(text) && URL.canParse(text)
}

function bound(
  field: Field,
  limit: number | string | undefined,
  breaks: (order: number) => boolean,
  name: 'min' | 'max',
): (text: string) => Omit<ValueProblem, 'rule'> | undefined {
  if (boundsAreDays(field)) {
    const day = String(limit)
    const limits = { [name]: day }
    const problem = { text: codeText(name, limits), limit: limits }
    return (text) => (breaks(text < day ? -1 : text > day ? 1 : 0) ? problem : undefined)
  }
  const number = Number(limit)
  const limits = { [name]: number }
  const problem = { text: codeText(name, limits), limit: limits }
  return (text) => {
    const value = numberOf(text.trim())
    return value !== undefined && breaks(value - number) ? problem : undefined
  }
}

/** The pattern of a field, compiled once; `undefined` when it has none. */
export const patternOf = weakMemoize(({ pattern }: Field) =>
  pattern === undefined ? undefined : compilePattern(pattern),
)

/** Does the field have a pattern that is no regular expression? It is skipped then. */
export function hasBrokenPattern(field: Field): boolean {
  const pattern = patternOf(field)
  return pattern !== undefined && !isUsable(pattern) && pattern.part === undefined
}

const testsOf = weakMemoize((field: Field) =>
  rules
    .filter((rule) => rule.applies(field))
    .map((rule) => {
      const test = rule.forField(field)
      return (text: string): ValueProblem | undefined => {
        const problem = test(text)
        return problem && { rule: rule.name, ...problem }
      }
    }),
)

/**
 * Everything that is wrong with a stored value by itself, in the order of the rules; the value is not empty.
 */
export function valueProblems(field: Field, value: string | number): readonly ValueProblem[] {
  const tests = testsOf(field)
  if (tests.length === 0) return none
  const text = String(value)
  const problems: ValueProblem[] = []
  for (const test of tests) {
    const problem = test(text)
    if (problem) problems.push(problem)
  }
  return problems
}

const none: readonly ValueProblem[] = []
