import { array, assert, integer, oneof, property, string, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HashedColumn } from './hashed-column.js'

describe('a hashed column', () => {
  test('never misses a row that has a value', () => {
    const rows = array(tuple(oneof(string(), integer()), integer({ min: 1, max: 0xffff_ffff })), {
      maxLength: 300,
    })
    assert(
      property(rows, (pairs) => {
        const column = new HashedColumn()
        for (const [value, id] of pairs) column.add(value, id)
        for (const [value, id] of pairs) expect(column.candidates(value)).toContain(id)
      }),
    )
  })

  test('grows, and seldom names a row that has another value', () => {
    const column = new HashedColumn()
    const count = 200_000
    for (let id = 1; id <= count; id++) column.add(`C${id}`, id)
    let named = 0
    for (let id = 1; id <= count; id += 97) {
      expect(column.candidates(`C${id}`)).toContain(id)
      named += column.candidates(`D${id}`).length
    }
    expect(named).toBeLessThan(10)
    expect(column.isFull).toBe(false)
  })

  test('says when an id is too large for it', () => {
    const column = new HashedColumn()
    column.add('a', 2 ** 32)
    expect(column.isFull).toBe(true)
  })
})
