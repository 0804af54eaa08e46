import type { Geometry, Position } from '@trowel/contract/model/geometry.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { simplify } from './simplify.js'

const position: fc.Arbitrary<Position> = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
)
const line = fc.array(position, { minLength: 2, maxLength: 40 })
const ring = fc.array(position, { minLength: 3, maxLength: 40 }).map((open) => [...open, open[0] as Position])
const tolerance = fc.constantFrom(0, 1e-9, 0.01, 1, 30, 1000)

describe('simplified geometries', () => {
  test('rings stay closed, keep four positions at least, and all of them are positions of before', () => {
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), tolerance, (rings, within) => {
        const after = simplify({ type: 'Polygon', coordinates: rings }, within).coordinates as Position[][]
        expect(after).toHaveLength(rings.length)
        for (const [place, simple] of after.entries()) {
          expect(simple.length).toBeGreaterThanOrEqual(4)
          expect(simple.at(-1)).toEqual(simple[0])
          expect(rings[place]).toEqual(expect.arrayContaining(simple))
        }
      }),
    )
  })

  test('no position is farther from the simplified line than the tolerance', () => {
    fc.assert(
      fc.property(line, tolerance, (before, within) => {
        const after = simplify({ type: 'LineString', coordinates: before }, within).coordinates as Position[]
        expect([after[0], after.at(-1)]).toEqual([before[0], before.at(-1)])
        for (const each of before) expect(distanceTo(after, each)).toBeLessThanOrEqual(within + 1e-9)
      }),
    )
  })

  test('what lies on a straight line goes, and a small ring stays', () => {
    const straight: Geometry = {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 3],
      ],
    }
    expect(simplify(straight, 0.001).coordinates).toEqual([
      [0, 0],
      [3, 3],
    ])
    const pit = Array.from(
      { length: 60 },
      (_, k): Position => [Math.cos((k * Math.PI) / 30) * 1e-5, Math.sin((k * Math.PI) / 30) * 1e-5],
    )
    const drawn: Geometry = { type: 'MultiPolygon', coordinates: [[[...pit, pit[0] as Position]]] }
    expect((simplify(drawn, 1).coordinates as Position[][][])[0]?.[0]).toHaveLength(4)
  })

  test('a line of very many positions takes no deep calls', () => {
    const many = Array.from({ length: 200_000 }, (_, k): Position => [k, k % 2])
    expect(simplify({ type: 'LineString', coordinates: many }, 2).coordinates).toHaveLength(2)
  })
})

function distanceTo(drawn: readonly Position[], [x, y]: Position): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const [place, [ax, ay]] of drawn.slice(0, -1).entries()) {
    const [bx, by] = drawn[place + 1] as Position
    const length = (bx - ax) ** 2 + (by - ay) ** 2
    const along =
      length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
    nearest = Math.min(nearest, Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)))
  }
  return nearest
}
