import type { Marks } from './marks.js'
import type { Palette } from './palette.js'
import type { Layout, Line } from './use-layout.js'
import type { Rectangle } from './viewport.js'

/** A matrix with what stands out in it, and the colours to draw it in. */
export interface Drawing {
  readonly layout: Layout
  readonly marks: Marks
  readonly palette: Palette
}

type Stroke = 'plain' | 'dim' | 'pale' | 'later' | 'earlier' | 'loop'
const order: readonly Stroke[] = ['dim', 'pale', 'plain', 'later', 'earlier', 'loop']

function strokeOf(line: Line, layout: Layout, marks: Marks): Stroke {
  if (marks.loop) {
    const isPart = line.in_loop && marks.loop.has(line.newer) && marks.loop.has(line.older)
    return isPart ? 'loop' : 'dim'
  }
  if (line.in_loop) return 'loop'
  if (marks.chosen !== undefined) {
    const up = (box: number) => box === marks.chosen || marks.later.has(box)
    const down = (box: number) => box === marks.chosen || marks.earlier.has(box)
    if (up(line.newer) && up(line.older)) return 'later'
    if (down(line.newer) && down(line.older)) return 'earlier'
    return 'dim'
  }
  const outside = (place: number) => layout.boxes[place]?.units.every((unit) => !unit.in_filter)
  return outside(line.newer) || outside(line.older) ? 'pale' : 'plain'
}

/** The lines that are seen: those of the chosen unit and of contradictions above the others. */
export function paintLines(
  pen: CanvasRenderingContext2D,
  { layout, marks, palette }: Drawing,
  scale: number,
  seen: Rectangle,
) {
  const byStroke = new Map<Stroke, Line[]>(order.map((stroke) => [stroke, []]))
  for (const line of layout.lines)
    if (isSeen(line.points, seen)) byStroke.get(strokeOf(line, layout, marks))?.push(line)
  const colours = { ...palette, plain: palette.line, dim: palette.line }
  for (const stroke of order) {
    const isStrong = stroke === 'later' || stroke === 'earlier' || stroke === 'loop'
    pen.strokeStyle = colours[stroke]
    pen.globalAlpha = stroke === 'dim' ? 0.35 : isStrong || scale > 0.35 ? 1 : 0.6
    pen.lineWidth = Math.max(isStrong ? 1.9 : 1.1, (isStrong ? 1.3 : 0.7) / scale)
    pen.beginPath()
    for (const { points } of byStroke.get(stroke) ?? []) {
      pen.moveTo(points[0] ?? 0, points[1] ?? 0)
      for (let k = 2; k < points.length; k += 2) pen.lineTo(points[k] ?? 0, points[k + 1] ?? 0)
    }
    pen.stroke()
  }
  pen.globalAlpha = 1
  pen.fillStyle = palette.loop
  for (const { points } of byStroke.get('loop') ?? []) paintArrow(pen, points)
}

/** At the end of a line of a loop: which one is said to be the older. */
function paintArrow(pen: CanvasRenderingContext2D, points: readonly number[]) {
  const [fromY = 0, x = 0, y = 0] = [points.at(-3), points.at(-2), points.at(-1)]
  const back = fromY < y ? -9 : 9
  pen.beginPath()
  pen.moveTo(x, y)
  pen.lineTo(x - 4.5, y + back)
  pen.lineTo(x + 4.5, y + back)
  pen.fill()
}

/** A line runs down from its first to its last corner, or up. */
function isSeen(points: readonly number[], seen: Rectangle): boolean {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let k = 0; k < points.length; k += 2) {
    const [x = 0, y = 0] = [points[k], points[k + 1]]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return left <= seen.x + seen.width && right >= seen.x && top <= seen.y + seen.height && bottom >= seen.y
}
