import { expect, test } from 'vitest'
import { alsoSorted, sortedAlone, sortedBy, sortsIn, withSort } from './sorts.js'

const steps = (
  count: number,
  turn: typeof sortedAlone,
  field: string,
  from: ReturnType<typeof sortsIn> = [],
) => {
  let sorts = from
  for (let k = 0; k < count; k++) sorts = turn(sorts, field)
  return sorts.map((sort) => `${sort.descending ? '-' : ''}${sort.field}`).join()
}

test('an address brings back all fields that a list is sorted by', () => {
  const address = { sort: 'material', dir: 'desc', also: 'weight_g,-code' } as const
  expect(sortsIn(address).map(({ field }) => field)).toEqual(['material', 'weight_g', 'code'])
  expect(sortedBy({}, sortsIn(address))).toEqual(address)
  expect(sortsIn({ also: 'code' })).toEqual([])
  expect(sortsIn({ sort: 'code', also: ',-,' })).toHaveLength(1)
})

test('a column alone goes up, down, and back to the order of the table', () => {
  expect([0, 1, 2, 3].map((count) => steps(count, sortedAlone, 'code'))).toEqual(['', 'code', '-code', ''])
  const several = sortsIn({ sort: 'material', also: 'code' })
  expect(steps(1, sortedAlone, 'code', several)).toBe('code')
})

test('a column beside others is added, turned and taken away, and keeps its place', () => {
  const one = sortsIn({ sort: 'material' })
  expect([1, 2, 3].map((count) => steps(count, alsoSorted, 'code', one))).toEqual([
    'material,code',
    'material,-code',
    'material',
  ])
  const turned = withSort(sortsIn({ sort: 'material', also: 'code' }), 'material', true)
  expect(sortedBy({}, turned)).toEqual({ sort: 'material', dir: 'desc', also: 'code' })
})
