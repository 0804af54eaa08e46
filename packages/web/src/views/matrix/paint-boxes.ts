import { dateSize, minTextSize, nameSize, write } from './letters.js'
import type { Marks } from './marks.js'
import type { Drawing } from './paint-lines.js'
import type { Palette } from './palette.js'
import type { Box } from './use-layout.js'

/** A box with its units: filled by the value of a field, framed by what it is to the chosen one. */
export function paintBox(
  pen: CanvasRenderingContext2D,
  box: Box,
  place: number,
  { marks, palette }: Drawing,
  scale: number,
) {
  const isPale = box.units.every((unit) => !unit.in_filter)
  const isChosen = place === marks.chosen
  const related = isChosen || marks.later.has(place) || marks.earlier.has(place)
  const isDim = marks.loop
    ? !marks.loop.has(place)
    : (marks.chosen !== undefined && !related) || (marks.only !== undefined && !marks.only.has(place))
  pen.globalAlpha = isDim ? 0.4 : 1
  const colour = marks.colourOf(place)
  pen.beginPath()
  pen.roundRect(box.x, box.y, box.width, box.height, 3)
  // Lines that pass behind a dim box must not show through it.
  pen.globalAlpha = 1
  pen.fillStyle = palette.paper
  pen.fill()
  pen.globalAlpha = isDim ? 0.4 : isPale ? 0.55 : 1
  pen.fillStyle = box.in_loop
    ? palette.loopBox
    : (colour ?? (box.units.length > 1 ? palette.group : palette.box))
  pen.fill()
  pen.globalAlpha = isDim ? 0.45 : 1
  pen.strokeStyle = box.in_loop
    ? palette.loop
    : isChosen
      ? palette.chosen
      : marks.later.has(place)
        ? palette.later
        : marks.earlier.has(place)
          ? palette.earlier
          : isPale
            ? palette.pale
            : palette.edge
  pen.lineWidth = Math.max(
    isChosen ? 2.6 : related ? 1.8 : 1.1,
    (isChosen ? 1.8 : related ? 0.9 : 0.45) / scale,
  )
  pen.setLineDash(isPale ? [4, 3] : [])
  pen.stroke()
  pen.setLineDash([])
  if (scale * nameSize >= minTextSize) paintUnits(pen, box, marks, palette)
  pen.globalAlpha = 1
}

function paintUnits(pen: CanvasRenderingContext2D, box: Box, marks: Marks, palette: Palette) {
  const hasDates = box.units.some(({ date }) => date !== '')
  for (const unit of box.units) {
    const isMarked = unit.db_id === marks.unit
    const base = unit.y + 13 + (hasDates && unit.date === '' ? 5 : 0)
    write(pen, unit.name, unit.x, base, {
      size: nameSize,
      weight: isMarked ? 700 : 500,
      colour: unit.in_filter ? palette.text : palette.quiet,
    })
    if (unit.date !== '')
      write(pen, unit.date, unit.x, unit.y + 24, { size: dateSize, colour: palette.quiet })
    if (unit.db_id === marks.cameFrom) {
      pen.fillStyle = palette.chosen
      pen.beginPath()
      pen.moveTo(box.x, unit.y - 4)
      pen.lineTo(box.x + 11, unit.y - 4)
      pen.lineTo(box.x, unit.y + 7)
      pen.fill()
    }
  }
}
