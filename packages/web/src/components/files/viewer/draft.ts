import { markMeasures, type PictureSize } from '@trowel/contract/mark-shapes.js'
import type { MarkKind, MarkSize, PictureMark } from '@trowel/contract/picture-marks.js'
import type { Point } from './view.js'

/** Marks as a user changes them, with the way back and forth. */
export interface Draft {
  readonly marks: readonly PictureMark[]
  readonly past: readonly (readonly PictureMark[])[]
  readonly future: readonly (readonly PictureMark[])[]
}

export const draftOf = (marks: readonly PictureMark[]): Draft => ({ marks, past: [], future: [] })

const maxSteps = 100

export const changed = ({ marks, past }: Draft, next: readonly PictureMark[]): Draft => ({
  marks: next,
  past: [...past, marks].slice(-maxSteps),
  future: [],
})

/** A change that goes on, as a drag or a word that is typed: the way back leads before all of it. */
export const continued = (draft: Draft, next: readonly PictureMark[]): Draft => ({ ...draft, marks: next })

export function undone({ marks, past, future }: Draft): Draft {
  const before = past.at(-1)
  return before
    ? { marks: before, past: past.slice(0, -1), future: [marks, ...future] }
    : { marks, past, future }
}

export function redone({ marks, past, future }: Draft): Draft {
  const [after, ...later] = future
  return after ? { marks: after, past: [...past, marks], future: later } : { marks, past, future }
}

/** With which a mark is begun. */
export interface Pencil {
  readonly kind: MarkKind
  readonly colour: string
  readonly size: MarkSize
}

/** In which colours people draw: the first ones are told apart by everybody. */
export const colours = ['#e03131', '#ffd43b', '#1971c2', '#2f9e44', '#ffffff', '#1a1a1a'] as const

const onPicture = (part: number): number => Math.round(Math.min(Math.max(part, 0), 1) * 1e5) / 1e5
const pointOn = ([x, y]: Point): [number, number] => [onPicture(x), onPicture(y)]

/** A mark that begins at a point; a numbered one goes on counting. */
export function begun(marks: readonly PictureMark[], { kind, colour, size }: Pencil, at: Point): PictureMark {
  const start = pointOn(at)
  const mark = { kind, colour, size }
  if (kind === 'text') return { ...mark, points: [start], text: '' }
  if (kind === 'number') {
    const highest = Math.max(0, ...marks.map(({ number = 0 }) => number))
    return { ...mark, points: [start], number: Math.min(highest + 1, 9999) }
  }
  return { ...mark, points: [start, start] }
}

/** The mark while its end, or the pen, is at another point. */
export function drawnTo(mark: PictureMark, at: Point): PictureMark {
  const end = pointOn(at)
  if (mark.kind === 'text' || mark.kind === 'number') return { ...mark, points: [end] }
  const [start = end] = mark.points
  return { ...mark, points: mark.kind === 'free' ? [...mark.points, end] : [start, end] }
}

/** As it is kept: a free line by the points that make its form; nothing of what is only a point. */
export function finished(mark: PictureMark, size: PictureSize): PictureMark | undefined {
  if (mark.points.length === 1) return mark
  const { line } = markMeasures(mark.size, size)
  const longest = Math.max(...mark.points.map((point) => distance(point, mark.points[0] ?? point, size)))
  if (longest < line * 2) return undefined
  if (mark.kind !== 'free') return mark
  let tolerance = line / 4
  let points = simplified(mark.points, tolerance, size)
  while (points.length > 500) {
    tolerance *= 2
    points = simplified(mark.points, tolerance, size)
  }
  return { ...mark, points }
}

/** Not farther than the picture, and without a change of form. */
export function movedTo(mark: PictureMark, [right, down]: Point): PictureMark {
  const move = (by: number, axis: 0 | 1): number => {
    const places = mark.points.map((point) => point[axis])
    return Math.min(Math.max(by, -Math.min(...places)), 1 - Math.max(...places))
  }
  const [x, y] = [move(right, 0), move(down, 1)]
  return { ...mark, points: mark.points.map((point) => pointOn([point[0] + x, point[1] + y])) }
}

type MarkPoint = PictureMark['points'][number]

const distance = (a: MarkPoint, b: MarkPoint, { width, height }: PictureSize): number =>
  Math.hypot((a[0] - b[0]) * width, (a[1] - b[1]) * height)

/** How far a point lies from the stretch between two others; in pixels. */
function distanceFrom(point: Point, [a, b]: readonly [Point, Point], { width, height }: PictureSize): number {
  const [ax, ay, bx, by] = [a[0] * width, a[1] * height, b[0] * width, b[1] * height]
  const [px, py] = [point[0] * width, point[1] * height]
  const length = (bx - ax) ** 2 + (by - ay) ** 2
  const along =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length))
  return Math.hypot(px - ax - along * (bx - ax), py - ay - along * (by - ay))
}

/** Douglas and Peucker, 1973: without the points that lie on the line between those that stay. */
function simplified(points: PictureMark['points'], tolerance: number, size: PictureSize): MarkPoint[] {
  const kept = new Set([0, points.length - 1])
  const open: [number, number][] = [[0, points.length - 1]]
  for (let stretch = open.pop(); stretch; stretch = open.pop()) {
    const [from, to] = stretch
    const ends = [points[from] ?? [0, 0], points[to] ?? [0, 0]] as const
    let farthest = { at: 0, distance: tolerance }
    for (let at = from + 1; at < to; at++) {
      const far = distanceFrom(points[at] ?? [0, 0], ends, size)
      if (far > farthest.distance) farthest = { at, distance: far }
    }
    if (farthest.at === 0) continue
    kept.add(farthest.at)
    open.push([from, farthest.at], [farthest.at, to])
  }
  return points.filter((_, at) => kept.has(at))
}

/**
 * The topmost mark under a point, or so near that a finger may mean it.
 *
 * @param reach in pixels of the picture
 */
export function markAt(
  marks: readonly PictureMark[],
  at: Point,
  size: PictureSize,
  reach: number,
): number | undefined {
  const place = marks.findLastIndex((mark) => isNear(mark, at, size, reach))
  return place === -1 ? undefined : place
}

function isNear(mark: PictureMark, at: Point, size: PictureSize, reach: number): boolean {
  const { line, letters } = markMeasures(mark.size, size)
  const [first = [0, 0], second = first] = mark.points
  const [x, y] = [(at[0] - first[0]) * size.width, (at[1] - first[1]) * size.height]
  switch (mark.kind) {
    case 'text':
      return (
        x > -reach &&
        x < letters * 0.6 * (mark.text?.length ?? 0) + reach &&
        y > -reach &&
        y < letters + reach
      )
    case 'number':
      return Math.hypot(x, y) < letters + reach
    case 'rectangle':
    case 'ellipse': {
      const corners: Point[] = [first, [second[0], first[1]], second, [first[0], second[1]], first]
      return isNearLine(corners, at, size, line + reach)
    }
    default:
      return isNearLine(mark.points, at, size, line + reach)
  }
}

const isNearLine = (points: readonly Point[], at: Point, size: PictureSize, reach: number): boolean =>
  points.some(
    (point, place) => place > 0 && distanceFrom(at, [points[place - 1] ?? point, point], size) < reach,
  )

/**
 * What a user drew, put on what others drew meanwhile: their marks stay, his are added, and those that he
 * took away go.
 */
export function merged(
  before: readonly PictureMark[],
  mine: readonly PictureMark[],
  theirs: readonly PictureMark[],
): PictureMark[] {
  const known = new Set(before.map(textOf))
  const stays = new Set(mine.map(textOf))
  return [
    ...theirs.filter((mark) => !known.has(textOf(mark)) || stays.has(textOf(mark))),
    ...mine.filter((mark) => !known.has(textOf(mark))),
  ]
}

const textOf = (mark: PictureMark): string => JSON.stringify(mark)
