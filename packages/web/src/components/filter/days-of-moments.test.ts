import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf, dayText, momentOf } from './days-of-moments.js'

const days = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a moment that is asked for by days', () => {
  test('lies on the day that was chosen, at its beginning and at its end', () =>
    fc.assert(
      fc.property(days, (day) => {
        const [from, until] = [momentOf(day, '_between', 0), momentOf(day, '_between', 1)]
        expect([dayOf(from), dayOf(until)]).toEqual([day, day])
        expect(from < until).toBe(true)
        expect([momentOf(day, '_gte', 0), momentOf(day, '_lte', 0)]).toEqual([from, until])
        for (const moment of [from, until]) expect(moment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      }),
    ))

  test('is a day in words, with the time where somebody asked for less than a day', () => {
    const day = '2026-11-22'
    expect(dayText(momentOf(day, '_lte', 0), '_lte', 0, 'en-GB')).toBe('22 Nov 2026')
    expect(dayText(momentOf(day, '_gte', 0), '_gte', 0, 'it')).toBe('22 nov 2026')
    expect(dayText(day, '_gte', 0, 'en-GB')).toBe('22 Nov 2026')
    const noon = new Date(2026, 10, 22, 12, 30).toISOString()
    expect(dayText(noon, '_gte', 0, 'en-GB')).toBe('22 Nov 2026, 12:30')
  })

  test('is nothing while no day is chosen; what is no moment stays as it is', () => {
    expect(momentOf('', '_gte', 0)).toBe('')
    expect([dayOf('soon'), dayText('soon', '_gte', 0, 'en-GB')]).toEqual(['soon', 'soon'])
  })
})
