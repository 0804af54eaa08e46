/** A calibration curve: for calendar years the radiocarbon age that a sample of that year has, all in years before 1950. */
export interface CalibrationCurve {
  readonly name: string
  /** The calendar years of its points, in years before 1950, ascending. */
  readonly years: Float64Array
  /** The radiocarbon age at each point, in years BP. */
  readonly ages: Float64Array
  /** The standard deviation of that age. */
  readonly errors: Float64Array
}

/** What is known of a published curve, so that no other file is taken for it. */
interface PublishedCurve {
  readonly name: string
  readonly title: string
  /** Between which calendar years its points lie how far apart. */
  readonly steps: readonly { readonly until: number; readonly step: number }[]
  /** Year, age and error of the first and of the last point. */
  readonly first: readonly [number, number, number]
  readonly last: readonly [number, number, number]
}

/** Reimer et al. 2020, Radiocarbon 62(4), doi 10.1017/RDC.2020.41: 9,501 points. */
const intcal20: PublishedCurve = {
  name: 'intcal20',
  title: 'IntCal20',
  steps: [
    { until: 5000, step: 1 },
    { until: 15_000, step: 5 },
    { until: 25_000, step: 10 },
    { until: 55_000, step: 20 },
  ],
  first: [0, 199, 11],
  last: [55_000, 50_100, 1024],
}

/** The curve that counts where nothing else is said, and the only one that there is. */
export const usualCurve = intcal20.name

/** Why a file is no calibration curve, as a sentence. */
export class CurveProblem extends Error {}

type Point = readonly [year: number, age: number, error: number]

/**
 * Reads a curve in the text form in which the curves are published (`.14c`): lines that begin with `#` are comments, all others are
 * calendar year, radiocarbon age, its error and more, separated by commas, in either order of the years.
 *
 * @throws CurveProblem unless it is IntCal20 with all of its points
 */
export function readCurve(text: string): CalibrationCurve {
  const points = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .flatMap((line, index) => {
      const trimmed = line.trim()
      return trimmed === '' || trimmed.startsWith('#') ? [] : [readPoint(trimmed, index + 1)]
    })
  if (points.length === 0) throw new CurveProblem('The file holds no points of a calibration curve.')
  if ((points[0]?.[0] ?? 0) > (points.at(-1)?.[0] ?? 0)) points.reverse()
  requirePublished(points, intcal20)
  const column = (place: 0 | 1 | 2) => Float64Array.from(points, (point) => point[place])
  return { name: intcal20.name, years: column(0), ages: column(1), errors: column(2) }
}

const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

function readPoint(line: string, lineNumber: number): Point {
  const cells = line.split(',').map((cell) => cell.trim())
  const [year, age, error] = cells
  if (year === undefined || age === undefined || error === undefined) {
    throw new CurveProblem(
      `Line ${lineNumber} is no point of a calibration curve: calendar year, radiocarbon age and error are needed, separated by commas.`,
    )
  }
  const wrong = [year, age, error].find((cell) => !number.test(cell))
  if (wrong !== undefined) {
    throw new CurveProblem(`Line ${lineNumber} holds "${wrong.slice(0, 40)}" where a number is needed.`)
  }
  const point: Point = [Number(year), Number(age), Number(error)]
  if (point[2] <= 0) throw new CurveProblem(`Line ${lineNumber} has an error that is not above 0.`)
  return point
}

/** @throws CurveProblem unless the points, ascending by year, lie where those of the published curve do */
function requirePublished(points: readonly Point[], curve: PublishedCurve): void {
  const { title } = curve
  const years = [...yearsOf(curve)]
  const missing = years.findIndex((year, place) => points[place]?.[0] !== year)
  if (missing >= 0 || points.length !== years.length) {
    const count = `${title} has ${years.length} points and the file ${points.length}`
    const found = points[missing >= 0 ? missing : years.length]?.[0]
    const where = missing < 0 ? 'after the last' : `where the year ${years[missing]} BP is expected`
    throw new CurveProblem(
      `The file is not ${title}: ${found === undefined ? `the year ${years[missing]} BP is missing` : `${found} stands ${where}`} (${count}).`,
    )
  }
  for (const expected of [curve.first, curve.last]) {
    const found = points.find(([year]) => year === expected[0])
    if (found?.join() !== expected.join()) {
      throw new CurveProblem(
        `The file is not ${title}: at ${expected[0]} BP it has the age ${found?.[1]} ± ${found?.[2]}, and ${title} ${expected[1]} ± ${expected[2]}.`,
      )
    }
  }
}

function* yearsOf({ steps }: PublishedCurve): Generator<number> {
  yield 0
  let last = 0
  for (const { until, step } of steps) {
    for (let year = last + step; year <= until; year += step) yield year
    last = until
  }
}
