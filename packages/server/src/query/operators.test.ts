import { searchOperators } from '@trowel/contract/model/operators.js'
import { expect, test } from 'vitest'

test('search forms are offered the operators in their usual order', () => {
  expect(searchOperators.map(({ value, key }) => `${key} ${value}`)).toEqual([
    'contains _icontains',
    'is_exactly _eq',
    'doesnt_contain _ncontains',
    'starts_with _starts_with',
    'ends_with _ends_with',
    'not_starts_with _nstarts_with',
    'not_ends_with _nends_with',
    'is_empty _empty',
    'is_not_empty _nempty',
    'bigger _gt',
    'smaller _lt',
  ])
})
