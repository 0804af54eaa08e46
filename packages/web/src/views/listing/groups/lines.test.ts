import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineAfter, linesOf, partsBetween } from './lines.js'

test('lines are found by their places, whatever groups are open', () =>
  fc.assert(
    fc.property(fc.array(fc.record({ hasHead: fc.boolean(), records: fc.nat(5) })), (stretches) => {
      const all = stretches.flatMap(({ hasHead, records }, stretch) => [
        ...(hasHead ? [{ kind: 'head', stretch }] : []),
        ...Array.from({ length: records }, (_, place) => ({ kind: 'record', stretch, place })),
      ])
      const lines = linesOf(stretches)
      expect(lines.total).toBe(all.length)
      expect(all.map((_, index) => lines.at(index))).toEqual(all)
      expect([lines.at(-1), lines.at(all.length)]).toEqual([undefined, undefined])
      for (const [stretch, { hasHead }] of stretches.entries())
        if (hasHead) expect(lines.at(lines.startOf(stretch))).toEqual({ kind: 'head', stretch })
    }),
  ))

test('records between two lines are told stretch by stretch, without the heads', () => {
  const lines = linesOf([
    { hasHead: true, records: 3 },
    { hasHead: true, records: 0 },
    { hasHead: true, records: 4 },
  ])
  expect(partsBetween(lines, 2, 7)).toEqual([
    { stretch: 0, offset: 1, limit: 2 },
    { stretch: 2, offset: 0, limit: 2 },
  ])
  expect(partsBetween(lines, 8, 20)).toEqual([{ stretch: 2, offset: 2, limit: 2 }])
  expect(partsBetween(lines, 4, 5)).toEqual([])
  expect([1, 2, 3, 7, 8].map((records) => lineAfter(lines, 1, records))).toEqual([1, 2, 3, 9, undefined])
})
