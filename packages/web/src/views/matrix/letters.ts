import { fontFamily } from '../../core/theme.js'

export const nameSize = 12
export const dateSize = 9.5
/** Names are drawn from this size on the screen. */
export const minTextSize = 4.2

export interface Lettering {
  readonly size: number
  readonly colour: string
  readonly weight?: number
  readonly align?: CanvasTextAlign
}

/** Writes one line, from its foot. */
export function write(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  { size, colour, weight = 400, align = 'center' }: Lettering,
): void {
  pen.font = `${weight} ${size}px ${fontFamily}`
  pen.fillStyle = colour
  pen.textAlign = align
  pen.fillText(text, x, y)
}
