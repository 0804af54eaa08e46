import type { Inks } from './inks.js'
import { gutter, type Rectangle, type Sight, type Size, seenPart } from './sight.js'
import type { Box, Layout, Line } from './use-layout.js'

/** What is marked in a drawing. */
export interface Marks {
  /** The place of the chosen box, and the unit in it. */
  readonly chosen: number | undefined
  readonly unit: number | undefined
  /** The unit from which the person came to the drawing. */
  readonly cameFrom: number | undefined
  readonly later: ReadonlySet<number>
  readonly earlier: ReadonlySet<number>
  /** Only these boxes stand out: those of one value in the legend. */
  readonly only: ReadonlySet<number> | undefined
  /** The colour of a box; `undefined` for none. */
  colourOf(box: number): string | undefined
}

const nameSize = 12
const dateSize = 9.5
/** Names are drawn from this size on the screen. */
const leastText = 4.2
const fonts = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif'

/** Draws what is seen of a matrix. The pen is scaled to pixels of the screen. */
export function paint(
  pen: CanvasRenderingContext2D,
  layout: Layout,
  marks: Marks,
  inks: Inks,
  sight: Sight,
  screen: Size,
  isolatedTitle: string,
): void {
  const seen = seenPart(sight, screen)
  pen.save()
  pen.fillStyle = inks.paper
  pen.fillRect(0, 0, screen.width, screen.height)
  paintLayers(pen, layout, inks, sight, screen)
  pen.translate(sight.x, sight.y)
  pen.scale(sight.scale, sight.scale)
  paintLines(pen, layout, marks, inks, sight.scale, seen)
  if (layout.isolated && sight.scale * nameSize > leastText) {
    write(pen, isolatedTitle, 0, layout.isolated.y - 12, `500 ${nameSize}px ${fonts}`, inks.quiet, 'left')
  }
  layout.boxes.forEach((box, place) => {
    if (meets(box, seen)) paintBox(pen, box, place, marks, inks, sight.scale)
  })
  pen.restore()
  paintLevels(pen, layout, inks, sight, screen)
}

function paintLayers(
  pen: CanvasRenderingContext2D,
  { layers }: Layout,
  inks: Inks,
  sight: Sight,
  screen: Size,
) {
  pen.fillStyle = inks.band
  layers.forEach(({ y, height }, place) => {
    if (place % 2 === 0)
      pen.fillRect(0, sight.y + (y - 6) * sight.scale, screen.width, (height + 12) * sight.scale)
  })
}

/** The numbers of the layers stay at the left edge. */
function paintLevels(
  pen: CanvasRenderingContext2D,
  { layers }: Layout,
  inks: Inks,
  sight: Sight,
  screen: Size,
) {
  pen.fillStyle = inks.paper
  pen.globalAlpha = 0.75
  pen.fillRect(0, 0, gutter - 10, screen.height)
  pen.globalAlpha = 1
  let last = Number.NEGATIVE_INFINITY
  for (const { level, y, height } of layers) {
    const middle = sight.y + (y + height / 2) * sight.scale
    if (middle < 8 || middle > screen.height - 4 || middle - last < 15) continue
    last = middle
    write(pen, String(level), gutter - 20, middle + 4, `11px ${fonts}`, inks.quiet, 'right')
  }
}

type Stroke = 'plain' | 'dim' | 'pale' | 'later' | 'earlier' | 'loop'
const order: readonly Stroke[] = ['dim', 'pale', 'plain', 'later', 'earlier', 'loop']

function strokeOf(line: Line, layout: Layout, marks: Marks): Stroke {
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

function paintLines(
  pen: CanvasRenderingContext2D,
  layout: Layout,
  marks: Marks,
  inks: Inks,
  scale: number,
  seen: Rectangle,
) {
  const byStroke = new Map<Stroke, Line[]>(order.map((stroke) => [stroke, []]))
  for (const line of layout.lines)
    if (isSeen(line.points, seen)) byStroke.get(strokeOf(line, layout, marks))?.push(line)
  const colours = { ...inks, plain: inks.line, dim: inks.line }
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
  pen.fillStyle = inks.loop
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

function paintBox(
  pen: CanvasRenderingContext2D,
  box: Box,
  place: number,
  marks: Marks,
  inks: Inks,
  scale: number,
) {
  const isPale = box.units.every((unit) => !unit.in_filter)
  const isChosen = place === marks.chosen
  const related = isChosen || marks.later.has(place) || marks.earlier.has(place)
  const isDim =
    (marks.chosen !== undefined && !related) || (marks.only !== undefined && !marks.only.has(place))
  pen.globalAlpha = isDim ? 0.4 : 1
  const colour = marks.colourOf(place)
  pen.beginPath()
  pen.roundRect(box.x, box.y, box.width, box.height, 3)
  // Lines that pass behind a dim box must not show through it.
  pen.globalAlpha = 1
  pen.fillStyle = inks.paper
  pen.fill()
  pen.globalAlpha = isDim ? 0.4 : isPale ? 0.55 : 1
  pen.fillStyle = box.in_loop ? inks.loopBox : (colour ?? (box.units.length > 1 ? inks.group : inks.box))
  pen.fill()
  pen.globalAlpha = isDim ? 0.45 : 1
  pen.strokeStyle = box.in_loop
    ? inks.loop
    : isChosen
      ? inks.chosen
      : marks.later.has(place)
        ? inks.later
        : marks.earlier.has(place)
          ? inks.earlier
          : isPale
            ? inks.pale
            : inks.edge
  pen.lineWidth = Math.max(
    isChosen ? 2.6 : related ? 1.8 : 1.1,
    (isChosen ? 1.8 : related ? 0.9 : 0.45) / scale,
  )
  pen.setLineDash(isPale ? [4, 3] : [])
  pen.stroke()
  pen.setLineDash([])
  if (scale * nameSize >= leastText) paintUnits(pen, box, marks, inks)
  pen.globalAlpha = 1
}

function paintUnits(pen: CanvasRenderingContext2D, box: Box, marks: Marks, inks: Inks) {
  const hasDates = box.units.some(({ date }) => date !== '')
  for (const unit of box.units) {
    const isMarked = unit.db_id === marks.unit
    const weight = isMarked ? 700 : 500
    const base = unit.y + 13 + (hasDates && unit.date === '' ? 5 : 0)
    write(
      pen,
      unit.name,
      unit.x,
      base,
      `${weight} ${nameSize}px ${fonts}`,
      unit.in_filter ? inks.text : inks.quiet,
      'center',
    )
    if (unit.date !== '')
      write(pen, unit.date, unit.x, unit.y + 24, `${dateSize}px ${fonts}`, inks.quiet, 'center')
    if (unit.db_id === marks.cameFrom) {
      pen.fillStyle = inks.chosen
      pen.beginPath()
      pen.moveTo(box.x, unit.y - 4)
      pen.lineTo(box.x + 11, unit.y - 4)
      pen.lineTo(box.x, unit.y + 7)
      pen.fill()
    }
  }
}

function write(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  align: CanvasTextAlign,
) {
  pen.font = font
  pen.fillStyle = colour
  pen.textAlign = align
  pen.fillText(text, x, y)
}

const meets = (box: Rectangle, seen: Rectangle): boolean =>
  box.x < seen.x + seen.width &&
  box.x + box.width > seen.x &&
  box.y < seen.y + seen.height &&
  box.y + box.height > seen.y

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
