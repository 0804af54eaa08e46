import { describe, expect, test } from 'vitest'
import { readTimeSpan } from './time-span.js'

const moment = (year: number, day?: string) => ({ year, day })

describe('a span of time', () => {
  test.each([
    ['2024-05-01', moment(2024, '2024-05-01'), moment(2024, '2024-05-01')],
    ['2024-05-01T', moment(2024, '2024-05-01'), moment(2024, '2024-05-01')],
    ['2024-05-01T10:00:00Z', moment(2024, '2024-05-01'), moment(2024, '2024-05-01')],
    ['2024-05-01t10:00:00.123z', moment(2024, '2024-05-01'), moment(2024, '2024-05-01')],
    ['2024-12-31T23:30:00-05:00', moment(2025, '2025-01-01'), moment(2025, '2025-01-01')],
    ['0050-01-01/9999-12-31T23:00:00-05:00', moment(50, '0050-01-01'), moment(10_000)],
    ['0001-01-01T00:00:00+05:00/..', moment(0), undefined],
    ['2024', moment(2024, '2024-01-01'), moment(2024, '2024-12-31')],
    ['-325', moment(-325), moment(-325)],
    ['-0325-02-29', undefined, undefined],
    ['-0324-02-29', moment(-324), moment(-324)],
    ['-0400-01-01T00:00:00Z/-0301-12-31T23:59:59Z', moment(-400), moment(-301)],
    ['../2024-05-01', undefined, moment(2024, '2024-05-01')],
    ['/2024-05-01', undefined, moment(2024, '2024-05-01')],
    ['2024-02-29/..', moment(2024, '2024-02-29'), undefined],
    ['2024-02-29/', moment(2024, '2024-02-29'), undefined],
    ['-400/100', moment(-400), moment(100, '0100-12-31')],
  ])('%s is read', (text, from, to) => {
    expect(readTimeSpan(text)).toEqual(from === undefined && to === undefined ? undefined : { from, to })
  })

  test.each([
    '',
    '..',
    '../..',
    '/',
    'now',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-04-31',
    '2024-05',
    '2024-05-01T25:00:00Z',
    '2024-05-01T10:61:00Z',
    '2024-05-02/2024-05-01',
    '2024/2023',
    '2024/2025/2026',
    '1234567',
    '2024-05-01T10:00:00+99:99',
  ])('%j is none', (text) => {
    expect(readTimeSpan(text)).toBeUndefined()
  })
})
