import type { MapColouring } from '@trowel/contract/map-views.js'
import type { ClassMethod } from '@trowel/contract/model/class-methods.js'
import type { ExpressionSpecification } from 'maplibre-gl'

/** Colours that are told apart by day and by night, and mostly by those who see fewer colours. */
export const distinct = [
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

/**
 * From little to much, by day from light to dark; each is seen on the ground of the map by night too. Colours
 * between these are mixed.
 */
export const ramps: Readonly<Record<string, readonly string[]>> = {
  warm: ['#d8a32e', '#cf7434', '#b84a55', '#87408b', '#454e9e'],
  blue: ['#9cc4de', '#63a2cd', '#3b7fb5', '#285f96', '#1d4479'],
  green: ['#b5cf8f', '#8bb563', '#5f9440', '#44763a', '#2e5a36'],
  grey: ['#c9c4ba', '#a8a298', '#878177', '#67625a', '#48443e'],
  redBlue: ['#a8443a', '#d68a6b', '#c9bfae', '#7fa6c4', '#3a6797'],
}
const usualRamp = 'warm'

export const minClasses = 2
export const maxClasses = 9
const usualClasses = 5

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

export type FieldColouring = Pick<
  Extract<MapColouring, { by: 'field' }>,
  'method' | 'classes' | 'palette' | 'colours'
>

const isEmpty = (value: Value): boolean => value === null || value === ''

/**
 * Colours for the values of a field: from little to much for numbers, one each while they are few, ranges
 * otherwise; for everything else one for each of up to ten values, or for the nine most frequent.
 */
export function colouringOf(
  values: readonly Value[],
  isNumber: boolean,
  chosen: FieldColouring = {},
): Colouring {
  const filled = values.filter((value) => !isEmpty(value))
  const counts = new Map<Value, number>()
  for (const value of filled) counts.set(value, (counts.get(value) ?? 0) + 1)
  const missing = values.length - filled.length
  const numbers = filled.filter((value) => typeof value === 'number')
  const { palette, classes = usualClasses } = chosen
  const ramp = palette === undefined ? undefined : ramps[palette]
  if (!isNumber || numbers.length < filled.length) {
    const colours = ramp ? stepsOf(ramp, Math.min(counts.size, distinct.length)) : distinct
    return byCategory(counts, missing, { colours, max: distinct.length, own: chosen.colours })
  }
  const graded = ramp ?? rampCalled(usualRamp)
  const wanted = Math.min(Math.max(classes, minClasses), maxClasses)
  if (counts.size > wanted)
    return byRange(numbers, missing, {
      colours: stepsOf(graded, wanted),
      method: chosen.method ?? 'quantile',
    })
  return byCategory(counts, missing, {
    colours: stepsOf(graded, counts.size),
    max: wanted,
    own: chosen.colours,
  })
}

const rampCalled = (name: string): readonly string[] => ramps[name] ?? distinct

/** So many colours of a ramp, as far from each other as can be. */
function stepsOf(ramp: readonly string[], count: number): readonly string[] {
  const last = ramp.length - 1
  return Array.from({ length: count }, (_, step) => {
    const place = count === 1 ? last / 2 : (step * last) / (count - 1)
    const below = Math.floor(place)
    return mixed(ramp[below] ?? otherColour, ramp[Math.min(below + 1, last)] ?? otherColour, place - below)
  })
}

/** @param share 0: the one colour; 1: the other */
function mixed(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from, to] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16))
    return Math.round((from ?? 0) + ((to ?? 0) - (from ?? 0)) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

interface Categories {
  readonly colours: readonly string[]
  /** So many values have a colour each. */
  readonly max: number
  /** What a user chose for some of the values. */
  readonly own: Readonly<Record<string, string>> | undefined
}

function byCategory(
  counts: ReadonlyMap<Value, number>,
  missing: number,
  { colours, max, own = {} }: Categories,
): Colouring {
  const frequent = [...counts].sort((a, b) => b[1] - a[1])
  const named = frequent.slice(0, frequent.length > max ? max - 1 : max)
  const others = frequent.slice(named.length).reduce((sum, [, count]) => sum + count, 0)
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  const legend = named
    .sort(([a], [b]) => (typeof a === 'number' && typeof b === 'number' ? a - b : compare(`${a}`, `${b}`)))
    .map(([value, count], place) => ({
      value,
      count,
      colour: own[String(value)] ?? colours[place] ?? otherColour,
    }))
  const known = new Map(legend.map(({ value, colour }) => [String(value), colour]))
  return {
    legend: [
      ...legend.map((entry) => ({ kind: 'value' as const, ...entry })),
      ...rest('others', others, otherColour),
      ...rest('empty', missing, emptyColour),
    ],
    colour: (value) => (isEmpty(value) ? emptyColour : (known.get(String(value)) ?? otherColour)),
    expression: (key) =>
      known.size === 0
        ? ['literal', emptyColour]
        : ['match', ['to-string', ['get', key]], '', emptyColour, ...[...known].flat(), otherColour],
  }
}

const rest = (kind: 'others' | 'empty', count: number, colour: string): LegendEntry[] =>
  count > 0 ? [{ kind, colour, count }] : []

interface Ranges {
  readonly colours: readonly string[]
  readonly method: ClassMethod
}

/** Where classes begin, by the sorted numbers and how many classes there shall be. */
const startsBy: Readonly<
  Record<ClassMethod, (sorted: readonly number[], count: number) => readonly number[]>
> = {
  quantile: (sorted, count) =>
    Array.from({ length: count }, (_, place) => sorted[Math.floor((place * sorted.length) / count)] ?? 0),
  equal(sorted, count) {
    const [first = 0, last = 0] = [sorted[0], sorted.at(-1)]
    return Array.from({ length: count }, (_, place) => first + (place * (last - first)) / count)
  },
  natural: naturalStarts,
}

/** Of more numbers so many are looked at, evenly spread over their order. */
const maxCompared = 1000

/**
 * Classes whose numbers lie as close to each other as can be: the least sum of squares within classes (W. D.
 * Fisher, "On grouping for maximum homogeneity", Journal of the American Statistical Association 53, 1958).
 */
function naturalStarts(sorted: readonly number[], count: number): readonly number[] {
  const size = Math.min(sorted.length, maxCompared)
  const numbers = Array.from(
    { length: size },
    (_, at) => sorted[Math.floor((at * sorted.length) / size)] ?? 0,
  )
  const sums = [0]
  const squares = [0]
  for (const [at, number] of numbers.entries()) {
    sums.push((sums[at] ?? 0) + number)
    squares.push((squares[at] ?? 0) + number ** 2)
  }
  const spread = (from: number, to: number) => {
    const sum = (sums[to] ?? 0) - (sums[from] ?? 0)
    return (squares[to] ?? 0) - (squares[from] ?? 0) - sum ** 2 / (to - from)
  }
  // The least spread of the numbers before each place, in one class more each round, and where its last
  // begins.
  let least = Array.from({ length: size + 1 }, (_, to) => (to === 0 ? 0 : spread(0, to)))
  const begins: number[][] = []
  for (let round = 1; round < count; round++) {
    const next = Array.from({ length: size + 1 }, () => Number.POSITIVE_INFINITY)
    const from: number[] = []
    for (let to = round + 1; to <= size; to++)
      for (let at = round; at < to; at++) {
        const total = (least[at] ?? 0) + spread(at, to)
        if (total < (next[to] ?? 0)) {
          next[to] = total
          from[to] = at
        }
      }
    begins.push(from)
    least = next
  }
  const starts: number[] = []
  let end = size
  for (const from of begins.reverse()) {
    end = from[end] ?? 0
    starts.unshift(numbers[end] ?? 0)
  }
  return [sorted[0] ?? 0, ...starts]
}

const maxDecimals = 6
/** The share of all numbers that may change their class for the sake of a round start. */
const maxMoved = 0.02

/** Ranges that begin at numbers as round as can be. */
function byRange(numbers: readonly number[], missing: number, { colours, method }: Ranges): Colouring {
  const sorted = [...numbers].sort((a, b) => a - b)
  const [first, last] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  const coarsest = Math.floor(Math.log10((last - first) / 50))
  const below = (limit: number) => sorted.filter((number) => number < limit).length
  /** As round as it can be while hardly a number changes its class. */
  const round = (start: number) => {
    for (let power = coarsest; power > coarsest - maxDecimals; power--) {
      const rounded = Number((Math.floor(start / 10 ** power) * 10 ** power).toPrecision(12))
      if (below(start) - below(rounded) <= sorted.length * maxMoved) return rounded
    }
    return start
  }
  const starts = [
    ...new Set(
      startsBy[method](sorted, colours.length).map((start, place) => (place === 0 ? first : round(start))),
    ),
  ].filter((start, place) => place === 0 || start > first)
  const placeOf = (value: number) => Math.max(0, starts.filter((start) => start <= value).length - 1)
  const colourAt = (place: number) => colours[place] ?? otherColour
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
