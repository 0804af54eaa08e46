import { type FieldTypeName, fieldTypeNamed } from '@trowel/contract/model/field-types.js'
import { readWebAddress } from '@trowel/contract/web-address.js'
import { message } from '../../message.js'
import { canonicalTimestamp } from '../timestamp.js'
import { Unusable } from './field-type.js'

/** Values stay as they were sent; what the column makes of them comes after. */
const asSent = (value: unknown): unknown => value

/** The value in the form of each type of field. Never called for an empty value. */
const preparations: Readonly<Record<FieldTypeName, (value: unknown) => unknown>> = {
  text: asSent,
  date: prepareDay,
  long_text: asSent,
  md: asSent,
  select: asSent,
  combo_select: asSent,
  multi_select: prepareList,
  boolean: prepareAnswer,
  slider: asSent,
  url: prepareAddress,
  // It is computed, never written.
  formula: asSent,
  integer: asSent,
}

/** The value in the form of the type of that name, or why it has none. */
export const prepareValue = (type: string, value: unknown): unknown =>
  preparations[fieldTypeNamed(type)](value)

const answers = new Map<unknown, 0 | 1>([
  [true, 1],
  ['true', 1],
  [1, 1],
  ['1', 1],
  [false, 0],
  ['false', 0],
  [0, 0],
  ['0', 0],
])

function prepareAnswer(value: unknown): 0 | 1 | Unusable {
  const answer = answers.get(typeof value === 'string' ? value.trim() : value)
  return answer ?? new Unusable('boolean', message('boolean_needed', {}))
}

export function prepareDay(value: unknown): string | Unusable {
  const day = typeof value === 'string' ? value.trim() : ''
  if (day.length === 10 && canonicalTimestamp(day) === day) return day
  return new Unusable('date', message('day_needed', {}))
}

function prepareAddress(value: unknown): string | Unusable {
  const address = typeof value === 'string' ? readWebAddress(value) : undefined
  return address?.url ?? new Unusable('url', message('address_needed', {}))
}

/** Several values in one text with `;` between them and no blanks around it. */
function prepareList(value: unknown): unknown {
  if (typeof value === 'string') return value.includes(';') ? joined(value.split(';')) : value
  if (!Array.isArray(value)) return value
  const isPlain = (one: unknown): boolean =>
    one === null || typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean'
  return value.every(isPlain) ? joined(value.map((one) => (one === null ? '' : String(one)))) : value
}

const joined = (values: readonly string[]): string =>
  values
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .join(';')
