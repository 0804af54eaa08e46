import { leastText, nameSize, write } from './letters.js'
import type { Marks } from './marks.js'
import { paintBox } from './paint-boxes.js'
import { paintLines } from './paint-lines.js'
import type { Inks } from './palette.js'
import type { Layout } from './use-layout.js'
import { gutter, type Rectangle, type Sight, type Size, seenPart } from './viewport.js'

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
    write(pen, isolatedTitle, 0, layout.isolated.y - 12, {
      size: nameSize,
      weight: 500,
      colour: inks.quiet,
      align: 'left',
    })
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
  pen.globalAlpha = 0.92
  pen.fillRect(0, 0, gutter - 10, screen.height)
  pen.globalAlpha = 1
  let last = Number.NEGATIVE_INFINITY
  for (const { level, y, height } of layers) {
    const middle = sight.y + (y + height / 2) * sight.scale
    if (middle < 8 || middle > screen.height - 4 || middle - last < 15) continue
    last = middle
    write(pen, String(level), gutter - 20, middle + 4, { size: 11, colour: inks.quiet, align: 'right' })
  }
}

const meets = (box: Rectangle, seen: Rectangle): boolean =>
  box.x < seen.x + seen.width &&
  box.x + box.width > seen.x &&
  box.y < seen.y + seen.height &&
  box.y + box.height > seen.y
