import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseCells } from './choose-cells.js'
import { analyseCorrespondence } from './correspondence.js'
import { seriate } from './seriate.js'

type Numbers = Readonly<Record<string, Readonly<Record<string, number>>>>

const all = { basis: 'counts', minGroup: 0, minChar: 0, minMeetings: 1 } as const

function chosen(data: Numbers, thresholds: Partial<Parameters<typeof chooseCells>[1]> = {}) {
  const groups = Object.keys(data)
  const chars = [...new Set(Object.values(data).flatMap((row) => Object.keys(row)))].sort()
  const analysis = { groups, chars, data, group_labels: {}, group_tb: 'finds', group_field: 'context' }
  return chooseCells(analysis, { ...all, ...thresholds })
}

function ordered(data: Numbers, newerThan: readonly (readonly [string, string])[] = [], reversed = false) {
  const { groups, chars, cells } = chosen(data)
  const pairs = newerThan.flat().map((group) => groups.indexOf(group))
  return seriate({ groups, chars, cells, newerThan: Int32Array.from(pairs), reversed })
}

/** Of a table of rows, with names that do not tell their order. */
const tableOf = (rows: readonly (readonly number[])[], names: readonly string[]): Numbers =>
  Object.fromEntries(
    rows.map((row, k) => [
      names[k] ?? '',
      Object.fromEntries(row.flatMap((value, j) => (value > 0 ? [[`t${j}`, value]] : []))),
    ]),
  )

const lettersOf = (count: number) => Array.from({ length: count }, (_, k) => `g${k}`)

describe('a correspondence analysis', () => {
  // Greenacre, Theory and Applications of Correspondence Analysis, 1984, section 3.1: smoking of the staff.
  const smokers = [
    [4, 2, 3, 2],
    [4, 3, 7, 4],
    [25, 10, 12, 4],
    [18, 24, 33, 13],
    [10, 6, 7, 2],
  ]

  test('has the published inertias and coordinates, whichever side is the longer one', () => {
    const { inertia, axes } = analyseCorrespondence(smokers, 3)
    expect(inertia).toBeCloseTo(0.08519, 5)
    expect(axes.map((axis) => Number(axis.inertia.toFixed(6)))).toEqual([0.074759, 0.010017, 0.000414])
    const way = Math.sign(axes[0]?.rows[0] ?? 0)
    expect(axes[0]?.rows.map((one) => -way * one)).toEqual(
      [-0.065768, 0.258958, -0.380595, 0.232952, -0.201089].map((one) => expect.closeTo(one, 5)),
    )
    expect(axes[0]?.columns.map((one) => -way * one)).toEqual(
      [-0.393308, 0.099456, 0.196321, 0.293776].map((one) => expect.closeTo(one, 5)),
    )
    const turned = smokers[0]?.map((_, j) => smokers.map((row) => row[j] ?? 0)) ?? []
    const other = analyseCorrespondence(turned, 3)
    expect(other.axes.map((axis) => axis.inertia)).toEqual(
      axes.map((axis) => expect.closeTo(axis.inertia, 12)),
    )
  })

  test('finds nothing where all rows have the same shares', () => {
    const { inertia, axes } = analyseCorrespondence(
      [
        [1, 2],
        [2, 4],
        [5, 10],
      ],
      2,
    )
    expect([axes, inertia]).toEqual([[], expect.closeTo(0, 12)])
  })
})

describe('a seriation', () => {
  /** Types that come and go: totally positive, for which the first axis is known to have the order. */
  const battleships = fc
    .record({
      gaps: fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: 2, maxLength: 11 }),
      peaks: fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 }),
      sizes: fc.array(fc.double({ min: 1, max: 40, noNaN: true }), { minLength: 12, maxLength: 12 }),
      seed: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
    })
    .map(({ gaps, peaks, sizes, seed }) => {
      const sums = (list: readonly number[]) =>
        list.map((_, k) => list.slice(0, k).reduce((a, b) => a + b, 0))
      const kinds = sums(peaks)
      const rows = sums(gaps).map((time, k) =>
        kinds.map((peak) => (sizes[k] ?? 1) * Math.exp(-((time - peak) ** 2) / 2)),
      )
      return { rows, order: rows.map((_, k) => k).sort((a, b) => (seed[a] ?? 0) - (seed[b] ?? 0) || a - b) }
    })

  test('brings a shuffled table of battleships back into its order, or the reverse', () => {
    fc.assert(
      fc.property(battleships, ({ rows, order }) => {
        const names = lettersOf(rows.length)
        const shuffled = tableOf(
          order.map((k) => rows[k] ?? []),
          order.map((k) => names[k] ?? ''),
        )
        const { blocks } = ordered(shuffled)
        const found = blocks[0]?.groups ?? []
        expect(blocks).toHaveLength(1)
        expect([found, [...found].reverse()]).toContainEqual(names)
      }),
      { numRuns: 60 },
    )
  })

  test('brings back a staircase of presences; what has the same types has the same place', () => {
    const rows = [
      [1, 1, 0, 0, 0],
      [0, 1, 1, 0, 0],
      [0, 1, 1, 0, 0],
      [0, 0, 1, 1, 0],
      [0, 0, 0, 1, 1],
    ]
    const order = [3, 1, 4, 0, 2]
    const { blocks } = ordered(
      tableOf(
        order.map((k) => rows[k] ?? []),
        order.map((k) => `g${k}`),
      ),
    )
    const found = blocks[0]?.groups ?? []
    expect([found, [...found].reverse()].map((one) => one.join(' ').replace('g2 g1', 'g1 g2'))).toContain(
      'g0 g1 g2 g3 g4',
    )
    expect(blocks[0]?.ties).toEqual([['g1', 'g2']])
    expect(blocks[0]?.chars.length).toBe(5)
  })

  const sequence = tableOf(
    [
      [8, 2, 0, 0],
      [4, 6, 2, 0],
      [0, 5, 6, 1],
      [0, 0, 4, 9],
    ],
    ['a', 'b', 'c', 'd'],
  )

  test('begins with what came first, and is turned round on demand', () => {
    expect(ordered(sequence).blocks[0]).toMatchObject({ groups: ['a', 'b', 'c', 'd'], direction: null })
    const { groups, chars, group_places } = ordered(sequence, [], true).blocks[0] ?? {}
    expect([groups, chars]).toEqual([
      ['d', 'c', 'b', 'a'],
      ['t3', 't2', 't1', 't0'],
    ])
    const along = group_places?.map(([x]) => x ?? 0) ?? []
    expect(along).toEqual([...along].sort((one, other) => one - other))
  })

  test('begins with the newest where that is known, and tells what speaks against it', () => {
    const known = [
      ['d', 'c'],
      ['c', 'b'],
      ['a', 'c'],
    ] as const
    const { blocks, contradicted } = ordered(sequence, known)
    expect(blocks[0]).toMatchObject({
      groups: ['d', 'c', 'b', 'a'],
      direction: 'newest_first',
      agreeing: 2,
      contradicting: 1,
    })
    expect(contradicted).toEqual([2])
    expect(ordered(sequence, known, true).blocks[0]).toMatchObject({
      groups: ['a', 'b', 'c', 'd'],
      direction: 'oldest_first',
      contradicting: 1,
    })
  })

  test('has no direction with as much for it as against it', () => {
    const { blocks, contradicted } = ordered(sequence, [
      ['d', 'c'],
      ['a', 'b'],
    ])
    expect([blocks[0]?.direction, blocks[0]?.agreeing, contradicted]).toEqual([null, 0, []])
  })

  test('keeps parts that share no type apart, the largest first', () => {
    const { blocks } = ordered({ ...sequence, x: { u: 1, v: 3 }, y: { u: 2, v: 1 }, z: { w: 4 } }, [
      ['x', 'a'],
    ])
    expect(blocks.map(({ groups }) => [...groups].sort())).toEqual([['a', 'b', 'c', 'd'], ['x', 'y'], ['z']])
    expect(blocks.map(({ axes }) => axes.length)).toEqual([2, 1, 0])
    expect(blocks[2]).toMatchObject({ inertia: 0, group_places: [[]], arch: null, ties: [] })
  })

  test('of units with the same shares has no order', () => {
    const { blocks } = ordered({ a: { t: 1, u: 2 }, b: { t: 2, u: 4 }, c: { t: 5, u: 10 } })
    expect(blocks).toMatchObject([{ groups: ['a', 'b', 'c'], axes: [], ties: [['a', 'b', 'c']] }])
  })

  test('of one long gradient bends into a horseshoe', () => {
    const rows = Array.from({ length: 20 }, (_, k) =>
      Array.from({ length: 12 }, (_, j) => Math.round(100 * Math.exp(-((k / 2 - j) ** 2) / 4))),
    )
    const [block] = ordered(tableOf(rows, lettersOf(20))).blocks
    expect(block?.arch).toBeGreaterThan(0.9)
    const heights = block?.group_places.map(([, y]) => y ?? 0) ?? []
    expect(heights[10]).toBeGreaterThan(Math.max(heights[0] ?? 0, heights[19] ?? 0))
  })
})

describe('what is left out of a seriation', () => {
  const finds = {
    a: { bowl: 6, cup: 3, lamp: 1 },
    b: { bowl: 4, cup: 4 },
    c: { cup: 5, '': 9 },
    d: { coin: -2 },
    '': { bowl: 3 },
  }
  const reasons = (thresholds: Parameters<typeof chosen>[1]) => {
    const { groups, chars, leftOut } = chosen(finds, thresholds)
    const named = [...leftOut.groups, ...leftOut.chars].map(({ key, reason }) => [key, reason])
    return {
      kept: [...groups, ...chars].join(' '),
      ...Object.fromEntries(named.map(([key, why]) => [`-${key}`, why])),
    }
  }

  test('is what has no value and what counts nothing; numbers below zero count as none', () => {
    expect(reasons({})).toEqual({
      kept: 'a b c bowl cup lamp',
      '-': 'no_value',
      '-d': 'empty',
      '-coin': 'empty',
    })
    expect(chosen(finds).leftOut.belowZero).toBe(1)
  })

  test('is what is below a threshold, and what falls below one without it', () => {
    expect(reasons({ minMeetings: 2 })).toMatchObject({
      kept: 'a b bowl cup',
      '-c': 'meetings',
      '-lamp': 'meetings',
    })
    expect(reasons({ minGroup: 9 })).toMatchObject({ kept: 'a bowl cup lamp', '-b': 'total', '-c': 'total' })
    expect(reasons({ minChar: 2 })).toMatchObject({ kept: 'a b c bowl cup', '-lamp': 'total' })
    expect(reasons({ minChar: 11, minMeetings: 1 })).toMatchObject({ kept: 'a b c cup', '-bowl': 'total' })
    expect(reasons({ minGroup: 100 })).toMatchObject({ kept: '' })
  })

  test('is told with what it has; totals are those of the numbers, also where presence counts', () => {
    const { leftOut, cells } = chosen(finds, { basis: 'presence', minGroup: 9 })
    expect(leftOut.groups).toContainEqual({ key: 'b', total: 8, meetings: 2, reason: 'total' })
    expect(cells.every(({ value }) => value === 1)).toBe(true)
  })
})
