import { expect, test } from 'vitest'
import { deepestJson, isTooDeep, parseJson } from './json-text.js'

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test.each<[string, boolean]>([
  [lists(deepestJson), false],
  [lists(deepestJson + 1), true],
  [objects(deepestJson), false],
  [objects(deepestJson + 1), true],
  [`[${Array(5000).fill('[{}]').join()}]`, false],
  [JSON.stringify('['.repeat(5000)), false],
  [JSON.stringify({ [`\\"${'{'.repeat(5000)}`]: `\\"\\\\${'['.repeat(5000)}` }), false],
  ['', false],
])('text %# is nested deeper than anybody writes or is not', (text, expected) => {
  expect(isTooDeep(text)).toBe(expected)
})

test('what is too deep says nothing, like what is no JSON', () => {
  expect(parseJson(lists(100_000))).toBeUndefined()
  expect(parseJson('{')).toBeUndefined()
  expect(parseJson('[[1]]')).toEqual([[1]])
})
