import { minTextSize, nameSize, write } from './letters.js'
import { paintBox } from './paint-boxes.js'
import { type Drawing, paintLines } from './paint-lines.js'
import type { Palette } from './palette.js'
import type { Layout } from './use-layout.js'
import { gutter, meets, type Size, seenPart, type Viewport } from './viewport.js'

/** Draws what is seen of a matrix. The pen is scaled to pixels of the screen. */
export function paint(
  pen: CanvasRenderingContext2D,
  drawing: Drawing & { readonly isolatedTitle: string },
  viewport: Viewport,
  screen: Size,
): void {
  const { layout, palette, isolatedTitle } = drawing
  const seen = seenPart(viewport, screen)
  pen.save()
  pen.fillStyle = palette.paper
  pen.fillRect(0, 0, screen.width, screen.height)
  paintLayers(pen, layout, palette, viewport, screen)
  pen.translate(viewport.x, viewport.y)
  pen.scale(viewport.scale, viewport.scale)
  paintLines(pen, drawing, viewport.scale, seen)
  if (layout.isolated && viewport.scale * nameSize > minTextSize) {
    write(pen, isolatedTitle, 0, layout.isolated.y - 12, {
      size: nameSize,
      weight: 500,
      colour: palette.quiet,
      align: 'left',
    })
  }
  layout.boxes.forEach((box, place) => {
    if (meets(box, seen)) paintBox(pen, box, place, drawing, viewport.scale)
  })
  pen.restore()
  paintLevels(pen, layout, palette, viewport, screen)
}

function paintLayers(
  pen: CanvasRenderingContext2D,
  { layers }: Layout,
  palette: Palette,
  viewport: Viewport,
  screen: Size,
) {
  pen.fillStyle = palette.band
  layers.forEach(({ y, height }, place) => {
    if (place % 2 === 0)
      pen.fillRect(0, viewport.y + (y - 6) * viewport.scale, screen.width, (height + 12) * viewport.scale)
  })
}

/** The numbers of the layers stay at the left edge. */
function paintLevels(
  pen: CanvasRenderingContext2D,
  { layers }: Layout,
  palette: Palette,
  viewport: Viewport,
  screen: Size,
) {
  pen.fillStyle = palette.paper
  pen.globalAlpha = 0.92
  pen.fillRect(0, 0, gutter - 10, screen.height)
  pen.globalAlpha = 1
  let last = Number.NEGATIVE_INFINITY
  for (const { level, y, height } of layers) {
    const middle = viewport.y + (y + height / 2) * viewport.scale
    if (middle < 8 || middle > screen.height - 4 || middle - last < 15) continue
    last = middle
    write(pen, String(level), gutter - 20, middle + 4, { size: 11, colour: palette.quiet, align: 'right' })
  }
}
