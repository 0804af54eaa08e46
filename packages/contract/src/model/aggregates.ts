export interface AggregateDescription {
  /** What it answers, for people. */
  readonly meaning: string
  /** `numbers`: texts count as the decimal numbers that they write out, all others are left out. */
  readonly of: 'values' | 'numbers'
}

/** Every aggregate of charts and analyses. NULL counts for none of them. */
export const aggregates = {
  COUNT: { meaning: 'how many values there are; of `id`: how many records', of: 'values' },
  COUNT_DISTINCT: { meaning: 'how many different values there are', of: 'values' },
  SUM: { meaning: 'the sum of the numbers', of: 'numbers' },
  AVG: { meaning: 'the mean of the numbers', of: 'numbers' },
  MIN: { meaning: 'the smallest value; texts by code points', of: 'values' },
  MAX: { meaning: 'the greatest value; texts by code points', of: 'values' },
} as const satisfies Record<string, AggregateDescription>

export type Aggregate = keyof typeof aggregates

export const isAggregate = (name: string): name is Aggregate => Object.hasOwn(aggregates, name)
export const aggregateNames = Object.keys(aggregates).filter(isAggregate)
