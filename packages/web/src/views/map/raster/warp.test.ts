import { definitionOf } from '@trowel/contract/model/reference-systems.js'
import proj4 from 'proj4'
import { describe, expect, test } from 'vitest'
import { fromDegrees, type ToPixel, tileBox, toDegrees, warpTile, windowOf } from './warp.js'

/** Pixels of five centimetres of a picture in a reference system. */
const pictureIn = (epsg: number, east: number, north: number): ToPixel => {
  const system = proj4(definitionOf(epsg) ?? '')
  return (x, y) => {
    const [here = Number.NaN, there = Number.NaN] = system.forward(toDegrees(x, y))
    return [(here - east) / 0.05, (north - there) / 0.05]
  }
}

const tileAt = (longitude: number, latitude: number, zoom: number) => {
  const [x, y] = fromDegrees(longitude, latitude)
  return tileBox(zoom, Math.floor(x * 2 ** zoom), Math.floor(y * 2 ** zoom))
}

describe('the warp of a tile', () => {
  test.each([
    [32633, 700_000, 4_770_000, 17.456, 43.056, 20],
    [3003, 1_700_000, 4_770_000, 11.4, 43.05, 18],
    [27700, 414_000, 142_300, -1.8, 51.18, 20],
    [4326, 11.4, 43.06, 11.4, 43.05, 12],
    // So far out that meridians and parallels are bent.
    [32633, 700_000, 4_770_000, 12, 50, 6],
    [3035, 4_500_000, 2_000_000, 12.5, 41.9, 4],
  ])('is nowhere a tenth of a pixel wrong: EPSG:%i', (epsg, east, north, longitude, latitude, zoom) => {
    const box = tileAt(longitude, latitude, zoom)
    const pixels = 64
    const exact = pictureIn(epsg, east, north)
    // In pixels of the reduced picture that such a tile takes.
    const [one] = exact(box.left, box.top)
    const [other] = exact(box.left + box.size / pixels, box.top)
    const scale = Math.max(Math.abs(other - one), 1)
    const reduced: ToPixel = (x, y) => {
      const [column, row] = exact(x, y)
      return [column / scale, row / scale]
    }
    const { columns, rows } = warpTile(box, pixels, reduced)
    let worst = 0
    for (let row = 0; row < pixels; row++)
      for (let column = 0; column < pixels; column++) {
        const [across, down] = reduced(
          box.left + (box.size * (column + 0.5)) / pixels,
          box.top + (box.size * (row + 0.5)) / pixels,
        )
        const at = row * pixels + column
        worst = Math.max(worst, Math.hypot(across - (columns[at] ?? 0), down - (rows[at] ?? 0)))
      }
    expect(worst).toBeLessThan(0.15)
  })

  test('computes few places where little is bent', () => {
    let computed = 0
    const exact = pictureIn(32633, 700_000, 4_770_000)
    warpTile(tileAt(17.456, 43.056, 20), 512, (x, y) => {
      computed++
      return exact(x, y)
    })
    expect(computed).toBeLessThan(100)
  })

  test('leaves out what the reference system does not know', () => {
    const { columns } = warpTile(tileBox(0, 0, 0), 16, (x, y) =>
      x < 0.5 ? [Number.NaN, Number.NaN] : [x, y],
    )
    expect(Number.isNaN(columns[0])).toBe(true)
    expect(columns[15]).toBeGreaterThan(0.5)
  })

  test('needs a window of the picture, with a border; and none beside it', () => {
    const inside = warpTile(tileBox(0, 0, 0), 8, (x, y) => [100 + x * 50, 200 + y * 50])
    expect(windowOf(inside, 1000, 1000)).toEqual({ left: 102, top: 202, right: 149, bottom: 249 })
    expect(windowOf(inside, 120, 220)).toEqual({ left: 102, top: 202, right: 118, bottom: 218 })
    expect(windowOf(inside, 50, 50)).toBeUndefined()
  })

  test('finds its way to degrees and back', () => {
    for (const [longitude, latitude] of [
      [0, 0],
      [11.417, 43.059],
      [-120, -70],
    ] as const) {
      const [x, y] = fromDegrees(longitude, latitude)
      const [there, here] = toDegrees(x, y)
      expect(there).toBeCloseTo(longitude, 9)
      expect(here).toBeCloseTo(latitude, 9)
    }
  })
})
