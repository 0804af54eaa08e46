import { expect, test } from 'vitest'
import { layoutAddress, layoutIn } from './list-layout.js'

test('an address brings back how a list is laid out', () => {
  const address = {
    columns: 'material,weight_g',
    widths: 'material:180,weight_g:90',
    frozen: 2,
    totals: 'material:COUNT_DISTINCT,weight_g:SUM',
  }
  const layout = layoutIn(address)
  expect(layout).toEqual({
    columns: ['material', 'weight_g'],
    widths: { material: 180, weight_g: 90 },
    frozen: 2,
    totals: { weight_g: 'SUM', material: 'COUNT_DISTINCT' },
  })
  expect(layoutAddress(layout ?? {})).toEqual(address)
  expect(layoutIn({})).toBeUndefined()
})

test('what cannot be meant is left out', () => {
  const layout = layoutIn({ columns: ',', widths: 'a:-5,b:1e9,c:x,:4,d', totals: 'a:MEDIAN,b:' })
  expect(layout).toEqual({ columns: [], widths: undefined, frozen: undefined, totals: undefined })
  expect(layoutAddress(layout ?? {})).toEqual({})
})
