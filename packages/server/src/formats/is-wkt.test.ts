import { expect, test } from 'vitest'
import { isWkt } from './wkt-form.js'

test.each([
  'POINT (13.6 45.7)',
  ' point z(1 2 3) ',
  'PointM ( -1.5e3 .5 7 )',
  'POINT ZM (1 2 3 4)',
  'LINESTRING (0 0, 1 1)',
  'POLYGON ((0 0,1 0,1 1,0 0),(.1 .1,.2 .1,.2 .2,.1 .1))',
  'MULTIPOINT (1 2, 3 4)',
  'MULTIPOINT ((1 2), 3 4)',
  'MULTILINESTRING ((0 0,1 1),(2 2,3 3))',
  'MULTIPOLYGON (((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))',
])('%s is a geometry', (text) => expect(isWkt(text)).toBe(true))

test.each([
  '',
  'POINT',
  'POINT EMPTY',
  'POINT ()',
  'POINT (1)',
  'POINT (1 2 3 4 5)',
  'POINT (1 2, 3 4)',
  'POINT ((1 2))',
  'POINT (1 2',
  'POINT (1 2))',
  'POINT (1 2) x',
  'POINT (1-2)',
  'POINT X (1 2)',
  'LINESTRING (0 0,)',
  'LINESTRING (0 0 , , 1 1)',
  'LINESTRING ((0 0, 1 1))',
  'POLYGON (0 0,1 1)',
  'POLYGON ((0 0,1 1)(2 2,3 3))',
  'POLYGON ((0 0,1 1), 2 2)',
  'MULTIPOINT ((1 2, 3 4))',
  'MULTIPOINT (((1 2)))',
  'MULTIPOLYGON ((0 0,1 1))',
  'GEOMETRYCOLLECTION (POINT (1 2))',
  'CIRCLE (1 2)',
])('"%s" is none', (text) => expect(isWkt(text)).toBe(false))
