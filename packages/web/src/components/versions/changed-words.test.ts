import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedWords } from './changed-words.js'

test('what two versions have in common surrounds what differs', () => {
  const { before, after } = changedWords('a brown silty layer', 'a grey silty layer')
  expect([before.own, after.own]).toEqual(['brown', 'grey'])
  expect([before.start, before.end]).toEqual(['a ', ' silty layer'])
})

test('no word of either version is lost', () => {
  const text = fc
    .array(fc.constantFrom('clay', 'silt', ' ', '\n', 'ash'), { maxLength: 8 })
    .map((words) => words.join(''))
  fc.assert(
    fc.property(text, text, (one, two) => {
      const { before, after } = changedWords(one, two)
      expect(before.start + before.own + before.end).toBe(one)
      expect(after.start + after.own + after.end).toBe(two)
      expect([after.start, after.end]).toEqual([before.start, before.end])
    }),
  )
})
