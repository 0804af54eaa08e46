import type { AnalysisData } from '@trowel/contract/assemblages.js'

/** What stands in the cells: the numbers, or their part of the row, of the column, of everything. */
export const shares = ['numbers', 'ofRow', 'ofColumn', 'ofAll'] as const
export type Share = (typeof shares)[number]

/**
 * An analysis with its totals. Totals of different values are sums too: a value that stands in two cells
 * counts twice.
 */
export interface Pivot {
  readonly columns: readonly string[]
  readonly rows: readonly string[]
  /** `undefined` where nothing was found. */
  number(row: string, column: string): number | undefined
  readonly rowTotals: ReadonlyMap<string, number>
  readonly columnTotals: ReadonlyMap<string, number>
  readonly total: number
  readonly highest: number
}

export function pivotOf({ chars, groups, data }: Pick<AnalysisData, 'chars' | 'groups' | 'data'>): Pivot {
  const number = (row: string, column: string): number | undefined => data[row]?.[column]
  const sum = (numbers: readonly (number | undefined)[]) =>
    exact(numbers.reduce<number>((total, one) => total + (one ?? 0), 0))
  const rowTotals = new Map(groups.map((row) => [row, sum(chars.map((column) => number(row, column)))]))
  const columnTotals = new Map(chars.map((column) => [column, sum(groups.map((row) => number(row, column)))]))
  const highest = groups.reduce(
    (max, row) => chars.reduce((now, column) => Math.max(now, number(row, column) ?? 0), max),
    0,
  )
  return {
    columns: chars,
    rows: groups,
    number,
    rowTotals,
    columnTotals,
    total: sum([...rowTotals.values()]),
    highest,
  }
}

/** A cell as a part of something, 0 to 1; `undefined` for a cell without a number. */
export function shareOf(pivot: Pivot, share: Share, row: string, column: string): number | undefined {
  const number = pivot.number(row, column)
  if (number === undefined) return undefined
  const whole =
    share === 'ofRow'
      ? pivot.rowTotals.get(row)
      : share === 'ofColumn'
        ? pivot.columnTotals.get(column)
        : share === 'ofAll'
          ? pivot.total
          : pivot.highest
  return whole ? number / whole : 0
}

/** Sums of decimals without the dust of binary fractions. */
const exact = (number: number): number => Number(number.toPrecision(14))
