import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const words = (language: string): string[] => {
  const file = new URL(`../../packages/web/src/locales/${language}.json`, import.meta.url)
  return keysOf(JSON.parse(readFileSync(file, 'utf8')))
}

/** Forms for numbers differ from language to language: what counts is that the word is there. */
const keysOf = (texts: object, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null
      ? keysOf(text, `${before}${key}.`)
      : [`${before}${key}`.replace(/_(one|many|other)$/, '')],
  )

test('Italian has a word for everything that English has, and for nothing else', () => {
  expect(new Set(words('it'))).toEqual(new Set(words('en')))
})
