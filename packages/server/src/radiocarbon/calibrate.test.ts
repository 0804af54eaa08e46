import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calibrate, levels, likelihoodOf, regionOf } from './calibrate.js'
import { CurveProblem, readCurve } from './calibration-curve.js'

const textOf = (name: string) => readFileSync(new URL(`../../curves/${name}.14c`, import.meta.url), 'utf8')
const published = textOf('intcal20')
const curve = readCurve(published, 'intcal20')

describe('a curve that comes with the service', () => {
  test.each<[string, number, string, readonly (readonly number[])[]]>([
    [
      'intcal20',
      9501,
      '10.1017/RDC.2020.41',
      [
        [0, 199, 11],
        [55_000, 50_100, 1024],
      ],
    ],
    [
      'shcal20',
      9501,
      '10.1017/RDC.2020.59',
      [
        [0, 174, 11],
        [55_000, 50_132, 1008],
      ],
    ],
    [
      'marine20',
      5501,
      '10.1017/RDC.2020.68',
      [
        [0, 603, 60],
        [55_000, 50_788, 991],
      ],
    ],
  ])('%s has all of its %i points, ascending, and says how it is cited', (name, count, doi, expected) => {
    const { years, ages, errors, ...source } = readCurve(textOf(name), name)
    expect(years.length).toBe(count)
    expect([0, count - 1].map((place) => [years[place], ages[place], errors[place]])).toEqual(expected)
    expect(source).toMatchObject({ name, doi, citation: expect.stringContaining('2020') })
  })

  test('is the same in either order, whatever ends its lines', () => {
    const lines = published.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const turned = `\uFEFF# turned round\r\n\r\n${lines.toReversed().join('\r\n')}`
    expect(readCurve(turned, 'intcal20')).toEqual(curve)
  })

  const lines = published.split('\n')
  const first = lines.findIndex((line) => line.startsWith('55000'))
  const changed = (place: number, line: string | undefined): string =>
    lines.flatMap((one, at) => (at === place ? (line === undefined ? [] : [line]) : [one])).join('\n')
  test.each<[string, string, string]>([
    ['nothing', '', 'no points'],
    ['comments alone', '# nothing\n#', 'no points'],
    ['a text', 'Dear colleague,\nhere is the curve', 'Line 1 is no point'],
    ['another separator', published.replaceAll(',', ';'), 'separated by commas'],
    ['a word for a number', changed(first + 3, '54940,n/a,1007'), `Line ${first + 4} holds "n/a"`],
    ['an error of nought', changed(first + 3, '54940,50043,0'), 'not above 0'],
    ['a point less', changed(first + 7, undefined), 'not IntCal20'],
    ['the first points alone', lines.slice(0, 50).join('\n'), 'not IntCal20'],
    ['the oldest point missing', changed(first, undefined), '55000 BP is missing'],
    ['a point more', `${published.trimEnd()}\n-1,199,11`, 'not IntCal20'],
    ['two points exchanged', changed(first + 1, lines[first + 2]), 'not IntCal20'],
    ['the curve of the other hemisphere', textOf('shcal20'), '199 ± 11'],
    ['the ends of another curve', changed(first, '55000,50101,1020'), '50100 ± 1024'],
  ])('is not read from %s', (_case, text, words) => {
    expect(() => readCurve(text, 'intcal20')).toThrow(CurveProblem)
    expect(() => readCurve(text, 'intcal20')).toThrow(words)
  })
})

describe('a further curve', () => {
  const comments =
    '##Older data\n# Somebody et al. 2013.\n# Radiocarbon 55. doi: 10.2458/x_55.16947.\n#CAL BP, 14C age,Error\n'

  test('says of itself what its comments say', () => {
    const { years, ...source } = readCurve(`${comments}20,30,2\n10,18,3\n`, 'intcal13')
    expect([...years]).toEqual([10, 20])
    expect(source).toMatchObject({
      name: 'intcal13',
      title: 'intcal13',
      citation: 'Older data Somebody et al. 2013. Radiocarbon 55. doi: 10.2458/x_55.16947.',
      doi: '10.2458/x_55.16947',
    })
  })

  test.each<[string, string, string]>([
    ['a single point', '10,20,3', 'two points at least'],
    ['years in no order', '10,20,3\n5,7,3\n20,30,3', 'in no order'],
    ['a year that stands twice', '10,20,3\n10,21,3\n20,30,3', 'in no order'],
    ['half years', '10.5,20,3\n20,30,3', 'no calendar year'],
    ['years from before there was carbon', '10,20,3\n1000000000,30,3', 'no calendar year'],
  ])('is not read from %s', (_case, text, words) => {
    expect(() => readCurve(text, 'own')).toThrow(words)
  })
})

describe('calibration', () => {
  test.each<[number, number, string, string]>([
    [3200, 40, '3386-3450', '3278-3486'],
    [3000, 30, '3081-3312', '3074-3329'],
    [1950, 25, '1831-1922', '1752-1983'],
    [500, 30, '513-537', '501-551'],
    [10_000, 60, '11323-11683', '11267-11737'],
    [2000, 30, '1890-1989', '1836-1998'],
    [2450, 40, '2369-2696', '2359-2705'],
    [49_000, 800, '50630-54566', '50107-55000'],
  ])('%i ± %i BP lies in %s (1σ) and %s (2σ)', (age, error, oneSigma, twoSigma) => {
    const ranges = calibrate(curve, age, error)
    expect(`${ranges?.oneSigma.from}-${ranges?.oneSigma.to}`).toBe(oneSigma)
    expect(`${ranges?.twoSigma.from}-${ranges?.twoSigma.to}`).toBe(twoSigma)
  })

  test.each([
    [200_000, 30],
    [-5000, 30],
    [Number.MAX_SAFE_INTEGER, 1],
  ])('%i ± %i BP lies outside the curve', (age, error) => {
    expect(calibrate(curve, age, error)).toBeUndefined()
  })

  test('an error beyond all measure still ends, on the whole curve', () => {
    expect(calibrate(curve, 3000, Number.MAX_SAFE_INTEGER)?.twoSigma.to).toBeLessThanOrEqual(55_000)
  })

  /**
   * The same as it is written down: all years sorted by falling density, the younger first, added up until
   * the level is reached.
   */
  const plainRegion = (age: number, error: number, level: number) => {
    const likelihood = likelihoodOf(curve, age, error)
    if (!likelihood) return undefined
    const years = [...likelihood.densities].map((density, place) => ({
      year: likelihood.from + place,
      density,
    }))
    years.sort((one, other) => other.density - one.density || one.year - other.year)
    const taken: number[] = []
    for (let sum = 0; sum < level && taken.length < years.length; ) {
      const next = years[taken.length]
      sum += next?.density ?? 0
      taken.push(next?.year ?? 0)
    }
    return taken.sort((a, b) => a - b)
  }

  test('takes exactly the years that the plain rule takes', () => {
    const age = fc.integer({ min: -200, max: 52_000 })
    const error = fc.integer({ min: 1, max: 400 })
    fc.assert(
      fc.property(age, error, fc.constantFrom(...Object.values(levels)), (bp, sd, level) => {
        const likelihood = likelihoodOf(curve, bp, sd)
        const region = likelihood && regionOf(likelihood, level)
        const years = region?.parts.flatMap(({ from, to }) =>
          Array.from({ length: to - from + 1 }, (_, place) => from + place),
        )
        expect(years).toEqual(plainRegion(bp, sd, level))
        expect(region && [region.range.from, region.range.to]).toEqual(years && [years[0], years.at(-1)])
        const sum = region?.parts.reduce((total, { probability }) => total + probability, 0)
        if (sum !== undefined) expect(sum).toBeGreaterThan(level - 1e-9)
      }),
      { numRuns: 60 },
    )
  })
})
