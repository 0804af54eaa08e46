/** The longest of 1, 2, 5, 10, 20 … that is no longer than `max`. */
export function roundLength(max: number): number {
  const power = 10 ** Math.floor(Math.log10(max))
  return ([5, 2].find((step) => step * power <= max) ?? 1) * power
}

/** A length as people write it. */
export function lengthText(metres: number): string {
  const said = (value: number): number => Number(value.toPrecision(3))
  if (metres >= 1000) return `${said(metres / 1000)} km`
  if (metres >= 1) return `${said(metres)} m`
  return metres >= 0.01 ? `${said(metres * 100)} cm` : `${said(metres * 1000)} mm`
}

/** A bar that tells how large a picture is. */
export interface ScaleBar {
  /** In pixels of the picture. */
  readonly length: number
  readonly text: string
}

/** The longest round length that is no longer than `max` pixels. */
export function scaleBarOf(pixelsPerCm: number, max: number): ScaleBar {
  const metres = roundLength(max / pixelsPerCm / 100)
  return { length: metres * 100 * pixelsPerCm, text: lengthText(metres) }
}
