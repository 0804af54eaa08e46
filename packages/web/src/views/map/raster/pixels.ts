import type { TypedArray } from 'geotiff'
import type { Warp } from './warp.js'

/** How the values of a picture become colours (TIFF 6.0, `PhotometricInterpretation`). */
export type Colours =
  | { readonly kind: 'grey'; readonly isWhiteZero: boolean }
  | { readonly kind: 'rgb' }
  | { readonly kind: 'yCbCr' }
  | { readonly kind: 'cmyk' }
  /** Red, green and blue of each value, 16 bits each, one list after another. */
  | { readonly kind: 'palette'; readonly map: ArrayLike<number> }

export interface PixelForm {
  readonly bands: number
  readonly colours: Colours
  /** The band that says how much of a pixel is seen, and the value that means all of it. */
  readonly alpha: { readonly band: number; readonly full: number } | undefined
  /** The value that means: nothing here. */
  readonly noData: number | undefined
  /** The values that are drawn darkest and brightest. */
  readonly range: readonly [number, number]
}

/** Some pixels, all bands of one after another; and what of them is seen, if the file says that. */
export interface PixelWindow {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly samples: TypedArray
  readonly mask: TypedArray | undefined
}

/**
 * The pixels of a tile: each is mixed of the four around its place in the picture, or the nearest where
 * values are no amounts. What is not seen has no colour to mix.
 */
export function paintTile(
  { columns, rows }: Warp,
  size: { readonly width: number; readonly height: number },
  window: PixelWindow,
  form: PixelForm,
): Uint8ClampedArray<ArrayBuffer> {
  const painted = new Uint8ClampedArray(columns.length * 4)
  const one = [0, 0, 0, 0] as Rgba
  const isMixed = form.colours.kind !== 'palette'
  for (let k = 0; k < columns.length; k++) {
    const [column, row] = [columns[k] ?? Number.NaN, rows[k] ?? Number.NaN]
    if (!(column >= 0 && row >= 0 && column < size.width && row < size.height)) continue
    if (!isMixed) {
      readPixel(window, form, Math.floor(column), Math.floor(row), one)
      painted.set(one, k * 4)
      continue
    }
    // Values stand for the middle of their pixels.
    const [x, y] = [column - 0.5, row - 0.5]
    const [left, top] = [Math.floor(x), Math.floor(y)]
    let [red, green, blue, seen] = [0, 0, 0, 0]
    for (let corner = 0; corner < 4; corner++) {
      const [right, below] = [corner & 1, corner >> 1]
      const weight = (right ? x - left : 1 - x + left) * (below ? y - top : 1 - y + top)
      if (weight === 0) continue
      readPixel(window, form, clamp(left + right, size.width), clamp(top + below, size.height), one)
      const share = weight * one[3]
      red += one[0] * share
      green += one[1] * share
      blue += one[2] * share
      seen += share
    }
    if (seen === 0) continue
    painted[k * 4] = red / seen
    painted[k * 4 + 1] = green / seen
    painted[k * 4 + 2] = blue / seen
    painted[k * 4 + 3] = seen
  }
  return painted
}

const clamp = (value: number, end: number): number => Math.min(Math.max(value, 0), end - 1)

type Rgba = [red: number, green: number, blue: number, alpha: number]

/** The colour of one pixel, 0 to 255. */
function readPixel(window: PixelWindow, form: PixelForm, column: number, row: number, into: Rgba): void {
  const { samples, mask, width } = window
  const { bands, alpha, noData, range, colours } = form
  const pixel = (row - window.top) * width + column - window.left
  const at = pixel * bands
  const value = (band: number) => samples[at + band] ?? 0
  into[3] = 0
  if (mask && !mask[pixel]) return
  if (isEmpty(value, alpha?.band ?? bands, noData)) return
  into[3] = alpha ? (value(alpha.band) / alpha.full) * 255 : 255
  const [darkest, brightest] = range
  const level = (amount: number) => ((amount - darkest) / (brightest - darkest)) * 255
  switch (colours.kind) {
    case 'grey': {
      const grey = level(value(0))
      into[0] = into[1] = into[2] = colours.isWhiteZero ? 255 - grey : grey
      return
    }
    case 'rgb':
      for (const band of [0, 1, 2] as const) into[band] = level(value(band))
      return
    case 'yCbCr': {
      // ITU-T T.871 (JFIF), §7.
      const [y, cb, cr] = [value(0), value(1) - 128, value(2) - 128]
      into[0] = bounded(y + 1.402 * cr)
      into[1] = bounded(y - 0.344136 * cb - 0.714136 * cr)
      into[2] = bounded(y + 1.772 * cb)
      return
    }
    case 'cmyk':
      for (const band of [0, 1, 2] as const) into[band] = ((255 - value(band)) * (255 - value(3))) / 255
      return
    case 'palette': {
      const count = colours.map.length / 3
      for (const band of [0, 1, 2] as const) into[band] = (colours.map[band * count + value(0)] ?? 0) / 257
    }
  }
}

const bounded = (value: number): number => Math.min(Math.max(value, 0), 255)

/** Does no band hold data? What is no number is none anyhow. */
function isEmpty(value: (band: number) => number, colours: number, noData: number | undefined): boolean {
  for (let band = 0; band < colours; band++) {
    const one = value(band)
    if (one !== noData && !Number.isNaN(one)) return false
  }
  return true
}

/**
 * The values between which most of a picture lies, without the few that are far from all others.
 *
 * @param skip how many values belong to a pixel, and which of them do not count
 */
export function usualRange(
  samples: TypedArray,
  { bands, alpha, noData }: Pick<PixelForm, 'bands' | 'alpha' | 'noData'>,
): readonly [number, number] {
  const counted = Array.from(samples).filter(
    (value, place) => Number.isFinite(value) && value !== noData && place % bands !== alpha?.band,
  )
  const sorted = Float64Array.from(counted).sort()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  const [low, high] = [at(0.02), at(0.98)]
  return high > low ? [low, high] : [low, low + 1]
}
