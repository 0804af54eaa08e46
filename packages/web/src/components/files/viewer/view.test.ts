import { describe, expect, test } from 'vitest'
import {
  type Frame,
  maxZoom,
  movedBy,
  partAt,
  placeOf,
  toggledAt,
  type View,
  whole,
  zoomedAt,
  zoomOfPixels,
} from './view.js'

const frame: Frame = {
  stage: { width: 1000, height: 500 },
  picture: { width: 4000, height: 3000 },
  isDrawing: false,
}
const small: Frame = { ...frame, picture: { width: 100, height: 100 } }
const close = (view: View) => ({
  zoom: expect.closeTo(view.zoom, 9),
  x: expect.closeTo(view.x, 9),
  y: expect.closeTo(view.y, 9),
})

describe('what is seen of a picture', () => {
  test('is the whole of it at first, in the middle of the stage', () => {
    expect(placeOf(frame, whole)).toEqual({
      scale: 1 / 6,
      width: expect.closeTo(4000 / 6, 9),
      height: 500,
      left: expect.closeTo((1000 - 4000 / 6) / 2, 9),
      top: 0,
    })
  })

  test('is at most twice as large as a small picture, and fills the stage with a drawing', () => {
    expect(placeOf(small, whole)).toMatchObject({ scale: 2, left: 400, top: 150 })
    expect(placeOf({ ...small, isDrawing: true }, whole)).toMatchObject({ scale: 5, left: 250, top: 0 })
  })

  test('stays under the pointer where it is zoomed', () => {
    const at = [700, 100] as const
    const before = zoomedAt(frame, whole, 8)
    const part = partAt(frame, before, at)
    const after = zoomedAt(frame, before, 1.7, at)
    expect(partAt(frame, after, at)).toEqual(part.map((one) => expect.closeTo(one, 9)))
    expect(after.zoom).toBeCloseTo(8 * 1.7, 9)
  })

  test('is never smaller than the whole, nor larger than eight times the pixels', () => {
    expect(zoomedAt(frame, whole, 0.1)).toEqual(close(whole))
    expect(zoomedAt(frame, whole, 1000).zoom).toBe(maxZoom(frame))
    expect(placeOf(frame, zoomedAt(frame, whole, 1000)).scale).toBeCloseTo(8, 9)
  })

  test('leaves no empty stage beside a picture that is larger than it', () => {
    const near = zoomedAt(frame, whole, 6)
    const { left, top } = placeOf(frame, movedBy(frame, near, [10_000, -10_000]))
    expect([left, top]).toEqual([0, 500 - 3000])
    const moved = movedBy(frame, near, [-50, 20])
    expect(placeOf(frame, moved)).toMatchObject({
      left: expect.closeTo(placeOf(frame, near).left - 50, 6),
      top: expect.closeTo(placeOf(frame, near).top + 20, 6),
    })
  })

  test('does not move as long as the whole is seen', () => {
    expect(movedBy(frame, whole, [300, 200])).toEqual(close(whole))
  })

  test('goes to the pixels and back with a double tap', () => {
    const near = toggledAt(frame, whole, [500, 250])
    expect(near.zoom).toBe(zoomOfPixels(frame))
    expect(placeOf(frame, near).scale).toBeCloseTo(1, 9)
    expect(toggledAt(frame, near, [0, 0])).toEqual(whole)
    // A small picture is shown larger than its pixels already.
    expect(toggledAt(small, whole, [500, 250]).zoom).toBe(2.5)
  })

  test('is the same part of another picture on another stage', () => {
    const view = zoomedAt(frame, whole, 5, [800, 100])
    const other: Frame = {
      stage: { width: 390, height: 700 },
      picture: { width: 1500, height: 1125 },
      isDrawing: false,
    }
    const [x, y] = partAt(other, view, [195, 350])
    expect(x).toBeCloseTo(view.x, 1)
    expect(y).toBeCloseTo(view.y, 1)
  })
})
