import { expect, test } from 'vitest'
import { barsOf, barWidth, labelsOf, nearestMark, placeOf, type Span } from './past-scale.js'

const at = (text: string) => new Date(text).getTime()
const span: Span = { from: at('2024-03-10T08:00'), to: at('2026-09-02T18:00') }

test('a moment lies on the line, also one before or after it', () => {
  expect(placeOf(span.from - 1, span, 800)).toBe(0)
  expect(placeOf(span.to + 1, span, 800)).toBe(800)
  expect(placeOf((span.from + span.to) / 2, span, 800)).toBeCloseTo(400)
  expect(placeOf(5, { from: 5, to: 5 }, 800)).toBe(800)
})

test('changes near each other are one bar, and more of them a higher one', () => {
  const marks = [
    { time: span.from, count: 1 },
    { time: span.to, count: 40 },
    { time: span.to - 1, count: 60 },
  ]
  const [first, last, ...others] = barsOf(marks, span, 800)
  expect(others).toEqual([])
  expect([first?.x, last?.x]).toEqual([barWidth / 2, 800 - barWidth / 2])
  expect(last?.height).toBe(1)
  expect(first?.height).toBeLessThan(0.6)
})

test('the nearest mark is found on either side', () => {
  const marks = [{ time: 10 }, { time: 20 }]
  expect([nearestMark(marks, 14)?.time, nearestMark(marks, 16)?.time, nearestMark([], 1)]).toEqual([
    10,
    20,
    undefined,
  ])
})

test.each([
  ['year', 300, '2024-03-10T08:00', '2026-09-02T18:00', ['2025-01-01T00:00', '2026-01-01T00:00']],
  [
    'month',
    500,
    '2026-05-20T08:00',
    '2026-09-02T18:00',
    ['2026-06-01T00:00', '2026-07-01T00:00', '2026-08-01T00:00', '2026-09-01T00:00'],
  ],
  ['day', 300, '2026-09-01T08:00', '2026-09-03T18:00', ['2026-09-02T00:00', '2026-09-03T00:00']],
  [
    'hour',
    400,
    '2026-09-01T08:10',
    '2026-09-01T11:30',
    ['2026-09-01T09:00', '2026-09-01T10:00', '2026-09-01T11:00'],
  ],
] as const)('the line is labelled by the %s where %i pixels leave room', (unit, width, from, to, times) => {
  expect(labelsOf({ from: at(from), to: at(to) }, width)).toEqual({ unit, times: times.map(at) })
})
