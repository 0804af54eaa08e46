import { describe, expect, test } from 'vitest'
import { type PixelForm, type PixelWindow, paintTile, usualRange } from './pixels.js'

const form = (some: Partial<PixelForm>): PixelForm => ({
  bands: 1,
  colours: { kind: 'grey', isWhiteZero: false },
  alpha: undefined,
  noData: undefined,
  range: [0, 255],
  ...some,
})

/** The colour at each of these places of a picture of two by two pixels. */
function coloursAt(
  places: readonly (readonly [number, number])[],
  samples: PixelWindow['samples'],
  some: Partial<PixelForm>,
  mask?: PixelWindow['samples'],
): number[][] {
  const warp = {
    columns: Float32Array.from(places, ([column]) => column),
    rows: Float32Array.from(places, ([, row]) => row),
  }
  const size = { width: 2, height: 2 }
  const window = { left: 0, top: 0, ...size, samples, mask }
  const painted = paintTile(warp, size, window, form(some))
  return places.map((_, k) => [...painted.slice(k * 4, k * 4 + 4)])
}

const middles = [
  [0.5, 0.5],
  [1.5, 0.5],
  [0.5, 1.5],
  [1.5, 1.5],
] as const

describe('the pixels of a tile', () => {
  test('are those of the picture in their middles, mixed between them, and nothing beside it', () => {
    const grey = Uint8Array.of(0, 100, 200, 40)
    expect(coloursAt([...middles, [1, 1], [-0.1, 1], [1, 2]], grey, {})).toEqual([
      [0, 0, 0, 255],
      [100, 100, 100, 255],
      [200, 200, 200, 255],
      [40, 40, 40, 255],
      [85, 85, 85, 255],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ])
  })

  test('are not seen where there are no data, and these lend no colour to others', () => {
    const heights = Float32Array.of(-9999, 10, Number.NaN, 10)
    const some = { noData: -9999, range: [0, 20] as const }
    expect(
      coloursAt(
        [
          [0.5, 0.5],
          [1, 1],
          [0.5, 1.5],
        ],
        heights,
        some,
      ),
    ).toEqual([
      [0, 0, 0, 0],
      [128, 128, 128, 128],
      [0, 0, 0, 0],
    ])
    expect(
      coloursAt([[1, 0.5]], Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), {
        bands: 4,
        colours: { kind: 'rgb' },
        alpha: { band: 3, full: 255 },
      }),
    ).toEqual([[255, 0, 0, 128]])
    expect(
      coloursAt(middles, Uint8Array.of(9, 9, 9, 9), {}, Uint8Array.of(0, 1, 1, 0)).map(
        ([, , , seen]) => seen,
      ),
    ).toEqual([0, 255, 255, 0])
  })

  test('have the colours that the kind of the picture means', () => {
    const at = (samples: readonly number[], some: Partial<PixelForm>) =>
      coloursAt(
        [[0.5, 0.5]],
        Uint8Array.from({ length: 16 }, (_, k) => samples[k % samples.length] ?? 0),
        some,
      )[0]?.slice(0, 3)
    expect(at([30], { colours: { kind: 'grey', isWhiteZero: true } })).toEqual([225, 225, 225])
    expect(at([255, 0, 0], { bands: 3, colours: { kind: 'rgb' } })).toEqual([255, 0, 0])
    expect(at([76, 85, 255], { bands: 3, colours: { kind: 'yCbCr' } })).toEqual([254, 0, 0])
    expect(at([0, 255, 255, 0], { bands: 4, colours: { kind: 'cmyk' } })).toEqual([255, 0, 0])
    const map = [0, 65535, 0, 0, 0, 65535]
    expect(at([1], { colours: { kind: 'palette', map } })).toEqual(
      [255, 0, 255].map((_, k) => [255, 0, 255][k]),
    )
  })

  test('stretch over the values that are usual in the picture', () => {
    const values = Float32Array.from({ length: 1000 }, (_, k) => k)
    values[0] = -9999
    values[1] = 1e9
    const [low, high] = usualRange(values, form({ noData: -9999 }))
    expect([Math.round(low), Math.round(high)]).toEqual([22, 980])
    expect(usualRange(Float32Array.of(7, 7), form({}))).toEqual([7, 8])
    expect(usualRange(new Float32Array(0), form({}))).toEqual([0, 1])
  })
})
