import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignTracks } from './tracks.js'

test('lines that wait for each other in a ring are drawn on tracks of their own all the same', () => {
  const ring = [
    { top: 0, bottom: 10 },
    { top: 10, bottom: 20 },
    { top: 20, bottom: 0 },
  ]
  const { stretches } = assignTracks(ring)
  expect(stretches.map((own) => own.length).sort()).toEqual([1, 1, 2])
})

test('the highest track belongs to the line that comes in where another goes out', () => {
  const { stretches } = assignTracks([
    { top: 8, bottom: 2 },
    { top: 2, bottom: 5 },
  ])
  expect(stretches[1]?.[0]?.track).toBeLessThan(stretches[0]?.[0]?.track ?? 0)
})

test('every line ends where it should, and upright pieces never meet', () => {
  const places = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(places, fc.infiniteStream(fc.nat()), (tops, random) => {
      const bottoms = tops
        .map((place) => ({ place, key: random.next().value as number }))
        .sort((a, b) => a.key - b.key)
        .map(({ place }) => place)
      const pieces = tops.map((top, index) => ({ top, bottom: bottoms[index] as number }))
      const { stretches, count } = assignTracks(pieces)
      // Each upright piece: its column, and the tracks between which it runs.
      const upright = pieces.flatMap(({ top, bottom }, line) => {
        const own = stretches[line] ?? []
        if (own.length === 0) {
          expect(top).toBe(bottom)
          return [{ line, x: top, from: -1, to: count }]
        }
        expect(own.at(-1)?.to).toBe(bottom)
        const xs = [top, ...own.map(({ to }) => to)]
        const tracks = [-1, ...own.map(({ track }) => track), count]
        return xs.map((x, k) => ({ line, x, from: tracks[k] as number, to: tracks[k + 1] as number }))
      })
      for (const a of upright)
        for (const b of upright)
          if (a.line < b.line && a.x === b.x) expect(a.to < b.from || b.to < a.from).toBe(true)
    }),
  )
})
