import { expect, test } from 'vitest'
import { listingIn } from '../core/listing-address.js'
import { addressOf, isSameView, queryOf } from './saved-search.js'

const address = listingIn({
  filter: { material: { _eq: 'bone' } },
  sort: 'found_on',
  dir: 'desc',
  also: 'weight_g,-code',
  group: 'found_on:year',
  groups: 'size',
  columns: 'code,weight_g',
  widths: 'code:120',
  frozen: 2,
  totals: 'weight_g:SUM',
  show: 'gallery',
  as_of: 12,
})

test('a saved list comes back as it was, without the time that it was looked at', () => {
  const query = queryOf(address)
  expect(query).toEqual({
    filter: { material: { _eq: 'bone' } },
    sort_field: 'found_on',
    sort_dir: 'desc',
    sort: ['-found_on', 'weight_g', '-code'],
    view: {
      show: 'gallery',
      columns: ['code', 'weight_g'],
      widths: { code: 120 },
      frozen: 2,
      totals: { weight_g: 'SUM' },
      group_by: 'found_on:year',
      group_order: 'size',
    },
  })
  expect(addressOf({ id: 7, query })).toEqual({ ...address, as_of: undefined, view: 7 })
})

test('a search that says nothing of how it is shown has the usual look', () => {
  const old = { filter: { depth: { _gt: 1 } }, sort_field: 'depth', sort_dir: 'desc', search: '' }
  const read = addressOf({ id: 3, query: old })
  expect(read).toMatchObject({ filter: old.filter, sort: 'depth', dir: 'desc', view: 3 })
  expect(queryOf(read)).toEqual({ filter: old.filter, sort_field: 'depth', sort_dir: 'desc' })
  expect(addressOf({ query: { view: 'wide', sort: 5, columns: {} } })).toEqual(listingIn({}))
})

test('only what differs is another view', () => {
  expect(isSameView(address, { ...address, view: 9, as_of: undefined })).toBe(true)
  expect(isSameView({ widths: 'a:1,b:2' }, { widths: 'b:2,a:1' })).toBe(true)
  expect(isSameView(address, { ...address, frozen: undefined })).toBe(false)
  expect(isSameView({}, { sort: 'code' })).toBe(false)
})
