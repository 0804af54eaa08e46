import type { ExpressionSpecification } from 'maplibre-gl'

/** Colours that are told apart by day and by night, and mostly by those who see fewer colours. */
const distinct = [
  '#c0622f',
  '#3b7fb5',
  '#5f9440',
  '#9160b0',
  '#d1a02c',
  '#2f968b',
  '#cc6488',
  '#7a7d35',
  '#6473d1',
  '#97715a',
]
/** From little to much, by day from light to dark; each is seen on the ground of the map by night too. */
const graded = ['#d8a32e', '#cf7434', '#b84a55', '#87408b', '#454e9e']
const otherColour = '#8d877c'
const emptyColour = '#b9b3a8'

export type Value = string | number | boolean | null

export type LegendEntry = (
  | { readonly kind: 'value'; readonly value: Value }
  /** From a number up to another, which is itself in the last range alone. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number; readonly isLast: boolean }
  | { readonly kind: 'others' | 'empty' }
) & { readonly colour: string; readonly count: number }

export interface Colouring {
  readonly legend: readonly LegendEntry[]
  readonly colour: (value: Value) => string
  /** The same for the map. @param key the property in which the value stands */
  readonly expression: (key: string) => ExpressionSpecification
}

const isEmpty = (value: Value): boolean => value === null || value === ''

/**
 * Colours for the values of a field: from little to much for numbers, one each while they are few, ranges
 * otherwise; for everything else one for each of up to ten values, or for the nine most frequent.
 */
export function colouringOf(values: readonly Value[], isNumber: boolean): Colouring {
  const filled = values.filter((value) => !isEmpty(value))
  const counts = new Map<Value, number>()
  for (const value of filled) counts.set(value, (counts.get(value) ?? 0) + 1)
  const missing = values.length - filled.length
  const numbers = filled.filter((value) => typeof value === 'number')
  if (!isNumber || numbers.length < filled.length) return byCategory(counts, missing, distinct)
  return counts.size > graded.length
    ? byRange(numbers, missing)
    : byCategory(counts, missing, gradesOf(counts.size))
}

/** So many of the grades, as far from each other as can be. */
const gradesOf = (count: number): readonly string[] =>
  graded.filter((_, place) =>
    Array.from({ length: count }, (_, k) =>
      Math.round(count === 1 ? 2 : (k * (graded.length - 1)) / (count - 1)),
    ).includes(place),
  )

function byCategory(
  counts: ReadonlyMap<Value, number>,
  missing: number,
  palette: readonly string[],
): Colouring {
  const frequent = [...counts].sort((a, b) => b[1] - a[1])
  const named = frequent.slice(0, frequent.length > palette.length ? palette.length - 1 : palette.length)
  const others = frequent.slice(named.length).reduce((sum, [, count]) => sum + count, 0)
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  const inOrder = named
    .sort(([a], [b]) => (typeof a === 'number' && typeof b === 'number' ? a - b : compare(`${a}`, `${b}`)))
    .map(([value, count], place) => ({ value, count, colour: palette[place] ?? otherColour }))
  const colours = new Map(inOrder.map(({ value, colour }) => [String(value), colour]))
  return {
    legend: [
      ...inOrder.map((entry) => ({ kind: 'value' as const, ...entry })),
      ...rest('others', others, otherColour),
      ...rest('empty', missing, emptyColour),
    ],
    colour: (value) => (isEmpty(value) ? emptyColour : (colours.get(String(value)) ?? otherColour)),
    expression: (key) =>
      colours.size === 0
        ? ['literal', emptyColour]
        : ['match', ['to-string', ['get', key]], '', emptyColour, ...[...colours].flat(), otherColour],
  }
}

const rest = (kind: 'others' | 'empty', count: number, colour: string): LegendEntry[] =>
  count > 0 ? [{ kind, colour, count }] : []

/** Five ranges with about as many values each, that begin at numbers as round as can be. */
function byRange(numbers: readonly number[], missing: number): Colouring {
  const sorted = [...numbers].sort((a, b) => a - b)
  const [first, last] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  const roundness = 10 ** Math.floor(Math.log10((last - first) / 50))
  const round = (start: number) => Number((Math.floor(start / roundness) * roundness).toPrecision(12))
  const starts = [
    ...new Set(
      graded.map((_, place) =>
        place === 0 ? first : round(sorted[Math.floor((place * sorted.length) / graded.length)] ?? 0),
      ),
    ),
  ].filter((start, place) => place === 0 || start > first)
  const placeOf = (value: number) => Math.max(0, starts.filter((start) => start <= value).length - 1)
  const colourAt = (place: number) => graded[place] ?? otherColour
  const counts = starts.map(() => 0)
  for (const number of sorted) counts[placeOf(number)] = (counts[placeOf(number)] ?? 0) + 1
  return {
    legend: [
      ...starts.map((start, place) => ({
        kind: 'range' as const,
        from: start,
        to: starts[place + 1] ?? last,
        isLast: place === starts.length - 1,
        colour: colourAt(place),
        count: counts[place] ?? 0,
      })),
      ...rest('empty', missing, emptyColour),
    ],
    colour: (value) => (typeof value === 'number' ? colourAt(placeOf(value)) : emptyColour),
    expression: (key) => [
      'case',
      ['==', ['typeof', ['get', key]], 'number'],
      ['step', ['get', key], colourAt(0), ...starts.slice(1).flatMap((start, k) => [start, colourAt(k + 1)])],
      emptyColour,
    ],
  }
}
