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
/** From little to much. */
const graded = ['#f0cba9', '#e2a374', '#cb7c47', '#a6562b', '#743513']
const otherColour = '#8d877c'
const emptyColour = '#b9b3a8'

export type Value = string | number | boolean | null

export interface LegendEntry {
  /** Of a category its value; the others are told by `kind`. */
  readonly kind: 'value' | 'range' | 'others' | 'empty'
  readonly text: string
  readonly colour: string
  readonly count: number
}

export interface Colouring {
  readonly legend: readonly LegendEntry[]
  readonly colour: (value: Value) => string
  /** The same for the map. @param key the property in which the value stands */
  readonly expression: (key: string) => ExpressionSpecification
}

const isEmpty = (value: Value): boolean => value === null || value === ''

/** Colours for the values of a field: one for each of up to ten, ranges for numbers, otherwise one for each of the nine most frequent. */
export function colouringOf(values: readonly Value[]): Colouring {
  const filled = values.filter((value) => !isEmpty(value))
  const counts = new Map<Value, number>()
  for (const value of filled) counts.set(value, (counts.get(value) ?? 0) + 1)
  const missing = values.length - filled.length
  const numbers = filled.filter((value) => typeof value === 'number')
  return counts.size > distinct.length && numbers.length === filled.length
    ? byRange(numbers, missing)
    : byCategory(counts, missing)
}

function byCategory(counts: ReadonlyMap<Value, number>, missing: number): Colouring {
  const frequent = [...counts].sort((a, b) => b[1] - a[1])
  const named = frequent.slice(0, frequent.length > distinct.length ? distinct.length - 1 : distinct.length)
  const others = frequent.slice(named.length).reduce((sum, [, count]) => sum + count, 0)
  const colours = new Map(
    named
      .map(([value]) => String(value))
      .sort(new Intl.Collator(undefined, { numeric: true }).compare)
      .map((value, place) => [value, distinct[place] ?? otherColour] as const),
  )
  const tally = new Map(named.map(([value, count]) => [String(value), count]))
  return {
    legend: [
      ...[...colours].map(([text, colour]) => ({
        kind: 'value' as const,
        text,
        colour,
        count: tally.get(text) ?? 0,
      })),
      ...rest('others', others, otherColour),
      ...rest('empty', missing, emptyColour),
    ],
    colour: (value) => (isEmpty(value) ? emptyColour : (colours.get(String(value)) ?? otherColour)),
    expression: (key) =>
      colours.size === 0
        ? ['literal', emptyColour]
        : ([
            'match',
            ['to-string', ['get', key]],
            ...[...colours].flat(),
            '',
            emptyColour,
            otherColour,
          ] as unknown as ExpressionSpecification),
  }
}

const rest = (kind: 'others' | 'empty', count: number, colour: string): LegendEntry[] =>
  count > 0 ? [{ kind, text: '', colour, count }] : []

/** Five ranges with about as many values each. */
function byRange(numbers: readonly number[], missing: number): Colouring {
  const sorted = [...numbers].sort((a, b) => a - b)
  const starts = [
    ...new Set(graded.map((_, place) => sorted[Math.floor((place * sorted.length) / graded.length)] ?? 0)),
  ]
  const placeOf = (value: number) => Math.max(0, starts.filter((start) => start <= value).length - 1)
  const colourAt = (place: number) => graded[place] ?? otherColour
  const last = sorted.at(-1) ?? 0
  const counts = starts.map(() => 0)
  for (const number of sorted) counts[placeOf(number)] = (counts[placeOf(number)] ?? 0) + 1
  return {
    legend: [
      ...starts.map((start, place) => ({
        kind: 'range' as const,
        text: `${start} – ${starts[place + 1] === undefined ? last : `< ${starts[place + 1]}`}`,
        colour: colourAt(place),
        count: counts[place] ?? 0,
      })),
      ...rest('empty', missing, emptyColour),
    ],
    colour: (value) => (typeof value === 'number' ? colourAt(placeOf(value)) : emptyColour),
    expression: (key) =>
      [
        'case',
        ['==', ['typeof', ['get', key]], 'number'],
        [
          'step',
          ['get', key],
          colourAt(0),
          ...starts.slice(1).flatMap((start, k) => [start, colourAt(k + 1)]),
        ],
        emptyColour,
      ] as unknown as ExpressionSpecification,
  }
}
