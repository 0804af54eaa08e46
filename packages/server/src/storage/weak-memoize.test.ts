import { expect, test } from 'vitest'
import { weakMemoize } from './weak-memoize.js'

test('makes a value once for each owner, also when it is undefined', () => {
  const made: object[] = []
  const cachedOf = weakMemoize((owner: { readonly value: unknown }) => {
    made.push(owner)
    return owner.value
  })
  const [first, second] = [{ value: undefined }, { value: 2 }]
  expect([cachedOf(first), cachedOf(first), cachedOf(second), cachedOf(second)]).toEqual([
    undefined,
    undefined,
    2,
    2,
  ])
  expect(made).toEqual([first, second])
})

test('makes the value anew when making it failed', () => {
  let tries = 0
  const cachedOf = weakMemoize((_owner: object) => {
    tries++
    if (tries === 1) throw new Error('not yet')
    return tries
  })
  const owner = {}
  expect(() => cachedOf(owner)).toThrow('not yet')
  expect(cachedOf(owner)).toBe(2)
})
