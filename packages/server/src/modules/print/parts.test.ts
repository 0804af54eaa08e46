import type { Geometry } from '@trowel/contract/model/geometry.js'
import { describe, expect, test } from 'vitest'
import { citationRuns } from './dependent-blocks.js'
import { coordinatesText, sketchOf } from './map-sketch.js'
import { printLanguage, worded } from './print-words.js'

describe('a citation', () => {
  test.each([
    ['plain', 'Greco 1987', [{ text: 'Greco 1987', bold: false, italic: false }]],
    [
      'of a style',
      '<div class="csl-entry">\n Greco, E. <i>Archeologia</i> &amp; <b>more</b></div>\n',
      [
        { text: 'Greco, E. ', bold: false, italic: false },
        { text: 'Archeologia', bold: false, italic: true },
        { text: ' ', bold: false, italic: false },
        { text: '&', bold: false, italic: false },
        { text: ' ', bold: false, italic: false },
        { text: 'more', bold: true, italic: false },
      ],
    ],
    ['empty', ' <p></p> ', []],
  ])('%s keeps what leans and what is heavy', (_case, html, runs) => {
    expect(citationRuns(html)).toEqual(runs)
  })
})

describe('a map sketch', () => {
  test('has its shapes in metres around their middle', () => {
    const degree = 1 / 111_195.08
    const square: Geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [10 * degree, 0],
          [10 * degree, 20 * degree],
          [0, 0],
        ],
      ],
    }
    const sketch = sketchOf([square])
    expect(sketch?.reach[0]).toBeCloseTo(5, 3)
    expect(sketch?.reach[1]).toBeCloseTo(10, 3)
    expect(sketch?.areas[0]?.[0]?.[0]?.[0]).toBeCloseTo(-5, 3)
  })

  test('of nothing is none', () => {
    expect(sketchOf([])).toBeUndefined()
    expect(sketchOf([{ type: 'MultiPoint', coordinates: [] }])).toBeUndefined()
  })

  test('says where its middle is', () => {
    expect(coordinatesText([-13.5, -45.25])).toBe('45.250000° S, 13.500000° W')
  })
})

describe('what print says of its own', () => {
  test.each([
    ['it', 'Pagina 2 di 3'],
    ['de-AT', 'Seite 2 von 3'],
    ['', 'Page 2 of 3'],
    ['xx', 'Page 2 of 3'],
    ['constructor', 'Page 2 of 3'],
  ])('in "%s": %s', (setting, text) => {
    expect(worded(printLanguage(setting).words.page, { n: 2, m: 3 })).toBe(text)
  })
})
