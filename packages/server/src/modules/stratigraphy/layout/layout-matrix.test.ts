import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LineEnds } from './layers.js'
import { type BoxSize, layOutMatrix, type MatrixLayout, type Point } from './layout-matrix.js'

interface Drawing {
  readonly sizes: readonly BoxSize[]
  readonly lines: readonly LineEnds[]
}

/** Boxes of all sizes with lines that may close loops, repeat each other, and leave boxes alone. */
const drawings: fc.Arbitrary<Drawing> = fc
  .integer({ min: 1, max: 40 })
  .chain((count) =>
    fc.record({
      sizes: fc.array(
        fc.record({ width: fc.integer({ min: 20, max: 260 }), height: fc.integer({ min: 20, max: 120 }) }),
        {
          minLength: count,
          maxLength: count,
        },
      ),
      lines: fc.array(
        fc.record({
          newer: fc.integer({ min: 0, max: count - 1 }),
          older: fc.integer({ min: 0, max: count - 1 }),
        }),
        { maxLength: 3 * count },
      ),
    }),
  )
  .map(({ sizes, lines }) => ({ sizes, lines: lines.filter(({ newer, older }) => newer !== older) }))

interface Stretch {
  readonly line: number
  readonly at: number
  readonly from: number
  readonly to: number
}

function stretchesOf(layout: MatrixLayout): { upright: Stretch[]; level: Stretch[] } {
  const upright: Stretch[] = []
  const level: Stretch[] = []
  layout.lines.forEach(({ points }, line) => {
    for (let k = 1; k < points.length; k++) {
      const [a, b] = [points[k - 1] as Point, points[k] as Point]
      if (a.x !== b.x && a.y !== b.y) throw new Error(`line ${line} is not at right angles`)
      if (a.x === b.x) upright.push({ line, at: a.x, from: Math.min(a.y, b.y), to: Math.max(a.y, b.y) })
      else level.push({ line, at: a.y, from: Math.min(a.x, b.x), to: Math.max(a.x, b.x) })
    }
  })
  return { upright, level }
}

const meet = (a: Stretch, b: Stretch): boolean =>
  a.line !== b.line && a.at === b.at && a.from <= b.to && b.from <= a.to

const pairs = <Item>(items: readonly Item[], fits: (a: Item, b: Item) => boolean): Item[][] =>
  items.flatMap((a, index) => items.slice(index + 1).flatMap((b) => (fits(a, b) ? [[a, b]] : [])))

const holds = (what: (layout: MatrixLayout, drawing: Drawing) => void) =>
  fc.assert(
    fc.property(drawings, (drawing) => what(layOutMatrix(drawing.sizes, drawing.lines), drawing)),
    { numRuns: 150 },
  )

describe('the layout of a matrix', () => {
  test('no box lies on another, and none outside', () => {
    holds(({ boxes, width, height }) => {
      expect(
        pairs(
          boxes,
          (a, b) =>
            a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
        ),
      ).toEqual([])
      for (const box of boxes) {
        expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(width)
        expect(box.y + box.height).toBeLessThanOrEqual(height)
      }
    })
  })

  test('every box has the room that its words need', () => {
    holds(({ boxes }, { sizes }) =>
      boxes.forEach((box, index) => {
        expect(box.width).toBeGreaterThanOrEqual(sizes[index]?.width ?? 0)
        expect(box.height).toBe(sizes[index]?.height)
      }),
    )
  })

  test('no line runs through a box, or along its edge', () => {
    holds((layout) => {
      const { upright, level } = stretchesOf(layout)
      for (const { x, y, width, height } of layout.boxes) {
        const right = x + width
        const bottom = y + height
        expect(
          upright.filter(({ at, from, to }) => x <= at && at <= right && from < bottom && y < to),
        ).toEqual([])
        expect(
          level.filter(({ at, from, to }) => y <= at && at <= bottom && from <= right && x <= to),
        ).toEqual([])
      }
    })
  })

  test('no two lines lie on each other, or touch', () => {
    holds((layout) => {
      const { upright, level } = stretchesOf(layout)
      expect(pairs(upright, meet)).toEqual([])
      expect(pairs(level, meet)).toEqual([])
    })
  })

  test('every line leads from its newer box to its older one, and down unless it closes a loop', () => {
    holds((layout, { lines }) => {
      expect(layout.lines).toHaveLength(lines.length)
      layout.lines.forEach(({ points, isTurned }, index) => {
        const { newer, older } = lines[index] as LineEnds
        const [from, to] = [points[0] as Point, points.at(-1) as Point]
        const [start, end] = [layout.boxes[newer], layout.boxes[older]]
        if (!start || !end) throw new Error('a box is missing')
        for (const [point, box] of [[from, start] as const, [to, end] as const]) {
          expect(point.x).toBeGreaterThan(box.x)
          expect(point.x).toBeLessThan(box.x + box.width)
        }
        expect(isTurned).toBe(from.y > to.y)
        expect(from.y).toBe(isTurned ? start.y : start.y + start.height)
        expect(to.y).toBe(isTurned ? end.y + end.height : end.y)
      })
    })
  })

  test('without loops every box lies one layer below the lowest of those above it', () => {
    const downwards = drawings.map(({ sizes, lines }) => ({
      sizes,
      lines: lines.map(({ newer, older }) => ({
        newer: Math.min(newer, older),
        older: Math.max(newer, older),
      })),
    }))
    fc.assert(
      fc.property(downwards, ({ sizes, lines }) => {
        const { boxes, layers, lines: drawn, isolated } = layOutMatrix(sizes, lines)
        expect(drawn.some(({ isTurned }) => isTurned)).toBe(false)
        const levelOf = sizes.map((_, box) => layers.find(({ y }) => y === boxes[box]?.y)?.level)
        const levels = sizes.map(() => 1)
        sizes.forEach((_, box) => {
          for (const { newer, older } of lines)
            if (newer === box) levels[older] = Math.max(levels[older] as number, (levels[box] as number) + 1)
        })
        sizes.forEach((_, box) => {
          const isAlone = lines.every(({ newer, older }) => newer !== box && older !== box)
          if (!isAlone) expect(levelOf[box]).toBe(levels[box])
          else expect(boxes[box]?.y).toBeGreaterThanOrEqual(isolated?.y ?? 0)
        })
      }),
      { numRuns: 150 },
    )
  })

  test('a chain is one straight line, and comes out the same every time', () => {
    const sizes = Array.from({ length: 12 }, () => ({ width: 48, height: 24 }))
    const lines = Array.from({ length: 11 }, (_, k) => ({ newer: k, older: k + 1 }))
    const layout = layOutMatrix(sizes, lines)
    expect(layout.lines.map(({ points }) => points.length)).toEqual(lines.map(() => 2))
    expect(layOutMatrix(sizes, lines)).toEqual(layout)
  })

  test('two lines that change places between two layers do not lie on each other', () => {
    // Four boxes, each joined with each of the next layer: somewhere columns have to be swapped.
    const sizes = Array.from({ length: 12 }, () => ({ width: 30, height: 24 }))
    const lines = [0, 4].flatMap((layer) =>
      [0, 1, 2, 3].flatMap((a) => [0, 1, 2, 3].map((b) => ({ newer: layer + a, older: layer + 4 + b }))),
    )
    const { upright, level } = stretchesOf(layOutMatrix(sizes, lines))
    expect([...pairs(upright, meet), ...pairs(level, meet)]).toEqual([])
  })

  test('nothing is drawn of nothing', () => {
    expect(layOutMatrix([], [])).toMatchObject({ width: 0, height: 0, boxes: [], lines: [], layers: [] })
  })
})
