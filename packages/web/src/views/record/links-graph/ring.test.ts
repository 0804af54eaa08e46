import fc from 'fast-check'
import { expect, test } from 'vitest'
import { middle, placesAround } from './ring.js'

test('the first stands above the middle, the second of four at its right', () => {
  const [above, right] = placesAround(4)
  expect(above?.x).toBeCloseTo(middle.x)
  expect(above?.y).toBeLessThan(middle.y)
  expect(right?.x).toBeGreaterThan(middle.x)
  expect(right?.y).toBeCloseTo(middle.y)
})

test('everybody stands inside the drawing, off the middle, and nobody where another one is', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), (count) => {
      const places = placesAround(count)
      expect(places).toHaveLength(count)
      for (const { x, y } of places) {
        expect(Math.min(x, y, 100 - x, 100 - y)).toBeGreaterThan(5)
        expect(Math.hypot(x - middle.x, y - middle.y)).toBeGreaterThan(20)
      }
      expect(new Set(places.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size).toBe(count)
    }),
  ))
