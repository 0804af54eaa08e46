import type { Aggregate } from '@trowel/contract/model/aggregates.js'
import { keyword, type Sql, type SqlValue, sql } from '../storage/sql.js'
import type { ColumnType, Dialect } from '../storage/storage.js'

/** What an aggregate makes of the values of a group: NULL where there is nothing to make it of. */
export type Aggregated = string | number | null

/**
 * The values that an aggregate looks at: one column of a statement, what is added up as `addend` of the
 * dialect has it.
 */
export interface Measured {
  readonly column: Sql
  readonly type: ColumnType
  readonly dialect: Dialect
}

interface Aggregation {
  /** What the engine is asked, a column each. */
  readonly asks: (measured: Measured) => readonly Sql[]
  /** The answer out of what the engine says. */
  readonly answer: (said: readonly SqlValue[]) => Aggregated
}

const asItIs = ([value]: readonly SqlValue[]): Aggregated =>
  typeof value === 'string' || typeof value === 'number' ? value : null

/**
 * Beside the sum of fractions stands that of the negative ones: both tell how far the sum is exact. Whole
 * numbers need none. How many there are tells a sum of nothing.
 */
function sumWithNegatives({ column, type, dialect }: Measured): readonly Sql[] {
  const sum = dialect.sum(column)
  const negatives =
    type === 'INTEGER' ? keyword('NULL') : sql`coalesce(${sum} FILTER (WHERE ${column} < 0), 0)`
  return [sum, negatives, sql`count(${column})`]
}

function sumOf([said, negatives, count]: readonly SqlValue[]): number | null {
  const sum = count === 0 ? null : numberFrom(said)
  const below = numberFrom(negatives)
  const size = sum === null || below === null ? null : numberFrom(sum - 2 * below)
  return roundedSum(sum, size)
}

/**
 * A number as JSON has it; an engine gives long ones as text, and says infinity where there is no such
 * fraction any more.
 */
function numberFrom(value: SqlValue | undefined): number | null {
  if (value === null || value === undefined) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** How each aggregate is computed. */
export const aggregations: Readonly<Record<Aggregate, Aggregation>> = {
  COUNT: {
    asks: ({ column }) => [sql`count(${column})`],
    answer: asItIs,
  },
  COUNT_DISTINCT: {
    asks: ({ column }) => [sql`count(DISTINCT ${column})`],
    answer: asItIs,
  },
  SUM: {
    asks: sumWithNegatives,
    answer: sumOf,
  },
  AVG: {
    asks: sumWithNegatives,
    answer: (said) => {
      const total = sumOf(said)
      const [, negatives = null, count = null] = said
      if (total === null) return null
      const mean = total / Number(count)
      return negatives === null ? mean : roundedToDigits(mean)
    },
  },
  MIN: {
    asks: ({ column }) => [sql`min(${column})`],
    answer: asItIs,
  },
  MAX: {
    asks: ({ column }) => [sql`max(${column})`],
    answer: asItIs,
  },
}

/**
 * Fractions cannot write most decimals exactly, and every engine adds them in its own order: the last of
 * their 15 to 17 digits are noise. Those before it are the same on every engine, so that 0.1 + 0.2 is 0.3 on
 * every engine.
 */
const exactDigits = 14

/** The place of the first digit: 0 for 1 to 9, 2 for hundreds, -1 for tenths. */
const placeOf = (number: number): number => Number(number.toExponential(exactDigits - 1).split('e')[1])

/**
 * A sum without the digits that adding made up.
 *
 * @param size the sum of the numbers without their signs: what they leave when they cancel each other out is
 *   no more exact than they were; `null` when the sum is exact as it is
 */
export function roundedSum(sum: number | null, size: number | null): number | null {
  if (sum === null || sum === 0 || size === null) return sum === null ? null : sum + 0
  const digits = exactDigits - (placeOf(size) - placeOf(sum))
  return digits < 1 ? 0 : Number(sum.toPrecision(digits)) + 0
}

/** The number with as many digits as are exact. */
export const roundedToDigits = (number: number): number => Number(number.toPrecision(exactDigits)) + 0
