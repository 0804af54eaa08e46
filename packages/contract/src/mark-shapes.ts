import type { MarkSize, PictureMark } from './picture-marks.js'

/** In pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** What a mark is drawn of, in pixels of the picture; paths are written as SVG writes them. */
export type MarkShape =
  | { readonly kind: 'stroke'; readonly path: string; readonly colour: string; readonly width: number }
  | { readonly kind: 'fill'; readonly path: string; readonly colour: string }
  | {
      readonly kind: 'text'
      readonly text: string
      readonly x: number
      /** Of the line on which the letters stand. */
      readonly y: number
      /** Of the letters. */
      readonly size: number
      readonly colour: string
      readonly isCentred: boolean
      /** Around the letters, so that they are read on every ground. */
      readonly outline: { readonly colour: string; readonly width: number } | undefined
    }

type Point = readonly [x: number, y: number]

/** Of the longer side of the picture. */
const strokePart = 0.003
const letterPart = 0.022
const lineFactors: Readonly<Record<MarkSize, number>> = { small: 0.5, medium: 1, large: 2 }
const letterFactors: Readonly<Record<MarkSize, number>> = { small: 0.7, medium: 1, large: 1.6 }

/** How thick lines of a size are on a picture, and how large letters are; in pixels. */
export function markMeasures(size: MarkSize, { width, height }: PictureSize) {
  const longer = Math.max(width, height)
  return { line: longer * strokePart * lineFactors[size], letters: longer * letterPart * letterFactors[size] }
}

/**
 * How a mark is drawn on a picture, the lowest shape first: the same on the page, on paper and in files. Each
 * has an edge that sets it off, light or dark, so that it is seen on every ground.
 */
export function markShapes(mark: PictureMark, size: PictureSize): MarkShape[] {
  const { line, letters } = markMeasures(mark.size, size)
  const points = mark.points.map(([x, y]): Point => [x * size.width, y * size.height])
  const [from = [0, 0], to = from] = points
  const edge = edgeOf(mark.colour)
  const stroke = (path: string): MarkShape[] => [
    { kind: 'stroke', path, colour: edge, width: line * 2 },
    { kind: 'stroke', path, colour: mark.colour, width: line },
  ]
  switch (mark.kind) {
    case 'line':
      return stroke(lineThrough([from, to]))
    case 'arrow':
      return arrow(from, to, line, { colour: mark.colour, edge })
    case 'rectangle':
      return stroke(lineThrough([from, [to[0], from[1]], to, [from[0], to[1]]], true))
    case 'ellipse':
      return stroke(ellipse(from, to))
    case 'free':
      return stroke(curveThrough(points))
    case 'text':
      return [textAt(mark.text ?? '', [from[0], from[1] + letters * 0.8], letters, mark.colour)]
    case 'number':
      return [
        ...disc(from, letters * 0.85, mark.colour, edge, line),
        {
          kind: 'text',
          text: String(mark.number ?? ''),
          x: from[0],
          y: from[1] + letters * 0.36,
          size: letters * (String(mark.number ?? '').length > 2 ? 0.7 : 1),
          colour: edge,
          isCentred: true,
          outline: undefined,
        },
        ...(mark.text === undefined
          ? []
          : [textAt(mark.text, [from[0] + letters * 1.2, from[1] + letters * 0.34], letters, mark.colour)]),
      ]
  }
}

function textAt(text: string, [x, y]: Point, size: number, colour: string): MarkShape {
  const outline = { colour: edgeOf(colour), width: size * 0.18 }
  return { kind: 'text', text, x, y, size, colour, isCentred: false, outline }
}

/** The head is as long as four lines are thick, and never longer than the arrow. */
function arrow(
  from: Point,
  to: Point,
  line: number,
  { colour, edge }: { readonly colour: string; readonly edge: string },
): MarkShape[] {
  const [width, height] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(width, height) || 1
  const head = Math.min(line * 5, length)
  const [alongX, alongY] = [width / length, height / length]
  const neck: Point = [to[0] - alongX * head * 0.8, to[1] - alongY * head * 0.8]
  const back: Point = [to[0] - alongX * head, to[1] - alongY * head]
  const side = (way: 1 | -1): Point => [
    back[0] - way * alongY * head * 0.45,
    back[1] + way * alongX * head * 0.45,
  ]
  const shaft = lineThrough([from, neck])
  const tip = lineThrough([to, side(1), neck, side(-1)], true)
  return [
    { kind: 'stroke', path: shaft, colour: edge, width: line * 2 },
    { kind: 'stroke', path: tip, colour: edge, width: line },
    { kind: 'stroke', path: shaft, colour, width: line },
    { kind: 'fill', path: tip, colour },
  ]
}

function disc(middle: Point, radius: number, colour: string, edge: string, line: number): MarkShape[] {
  const path = ellipse([middle[0] - radius, middle[1] - radius], [middle[0] + radius, middle[1] + radius])
  return [
    { kind: 'fill', path, colour },
    { kind: 'stroke', path, colour: edge, width: line / 2 },
  ]
}

const said = (value: number): string => String(Math.round(value * 100) / 100)
const place = ([x, y]: Point): string => `${said(x)} ${said(y)}`

const lineThrough = ([first = [0, 0], ...others]: readonly Point[], isClosed = false): string =>
  `M${place(first)}${others.map((point) => `L${place(point)}`).join('')}${isClosed ? 'Z' : ''}`

function ellipse(from: Point, to: Point): string {
  const [rx, ry] = [Math.abs(to[0] - from[0]) / 2, Math.abs(to[1] - from[1]) / 2]
  const middle = (from[1] + to[1]) / 2
  const [left, right] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])]
  const half = (x: number): string => `A${said(rx)} ${said(ry)} 0 0 1 ${place([x, middle])}`
  return `M${place([left, middle])}${half(right)}${half(left)}Z`
}

/** A soft line: the points pull it, and it passes half way between them. */
function curveThrough(points: readonly Point[]): string {
  const [first = [0, 0], ...others] = points
  const curves = others.slice(0, -1).map((point, at) => {
    const next = others[at + 1] ?? point
    return `Q${place(point)} ${place([(point[0] + next[0]) / 2, (point[1] + next[1]) / 2])}`
  })
  return `M${place(first)}${curves.join('')}L${place(others.at(-1) ?? first)}`
}

/** Dark around light colours, light around dark ones; by relative luminance (WCAG 2.2). */
export function edgeOf(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.4 ? '#1a1a1a' : '#ffffff'
}
