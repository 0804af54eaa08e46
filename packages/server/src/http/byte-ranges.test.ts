import { describe, expect, test } from 'vitest'
import { contentRange, isUnchanged } from './byte-ranges.js'

const etag = '"7-1-100"'
const modified = new Date('2026-05-04T10:00:00Z')

describe('the part of a file that is asked for', () => {
  test.each([
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=90-', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-1000', { first: 0, last: 99 }],
    ['bytes=95-1000', { first: 95, last: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-0', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes=a-b', undefined],
    ['items=0-1', undefined],
    [undefined, undefined],
  ] as const)('%s', (range, expected) => {
    expect(contentRange({ range, ifRange: undefined }, 100, etag, modified)).toEqual(expected)
  })

  test.each([
    [etag, true],
    [modified.toUTCString(), true],
    ['"7-2-100"', false],
    ['Mon, 04 May 2026 09:00:00 GMT', false],
    ['nonsense', false],
  ])('with If-Range %s', (ifRange, isPart) => {
    const range = contentRange({ range: 'bytes=0-1', ifRange }, 100, etag, modified)
    expect(range !== undefined).toBe(isPart)
  })
})

describe('a copy that the sender has already', () => {
  test.each([
    [etag, undefined, true],
    [`W/${etag}`, undefined, true],
    [`"x", ${etag}`, undefined, true],
    ['*', undefined, true],
    ['"x"', modified.toUTCString(), false],
    [undefined, modified.toUTCString(), true],
    [undefined, 'Mon, 04 May 2026 09:59:59 GMT', false],
    [undefined, 'nonsense', false],
    [undefined, undefined, false],
  ])('If-None-Match %s, If-Modified-Since %s', (ifNoneMatch, ifModifiedSince, expected) => {
    expect(isUnchanged({ ifNoneMatch, ifModifiedSince }, etag, modified)).toBe(expected)
  })
})
