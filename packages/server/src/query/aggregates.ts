import type { Aggregate } from '@trowel/contract/model/aggregates.js'
import { keyword, type Sql, type SqlValue, sql } from '../storage/sql.js'
import type { ColumnType, Dialect } from '../storage/storage.js'
import { roundedSum, roundedToDigits } from './rounded-sum.js'

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
