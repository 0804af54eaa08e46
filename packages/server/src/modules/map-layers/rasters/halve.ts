/** The values of pixels, all bands of one after another. */
export type Samples =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array

export interface Pixels {
  readonly samples: Samples
  readonly width: number
  readonly height: number
  readonly bands: number
}

export interface Blending {
  /** The value that means: nothing here. */
  readonly noData: number | undefined
  /** The band that says how much of a pixel is seen. */
  readonly alpha: number | undefined
}

/**
 * Half as many pixels in both directions, each the mean of the four that it stands for. Those without data do
 * not count, and neither do those that are not seen: their colours would shine through at the border.
 *
 * @param into where the smaller pixels go, at which column and row
 */
export function halve(
  { samples, width, height, bands }: Pixels,
  { noData, alpha }: Blending,
  into: { readonly pixels: Pixels; readonly column: number; readonly row: number },
): void {
  const target = into.pixels
  const isWhole = !(samples instanceof Float32Array || samples instanceof Float64Array)
  const colours = alpha === undefined ? bands : Math.min(alpha, bands)
  const sums = new Float64Array(bands)
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      sums.fill(0)
      let [seen, weights, pixels] = [0, 0, 0]
      for (let k = 0; k < 4; k++) {
        const [x, y] = [column + (k & 1), row + (k >> 1)]
        if (x >= width || y >= height) continue
        pixels++
        const at = (y * width + x) * bands
        if (noData !== undefined && isEmpty(samples, at, colours, noData)) continue
        const weight = alpha === undefined ? 1 : Number(samples[at + alpha])
        seen++
        weights += weight
        for (let band = 0; band < bands; band++)
          sums[band] = (sums[band] ?? 0) + Number(samples[at + band]) * (band === alpha ? 1 : weight)
      }
      const to = ((into.row + (row >> 1)) * target.width + into.column + (column >> 1)) * bands
      for (let band = 0; band < bands; band++) {
        const sum = sums[band] ?? 0
        const mean =
          band === alpha ? sum / pixels : weights > 0 ? sum / weights : seen > 0 ? 0 : (noData ?? 0)
        target.samples[to + band] = isWhole ? Math.round(mean) : mean
      }
    }
  }
}

/** Does no band of a pixel hold data? */
function isEmpty(samples: Samples, at: number, colours: number, noData: number): boolean {
  for (let band = 0; band < colours; band++) {
    const value = samples[at + band]
    if (value !== noData && !(Number.isNaN(noData) && Number.isNaN(value))) return false
  }
  return true
}
