import type { CurveSource } from '@trowel/contract/radiocarbon.js'
import { type PublishedCurve, publishedCurves } from './published-curves.js'

/**
 * A calibration curve: for calendar years the radiocarbon age that a sample of that year has, all in years
 * before 1950.
 */
export interface CalibrationCurve extends CurveSource {
  /** The calendar years of its points, in years before 1950, ascending. */
  readonly years: Float64Array
  /** The radiocarbon age at each point, in years BP. */
  readonly ages: Float64Array
  /** The standard deviation of that age. */
  readonly errors: Float64Array
}

/** Why a file is no calibration curve, as a sentence. */
export class CurveProblem extends Error {}

type Point = readonly [year: number, age: number, error: number]

/**
 * Reads a curve in the text form in which the curves are published (`.14c`): lines that begin with `#` are
 * comments, all others are calendar year, radiocarbon age, its error and more, separated by commas, in either
 * order of the years.
 *
 * @param name a published curve is held against what is known of it; of any other the comments say what is
 *   cited
 * @throws CurveProblem when it is not the published curve of that name with all of its points, or no curve at
 *   all
 */
export function readCurve(text: string, name: string): CalibrationCurve {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const points = lines.flatMap((line, index) => {
    const trimmed = line.trim()
    return trimmed === '' || trimmed.startsWith('#') ? [] : [readPoint(trimmed, index + 1)]
  })
  if (points.length === 0) throw new CurveProblem('The file holds no points of a calibration curve.')
  if ((points[0]?.[0] ?? 0) > (points.at(-1)?.[0] ?? 0)) points.reverse()
  const published = publishedCurves.get(name)
  if (published) requirePublished(points, published)
  else requireAscending(points)
  const column = (place: 0 | 1 | 2) => Float64Array.from(points, (point) => point[place])
  return {
    ...(published ? sourceOf(published) : sourceInComments(name, lines)),
    years: column(0),
    ages: column(1),
    errors: column(2),
  }
}

/** What is answered about a curve, without its points. */
export const sourceOf = ({ name, title, citation, doi }: CurveSource): CurveSource => ({
  name,
  title,
  citation,
  doi,
})

const maxCitationLetters = 500

/** The published files name their article in comments, above the names of the columns. */
function sourceInComments(name: string, lines: readonly string[]): CurveSource {
  const comments = lines
    .filter((line) => line.trim().startsWith('#') && !/cal\s*bp\s*,/i.test(line))
    .map((line) => line.replace(/^[\s#]+/, '').trim())
  const citation = comments.filter((line) => line !== '').join(' ')
  const doi = /10\.\d{4,9}\/\S*\w/.exec(citation)?.[0] ?? null
  return { name, title: name, citation: citation.slice(0, maxCitationLetters), doi }
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

/** What lies further back has no radiocarbon left. */
const maxYear = 100_000

/** @throws CurveProblem unless the years are whole numbers, each later than the one before */
function requireAscending(points: readonly Point[]): void {
  if (points.length < 2) throw new CurveProblem('A calibration curve needs two points at least.')
  for (const [place, [year]] of points.entries()) {
    const before = points[place - 1]?.[0] ?? -1
    if (!Number.isSafeInteger(year) || year < 0 || year > maxYear)
      throw new CurveProblem(`${year} is no calendar year before 1950 from 0 to ${maxYear}.`)
    if (year <= before)
      throw new CurveProblem(`The years of the file are in no order: ${year} stands beside ${before}.`)
  }
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
