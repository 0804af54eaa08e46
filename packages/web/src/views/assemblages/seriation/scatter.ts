import type { Line, Ordered } from './ordered.js'
import { type Drawing, round, type Shape, shortened, textWidth } from './shapes.js'

/** A unit or a kind on the first two axes. */
export interface Point {
  readonly line: Line
  readonly isKind: boolean
  readonly x: number
  readonly y: number
}

export interface Scatter {
  readonly drawing: Drawing
  /** Units in their order, then kinds. */
  readonly points: readonly Point[]
}

const margin = { left: 18, top: 14, right: 18, bottom: 30 }
const maxLabel = 22

/**
 * Units and kinds by their principal coordinates on the first two axes, which have one scale: what lies close
 * is alike. A single gradient bends into a horseshoe.
 *
 * @param titles of the two axes
 */
export function scatterOf({ rows, columns }: Ordered, titles: readonly string[], size: Size): Scatter {
  const lines = [...rows, ...columns]
  const [xs, ys] = [0, 1].map((axis) => lines.map(({ place }) => place[axis] ?? 0)) as [number[], number[]]
  const [x, y] = [extentOf(xs), extentOf(ys)]
  const room = {
    width: size.width - margin.left - margin.right,
    height: size.height - margin.top - margin.bottom,
  }
  const scale = Math.min(room.width / (x.max - x.min), room.height / (y.max - y.min))
  const left = margin.left + (room.width - (x.max - x.min) * scale) / 2
  const top = margin.top + (room.height - (y.max - y.min) * scale) / 2
  const points = lines.map(
    (line, k): Point => ({
      line,
      isKind: k >= rows.length,
      x: left + ((xs[k] as number) - x.min) * scale,
      y: top + (y.max - (ys[k] as number)) * scale,
    }),
  )
  const origin = { x: left - x.min * scale, y: top + y.max * scale }
  return {
    points,
    drawing: {
      ...size,
      shapes: [
        { kind: 'line', d: `M${round(origin.x)} ${margin.top}v${round(room.height)}`, tone: 'line' },
        { kind: 'line', d: `M${margin.left} ${round(origin.y)}h${round(room.width)}`, tone: 'line' },
        {
          kind: 'area',
          d: points
            .filter(({ isKind }) => isKind)
            .map(diamond)
            .join(''),
          tone: 'kind',
        },
        {
          kind: 'area',
          d: points
            .filter(({ isKind }) => !isKind)
            .map(dot)
            .join(''),
          tone: 'bar',
        },
        ...labelsOf(points, size),
        ...axisTitles(titles, size, origin),
      ],
    },
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** From the least to the greatest with a little around; 0, the mean of all, is always inside. */
function extentOf(values: readonly number[]): { readonly min: number; readonly max: number } {
  const [min, max] = [Math.min(0, ...values), Math.max(0, ...values)]
  const around = (max - min) * 0.06 || 0.5
  return { min: min - around, max: max + around }
}

const dot = ({ x, y }: Point): string =>
  `M${round(x - 3.5)} ${round(y)}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z`
const diamond = ({ x, y }: Point): string => `M${round(x)} ${round(y - 5)}l5 5l-5 5l-5 -5z`

/** Names where they cover neither a point nor another name: those of kinds first, which are fewer. */
function labelsOf(points: readonly Point[], size: Size): readonly Shape[] {
  const taken = points.map(({ x, y }) => ({ left: x - 5, top: y - 5, right: x + 5, bottom: y + 5 }))
  const byNeed = [...points].sort((a, b) => Number(b.isKind) - Number(a.isKind))
  return byNeed.flatMap(({ line, isKind, x, y }): Shape[] => {
    const text = shortened(line.name || '–', maxLabel)
    const width = textWidth(text) * 0.94
    for (const [left, top] of [
      [x + 8, y - 7],
      [x - 8 - width, y - 7],
      [x - width / 2, y - 21],
      [x - width / 2, y + 7],
    ] as const) {
      const box = { left, top, right: left + width, bottom: top + 14 }
      const isInside =
        box.left >= 2 && box.right <= size.width - 2 && box.top >= 2 && box.bottom <= size.height - 22
      if (!isInside || taken.some((other) => meets(box, other))) continue
      taken.push(box)
      return [{ kind: 'text', x: left, y: top + 11, text, tone: isKind ? 'kind' : 'soft', size: 11 }]
    }
    return []
  })
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}
const meets = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

function axisTitles(
  [first = '', second = '']: readonly string[],
  { width, height }: Size,
  origin: { readonly x: number },
): readonly Shape[] {
  const isRight = origin.x > width - textWidth(second) - 20
  return [
    { kind: 'text', x: width - 8, y: height - 8, text: first, tone: 'soft', anchor: 'end' },
    {
      kind: 'text',
      x: origin.x + (isRight ? -6 : 6),
      y: margin.top + 6,
      text: second,
      tone: 'soft',
      anchor: isRight ? 'end' : 'start',
    },
  ]
}
