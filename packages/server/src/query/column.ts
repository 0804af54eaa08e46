import type { Field } from '../catalogue/catalogue.js'
import { type Span, stampedBySuch, stampedWithin } from '../storage/journal/stamps.js'
import { join, or, type Sql, sql } from '../storage/sql.js'
import type { Operand } from './operators.js'

/**
 * A comparison with the time at which records were made or changed. A day means the whole of it, in UTC.
 *
 * @param text the time as a TIMESTAMP column would have it
 * @returns `undefined` for other fields, and for what is asked of the time as a text
 */
export function comparedTime(
  { stamp }: Field,
  operator: string,
  value: Operand,
  alias: string,
  text: Sql,
): Sql | undefined {
  if (stamp?.fact !== 'at') return undefined
  const within = (span: Span): Sql => stampedWithin(stamp, alias, span)
  const but = (spans: readonly Span[]): Sql =>
    spans.reduce((left, span) => sql`${left} AND NOT ${within(span)}`, within({}))
  const values = (Array.isArray(value) ? value : [value]).map(String)
  const [first, second] = values.map(spanOf)
  if (!first) return undefined
  switch (operator) {
    case '_eq':
      return within(first)
    case '_neq':
      return sql`(${but([first])})`
    case '_gt':
      return within({ from: first.until })
    case '_gte':
      return within({ from: first.from })
    case '_lt':
      return within({ until: first.from })
    case '_lte':
      return within({ until: first.until })
    case '_between':
      return second && within({ from: first.from, until: second.until })
    case '_in':
      return isOneOf(text, values)
    case '_nin':
      return sql`NOT (${isOneOf(text, values)})`
    default:
      return undefined
  }
}

/**
 * A comparison with the user who made or changed records.
 *
 * @param isSuch the comparison with a value
 * @returns `undefined` for other fields, and for what most records can meet
 */
export const comparedUser = (
  { stamp }: Field,
  operator: string,
  alias: string,
  isSuch: (user: Sql) => Sql,
): Sql | undefined =>
  stamp?.fact === 'by' && (operator === '_eq' || operator === '_in')
    ? stampedBySuch(stamp, alias, isSuch)
    : undefined

const [second, day] = [1000, 86_400_000]

/** One list for days and one for moments: a condition for each of a thousand would be too deep. */
function isOneOf(text: Sql, values: readonly string[]): Sql {
  const days = values.filter(isDay)
  const moments = values.filter((value) => !isDay(value))
  return or([
    ...(days.length > 0 ? [sql`substr(${text}, 1, ${dayLength}) IN (${join(days)})`] : []),
    ...(moments.length > 0 ? [sql`${text} IN (${join(moments)})`] : []),
  ])
}

const dayLength = 10

const isDay = (text: string): boolean => text.length <= dayLength

/** @param text a day or a moment, as a TIMESTAMP column has it */
function spanOf(text: string): Required<Span> {
  const from = Date.parse(text)
  return { from, until: from + (isDay(text) ? day : second) }
}
