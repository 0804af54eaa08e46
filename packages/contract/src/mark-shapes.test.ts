import { describe, expect, test } from 'vitest'
import { lengthText, roundLength, scaleBarOf } from './lengths.js'
import { edgeOf, markShapes } from './mark-shapes.js'
import type { PictureMark } from './picture-marks.js'

const size = { width: 1000, height: 500 }
const mark = (more: Partial<PictureMark>): PictureMark => ({
  kind: 'line',
  points: [
    [0.1, 0.2],
    [0.5, 0.6],
  ],
  colour: '#e03131',
  size: 'medium',
  ...more,
})
const paths = (more: Partial<PictureMark>) =>
  markShapes(mark(more), size).map((shape) => ('path' in shape ? shape.path : shape.text))

describe('what a mark is drawn of', () => {
  test('lies in pixels of the picture, and has an edge below it', () => {
    expect(markShapes(mark({}), size)).toEqual([
      { kind: 'stroke', path: 'M100 100L500 300', colour: '#ffffff', width: 6 },
      { kind: 'stroke', path: 'M100 100L500 300', colour: '#e03131', width: 3 },
    ])
  })

  test('follows the kind', () => {
    expect(paths({ kind: 'rectangle' })[0]).toBe('M100 100L500 100L500 300L100 300Z')
    expect(paths({ kind: 'ellipse' })[0]).toBe('M100 200A200 100 0 0 1 500 200A200 100 0 0 1 100 200Z')
    expect(paths({ kind: 'text', points: [[0.1, 0.2]], text: 'Wall' })).toEqual(['Wall'])
    expect(paths({ kind: 'number', points: [[0.1, 0.2]], number: 4, text: 'Ash' }).slice(-2)).toEqual([
      '4',
      'Ash',
    ])
  })

  test('is a soft line where it was drawn freely', () => {
    const points: [number, number][] = [
      [0, 0],
      [0.1, 0],
      [0.1, 0.2],
    ]
    expect(paths({ kind: 'free', points })[0]).toBe('M0 0Q100 0 100 50L100 100')
  })

  test('is an arrow whose head ends at its second point and is never longer than the arrow', () => {
    const [, head] = markShapes(
      mark({
        kind: 'arrow',
        points: [
          [0, 0.5],
          [0.5, 0.5],
        ],
      }),
      size,
    )
    expect(head).toMatchObject({ path: 'M500 250L485 256.75L488 250L485 243.25Z' })
    const [, short] = markShapes(
      mark({
        kind: 'arrow',
        points: [
          [0, 0],
          [0.001, 0],
        ],
      }),
      size,
    )
    expect(short).toMatchObject({ path: 'M1 0L0 0.45L0.2 0L0 -0.45Z' })
  })

  test('is set off by an edge that the colour is seen on', () => {
    expect(['#ffffff', '#ffd43b', '#1a1a1a', '#1971c2'].map(edgeOf)).toEqual([
      '#1a1a1a',
      '#1a1a1a',
      '#ffffff',
      '#ffffff',
    ])
  })
})

describe('a scale bar', () => {
  test.each([
    [40, 400, 400, '10 cm'],
    [40, 399, 200, '5 cm'],
    [0.5, 300, 250, '5 m'],
    [1000, 300, 200, '2 mm'],
    [12.7, 500, 254, '20 cm'],
  ])('of %d pixels to a centimetre, at most %d long, is %d long and says %s', (perCm, max, length, text) => {
    expect(scaleBarOf(perCm, max)).toEqual({ length: expect.closeTo(length, 6), text })
  })

  test('is a round length, said in the unit that people use for it', () => {
    expect([0.0007, 0.3, 1, 7, 9.9, 10, 1999, 2500].map(roundLength)).toEqual([
      0.0005, 0.2, 1, 5, 5, 10, 1000, 2000,
    ])
    expect([0.0005, 0.01, 0.5, 20, 5000].map(lengthText)).toEqual(['0.5 mm', '1 cm', '50 cm', '20 m', '5 km'])
  })
})
