import { scaleBarOf } from '@trowel/contract/lengths.js'
import type { Geometry, Position } from '@trowel/contract/model/geometry.js'
import { drawScaleBar } from './draw-scale.js'
import { coordinatesText, sketchOf } from './map-sketch.js'
import type { Paper } from './paper.js'
import { ink, type } from './paper-style.js'

const height = 210
/** What is smaller is shown with this much around it, in metres. */
const minReach = 1

/** Where a record lies: its shapes, north upwards, with a scale bar and the coordinates of the middle. */
export function drawMap(paper: Paper, geometries: readonly Geometry[], north: string): void {
  const sketch = sketchOf(geometries)
  if (!sketch) return
  paper.keep(height + 4 + type.caption.leading)
  const { pdf, left: x, width, y } = paper
  const [east, up] = sketch.reach
  const scale = Math.min((width * 0.42) / Math.max(east, minReach), (height * 0.38) / Math.max(up, minReach))
  const at = ([metresEast, metresNorth]: Position): [number, number] => [
    x + width / 2 + metresEast * scale,
    y + height / 2 - metresNorth * scale,
  ]
  const path = (positions: readonly Position[], isClosed: boolean): void => {
    positions.forEach((position, place) => {
      if (place === 0) pdf.moveTo(...at(position))
      else pdf.lineTo(...at(position))
    })
    if (isClosed) pdf.closePath()
  }

  pdf.save()
  pdf.rect(x, y, width, height).clip()
  for (const rings of sketch.areas) {
    for (const ring of rings) path(ring, true)
    pdf.lineWidth(1.1).lineJoin('round').fillAndStroke(ink.tint, ink.accent, 'even-odd')
  }
  for (const line of sketch.lines) {
    path(line, false)
    pdf.lineWidth(1.4).lineJoin('round').strokeColor(ink.accent).stroke()
  }
  for (const point of sketch.points) {
    const [pointX, pointY] = at(point)
    pdf.circle(pointX, pointY, 3).lineWidth(1).fillAndStroke('#ffffff', ink.accent)
    pdf.circle(pointX, pointY, 0.9).fill(ink.accent)
  }
  pdf.restore()
  pdf.rect(x, y, width, height).lineWidth(0.6).strokeColor(ink.rule).stroke()
  drawNorth(paper, x + width - 18, y + 12, north)
  drawScaleBar(paper, x + 12, y + height - 14, scaleBarOf(scale / 100, 110))
  const caption = paper.setOne(`${coordinatesText(sketch.middle)} (WGS 84)`, type.caption, width)
  if (caption) paper.draw(caption, x, y + height + 4, width)
  paper.y = y + height + 4 + type.caption.leading + 10
}

function drawNorth(paper: Paper, x: number, y: number, letter: string): void {
  paper.pdf
    .moveTo(x, y)
    .lineTo(x + 5, y + 18)
    .lineTo(x, y + 14)
    .lineTo(x - 5, y + 18)
    .closePath()
    .fill(ink.text)
  const set = paper.setOne(letter, type.drawing, 20, true)
  if (set) paper.draw(set, x - 10, y + 20, 20, 'centre')
}
