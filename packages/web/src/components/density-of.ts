import { countedYear } from './years.js'

/** How records are spread over time, in years as `countedYear` counts them. */
export interface Density {
  readonly from: number
  readonly to: number
  /** Slices of equal length from `from` to `to`; the highest is 1. */
  readonly slices: readonly number[]
}

interface Span {
  readonly from: number | null
  readonly to: number | null
}

/**
 * Each record counts once, shared out over its years: one of a single year stands as high as one of a century
 * is wide. Of a record that is open at one end only the known end counts. `undefined` when none has a year.
 *
 * @param within in place of the span of the records themselves
 */
export function densityOf(
  records: readonly Span[],
  count = 120,
  within?: { readonly from: number; readonly to: number },
): Density | undefined {
  const spans = records.flatMap(({ from, to }) => {
    const first = from ?? to
    const last = to ?? from
    return first === null || last === null ? [] : [{ first: countedYear(first), last: countedYear(last) }]
  })
  if (spans.length === 0) return undefined
  const from =
    within?.from ?? spans.reduce((least, { first }) => Math.min(least, first), Number.POSITIVE_INFINITY)
  const to = within?.to ?? spans.reduce((max, { last }) => Math.max(max, last), Number.NEGATIVE_INFINITY)
  const width = Math.max(1, to - from + 1) / count
  const slices = new Array<number>(count).fill(0)
  const placeOf = (year: number) => Math.floor((year - from) / width)
  for (const { first, last } of spans) {
    const begin = placeOf(first)
    const end = placeOf(last)
    const share = 1 / (end - begin + 1)
    for (let place = Math.max(0, begin); place <= Math.min(count - 1, end); place++)
      slices[place] = (slices[place] ?? 0) + share
  }
  const highest = Math.max(...slices)
  return { from, to, slices: slices.map((height) => (highest === 0 ? 0 : height / highest)) }
}
