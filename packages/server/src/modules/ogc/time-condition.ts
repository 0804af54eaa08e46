import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { type Field, fieldOf, type Table } from '../../catalogue/catalogue.js'
import type { Condition } from '../../query/condition.js'
import type { TimeSpan } from './time-span.js'

/** Before and after every year that a record can have. */
const farthestYear = 2_000_000_000

/** What comes behind every text that begins with the day. */
const endOfDay = (day: string): string => `${day}~`

/** The fields of a table that hold days of the calendar. */
export const dayFields = (table: Table): Field[] =>
  [...table.fields.values()].filter(({ type }) => describeFieldType(type).holds === 'day')

/**
 * The records of a span of time: their dating shares a year with it, or one of their dates lies in it.
 * Records without any date are of every time (OGC 17-069r4, requirement 25 C).
 *
 * @returns `undefined` when the table has nothing that could be dated: every record meets it
 */
export function duringSpan(table: Table, span: TimeSpan): Condition | undefined {
  const days = dayFields(table)
  const [dated, undated]: [Condition[], Condition[]] = [[], []]
  if (table.hasFuzzyDate) {
    const [from, to] = [fieldOf(table, 'chrono_from'), fieldOf(table, 'chrono_to')]
    const years = [span.from?.year ?? -farthestYear, span.to?.year ?? farthestYear]
    dated.push({ kind: 'compare', field: from, operator: '_chrono_overlap', value: years })
    undated.push(isNull(from), isNull(to))
  }
  for (const field of days) {
    const within = betweenDays(field, span)
    if (within) dated.push(within)
    undated.push({ kind: 'compare', field, operator: '_empty', value: true })
  }
  if (undated.length === 0) return undefined
  return { kind: 'or', of: [...dated, { kind: 'and', of: undated }] }
}

const isNull = (field: Field): Condition => ({ kind: 'compare', field, operator: '_null', value: true })

/** `undefined` where the span lies outside of the years that dates have. */
function betweenDays(field: Field, { from, to }: TimeSpan): Condition | undefined {
  if ((to && to.year < 1) || (from && from.year > 9999)) return undefined
  const low = from?.day ?? '0001-01-01'
  const high = to?.day ?? '9999-12-31'
  return { kind: 'compare', field, operator: '_between', value: [low, endOfDay(high)] }
}
