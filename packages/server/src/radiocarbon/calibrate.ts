import type { CalibrationCurve } from './calibration-curve.js'

/** What a laboratory measured, in years BP. */
export interface RadiocarbonAge {
  readonly age: number
  readonly error: number
}

/** Outer bounds in calendar years before 1950: `from` is the younger one. */
export interface CalendarRange {
  readonly from: number
  readonly to: number
}

/** How likely each calendar year is; years before 1950, one after the other. */
export interface Likelihood {
  /** The first year. */
  readonly from: number
  /** One density for each year; together they are 1. */
  readonly densities: Float64Array
  /** The same, the smallest first. */
  readonly ascending: Float64Array
}

/** The years that together are as likely as a level says, the likeliest ones first. */
export interface Region {
  readonly range: CalendarRange
  /**
   * The same without the years between that do not belong to it, from the youngest on; `probability` 0 to 1.
   */
  readonly parts: readonly (CalendarRange & { readonly probability: number })[]
}

/** 1σ and 2σ of a normal distribution. */
export const levels = { oneSigma: 0.682689492137, twoSigma: 0.954499736104 } as const

/**
 * How likely each calendar year is for a radiocarbon age, by the curve with its error (Reimer et al. 2020;
 * the usual Bayesian calibration of one date with all years equally likely before). Deterministic:
 * the same numbers on every machine.
 *
 * @param age in years BP, `error` its standard deviation, above 0
 * @returns `undefined` when the age lies outside the curve
 */
export function likelihoodOf(curve: CalibrationCurve, age: number, error: number): Likelihood | undefined {
  const window = windowOf(curve, age, error)
  if (!window) return undefined
  const { years, ages, errors } = curve
  const densities = new Float64Array(window.to - window.from + 1)
  let node = 0
  let sum = 0
  for (let place = 0; place < densities.length; place += 1) {
    const year = window.from + place
    while ((years[node + 1] ?? Number.POSITIVE_INFINITY) <= year) node += 1
    const [curveAge, curveError] = [between(years, ages, node, year), between(years, errors, node, year)]
    const spread = Math.sqrt(error * error + curveError * curveError)
    const away = (age - curveAge) / spread
    const density = Math.exp(-(away * away) / 2) / (spread * Math.sqrt(2 * Math.PI))
    densities[place] = density
    sum += density
  }
  if (!(sum > 0)) return undefined
  for (let place = 0; place < densities.length; place += 1) densities[place] = at(densities, place) / sum
  // Numbers alone are sorted much faster than years by their numbers; sums of equal numbers do not depend on
  // whose they are.
  return { from: window.from, densities, ascending: Float64Array.from(densities).sort() }
}

const at = (values: Float64Array, place: number): number => values[place] ?? 0

/** The value of a curve in a year, on the straight line between the points before and after it. */
function between(years: Float64Array, values: Float64Array, node: number, year: number): number {
  const start = at(years, node)
  if (start === year) return at(values, node)
  const share = (year - start) / (at(years, node + 1) - start)
  return at(values, node) + share * (at(values, node + 1) - at(values, node))
}

/** The calendar years that a date can have at all, a little more than generously. */
function windowOf(curve: CalibrationCurve, age: number, error: number): CalendarRange | undefined {
  const { years, ages, errors } = curve
  let from: number | undefined
  let to = 0
  for (let node = 0; node < years.length; node += 1) {
    const curveError = at(errors, node)
    const reach = Math.max(6 * error, 300) + 4 * Math.sqrt(error * error + curveError * curveError)
    if (Math.abs(at(ages, node) - age) > reach) continue
    from ??= at(years, node)
    to = at(years, node)
  }
  if (from === undefined) return undefined
  const margin = 20
  return {
    from: Math.max(from - margin, at(years, 0)),
    to: Math.min(to + margin, at(years, years.length - 1)),
  }
}

/**
 * The highest-density region of a level: years are taken by falling density, of equally likely ones the
 * younger first, until they reach the level; the year that reaches it belongs to it.
 */
export function regionOf({ from, densities, ascending }: Likelihood, level: number): Region {
  let sum = 0
  let last = ascending.length
  while (last > 0 && sum < level) sum += at(ascending, --last)
  const least = at(ascending, last)
  let equalOnes = 0
  for (let place = last; place < ascending.length && at(ascending, place) === least; place += 1)
    equalOnes += 1
  const parts: { from: number; to: number; probability: number }[] = []
  for (let place = 0; place < densities.length; place += 1) {
    const density = at(densities, place)
    if (density < least || (density === least && equalOnes-- <= 0)) continue
    const year = from + place
    const part = parts.at(-1)
    if (part?.to === year - 1) {
      part.to = year
      part.probability += density
    } else {
      parts.push({ from: year, to: year, probability: density })
    }
  }
  return { range: { from: parts[0]?.from ?? from, to: parts.at(-1)?.to ?? from }, parts }
}

export interface CalibratedRanges {
  readonly oneSigma: CalendarRange
  readonly twoSigma: CalendarRange
}

/** The outer bounds of both levels; `undefined` when the age lies outside the curve. */
export function calibrate(curve: CalibrationCurve, age: number, error: number): CalibratedRanges | undefined {
  const likelihood = likelihoodOf(curve, age, error)
  return (
    likelihood && {
      oneSigma: regionOf(likelihood, levels.oneSigma).range,
      twoSigma: regionOf(likelihood, levels.twoSigma).range,
    }
  )
}
