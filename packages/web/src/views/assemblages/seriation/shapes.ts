/** What something is drawn in; the page and a picture have colours of their own for it. */
export type Tone = 'bar' | 'kind' | 'ink' | 'soft' | 'line'

/** A part of a drawing, in pixels. */
export type Shape =
  | { readonly kind: 'area'; readonly d: string; readonly tone: Tone }
  | { readonly kind: 'line'; readonly d: string; readonly tone: Tone }
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly text: string
      readonly tone: Tone
      readonly anchor?: 'start' | 'middle' | 'end'
      /** Degrees, around its beginning. */
      readonly turned?: number
      readonly size?: number
      readonly bold?: boolean
    }

export interface Drawing {
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
}

export const rectangle = (x: number, y: number, width: number, height: number): string =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`

export const round = (number: number): number => Math.round(number * 100) / 100

/** About what a text takes at a size of 12. */
export const textWidth = (text: string): number => [...text].length * 6.3

export const shortened = (text: string, max: number): string =>
  [...text].length > max ? `${[...text].slice(0, max - 1).join('')}…` : text

/** Everything one way further on. */
export const moved = ({ shapes }: Drawing, x: number, y: number): readonly Shape[] =>
  shapes.map((shape) =>
    shape.kind === 'text'
      ? { ...shape, x: shape.x + x, y: shape.y + y }
      : // Paths begin with where they stand, and go on by steps from there.
        { ...shape, d: shape.d.replace(/M(-?[\d.]+) (-?[\d.]+)/g, (_, left, top) => at(left, top, x, y)) },
  )

const at = (left: string, top: string, x: number, y: number) =>
  `M${round(Number(left) + x)} ${round(Number(top) + y)}`

/** Colours of ink on white paper. */
const onPaper: Readonly<Record<Tone, string>> = {
  bar: '#8f4923',
  kind: '#2f6f73',
  ink: '#221f1b',
  soft: '#655f56',
  line: '#dad6ce',
}

/** A drawing as a file of its own. */
export function svgText({ width, height, shapes }: Drawing): string {
  const [w, h] = [Math.ceil(width), Math.ceil(height)]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="Source Sans 3, system-ui, sans-serif">`,
    `<rect width="${w}" height="${h}" fill="#ffffff"/>`,
    ...shapes.map(written),
    '</svg>',
  ].join('\n')
}

function written(shape: Shape): string {
  const colour = onPaper[shape.tone]
  if (shape.kind === 'area') return `<path d="${shape.d}" fill="${colour}"/>`
  if (shape.kind === 'line') return `<path d="${shape.d}" fill="none" stroke="${colour}"/>`
  const { x, y, text, anchor = 'start', turned, size = 12, bold } = shape
  const turn = turned === undefined ? '' : ` transform="rotate(${turned} ${round(x)} ${round(y)})"`
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" text-anchor="${anchor}" fill="${colour}"${bold ? ' font-weight="600"' : ''}${turn}>${escaped(text)}</text>`
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Control characters are no text of XML. */
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign).replace(/[\p{Cc}\p{Cs}]/gu, ' ')

/** Browsers draw no more than about so many points. */
const maxPoints = 60_000_000

/** A drawing as a PNG, in twice its size where that is possible. */
export async function pngOf(drawing: Drawing): Promise<Blob | null> {
  const picture = new Image()
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(drawing))}`
  await picture.decode()
  const scale = Math.min(2, Math.sqrt(maxPoints / (drawing.width * drawing.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(drawing.width * scale)
  canvas.height = Math.round(drawing.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
