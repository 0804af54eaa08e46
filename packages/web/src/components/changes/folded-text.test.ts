import { expect, test } from 'vitest'
import { foldedText } from './folded-text.js'

test('a short text is shown as it is', () => {
  const text = { start: 'a ', own: 'brown', end: ' layer' }
  expect(foldedText(text)).toBe(text)
})

test('of a long text what differs is shown, with some words of what is around', () => {
  const folded = foldedText({ start: 'early '.repeat(90), own: 'brown', end: ' later'.repeat(90) })
  expect(folded.start).toMatch(/^… (\s*early){15,20} $/)
  expect(folded.own).toBe('brown')
  expect(folded.end).toMatch(/^( later){15,20} …$/)
})
