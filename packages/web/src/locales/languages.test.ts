import { expect, test } from 'vitest'
import english from './en.json'
import italian from './it.json'

/** Forms for numbers differ from language to language: what counts is that the word is there. */
const keysOf = (texts: object, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null
      ? keysOf(text, `${before}${key}.`)
      : [`${before}${key}`.replace(/_(one|many|other)$/, '')],
  )

test('Italian has a word for everything that English has, and for nothing else', () => {
  expect(new Set(keysOf(italian))).toEqual(new Set(keysOf(english)))
})
