import { expect, test } from 'vitest'
import { weakMemoize } from './weak-memoize.js'

test('makes a value once for each owner, also when it is undefined', () => {
  const made: object[] = []
  const valueOf = weakMemoize((owner: { readonly value: unknown }) => {
    made.push(owner)
    return owner.value
  })
  const [first, second] = [{ value: undefined }, { value: 2 }]
  expect([valueOf(first), valueOf(first), valueOf(second), valueOf(second)]).toEqual([
    undefined,
    undefined,
    2,
    2,
  ])
  expect(made).toEqual([first, second])
})

test('makes the value anew when making it failed', () => {
  let tries = 0
  const valueOf = weakMemoize((_owner: object) => {
    tries++
    if (tries === 1) throw new Error('not yet')
    return tries
  })
  const owner = {}
  expect(() => valueOf(owner)).toThrow('not yet')
  expect(valueOf(owner)).toBe(2)
})
