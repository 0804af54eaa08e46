import { expect, test } from 'vitest'
import { columnTypeOf } from './catalogue/column-types.js'
import { sheetName } from './formats/sheet-text.js'
import { isWkt } from './formats/wkt.js'
import { contentRange } from './http/byte-ranges.js'
import { quoted } from './modules/configuration/dbml/annotations.js'
import { proposeNames } from './modules/imports/reading/column-proposal.js'
import { toDate, toFloat, toInteger } from './storage/convert.js'
import { boxOfWkt } from './storage/wkt-box.js'

const length = 1_000_000
const blanks = ' '.repeat(length)
const range = `bytes=${blanks}1${blanks}-${blanks}x`

/** What took the square of its length, or a higher power, would not end before the time of the test. */
test.each<[string, () => unknown, unknown]>([
  ['a geometry with a gap behind its kind', () => isWkt(`POINT${blanks}x`), false],
  ['the box of a geometry with a gap behind its kind', () => boxOfWkt(`POINT${blanks}x`), null],
  ['a whole number with a gap inside', () => toInteger(`1${blanks}1`), null],
  ['a fraction with a gap inside', () => toFloat(`1${blanks}.5`), null],
  ['a day with a gap inside', () => toDate(`2024${blanks}-05-01`), null],
  [
    'a range of bytes with gaps',
    () => contentRange({ range, ifRange: undefined }, 9, '', new Date()),
    undefined,
  ],
  ['the type of a column with a gap', () => columnTypeOf(`int${blanks}(x`), undefined],
  ['a label with a gap, as the name of a sheet', () => sheetName(`a${`' `.repeat(length)}b`, 1), 'a'],
  [
    'a header of many marks, as the name of a field',
    () => proposeNames([`_a${'_'.repeat(length)}b`]),
    ['a_b'],
  ],
  ['a text with a gap, as DBML', () => quoted(`a${blanks}b`).length, length + 4],
])('reads %s in time proportional to its length', (_name, read, result) => {
  expect(read()).toEqual(result)
})

test('a geometry of two million positions is one, and a missing bracket at its end is found', () => {
  const positions = '13.6 45.7,'.repeat(2_000_000)
  expect([isWkt(`LINESTRING (${positions}1 1)`), isWkt(`LINESTRING (${positions}1 1`)]).toEqual([true, false])
})
