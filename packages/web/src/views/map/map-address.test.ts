import { describe, expect, test } from 'vitest'
import { mapIn, viewIn, viewText, yearsIn } from './map-address.js'

describe('the address of the map', () => {
  test('brings back what was seen', () =>
    expect(viewIn(mapIn({ at: viewText({ lng: 11.417, lat: 43.059, zoom: 17.5 }) }))).toEqual({
      lng: 11.417,
      lat: 43.059,
      zoom: 17.5,
    }))

  test.each(['', '1,2', '1,2,x', '1,91,3', '1,2,25', '1,,3'])('shows everything where it says %j', (at) =>
    expect(viewIn(mapIn({ at }))).toBeUndefined(),
  )

  test.each([
    ['-300,200', [-300, 200]],
    ['5', undefined],
    ['a,b', undefined],
  ])('reads years: %s', (years, read) => expect(yearsIn(mapIn({ years }))).toEqual(read))

  test('names features and records by whole numbers only', () =>
    expect(mapIn({ record: 4.5, feature: 'x', draw: 'old' })).toMatchObject({
      record: undefined,
      feature: undefined,
      draw: undefined,
    }))
})
