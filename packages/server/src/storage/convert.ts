/**
 * How a value becomes an integer, a fraction, a text or a date when a query casts it. The PostgreSQL
 * functions in `postgres/functions.ts` answer the same.
 */

const minInteger = -(2n ** 63n)
const maxInteger = 2n ** 63n - 1n
const space = ' \\t\\n\\r\\f\\v'
export const integerPattern = '^[+-]?[0-9]+$'
export const floatPattern = '^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?$'
export const datePattern =
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])' +
  '([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?$'
const isInteger = new RegExp(integerPattern)
const isFloat = new RegExp(floatPattern)
const isDate = new RegExp(datePattern)
const outerSpace = new RegExp(`^[${space}]+|(?<![${space}])[${space}]+$`, 'g')
const trim = (text: string): string => text.replace(outerSpace, '')

type Value = string | number | bigint

/** A fraction loses what is behind its point; a text must be written as an integer. */
export function toInteger(value: Value): bigint | null {
  if (typeof value === 'string') {
    const text = trim(value)
    return isInteger.test(text) ? inRange(BigInt(text.replace(/^\+/, ''))) : null
  }
  if (typeof value === 'bigint') return inRange(value)
  return Number.isFinite(value) ? inRange(BigInt(Math.trunc(value))) : null
}

const inRange = (value: bigint): bigint | null => (value >= minInteger && value <= maxInteger ? value : null)

/** NULL for what is no decimal number, and for one that is too large. */
export function toFloat(value: Value): number | null {
  if (typeof value !== 'string') return Number(value)
  const text = trim(value)
  if (!isFloat.test(text)) return null
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}

export const toText = (value: Value): string => String(value)

/** The day of an ISO 8601 date or time, as it is written: no time zone moves it. */
export function toDate(value: Value): string | null {
  if (typeof value !== 'string') return null
  const text = trim(value)
  if (!isDate.test(text)) return null
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))]
  return year > 0 && day <= daysOf(year, month) ? text.slice(0, 10) : null
}

function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
