import type { MatrixLayoutReply } from '@trowel/contract/stratigraphy.js'
import { dateOf, nameOf, sizeOfBox, unitsInBox } from '../drawing/box.js'
import { boxMatrix } from '../drawing/matrix-boxes.js'
import {
  type DrawnLine,
  isDrawable,
  layOutMatrix,
  type PlacedBox,
  type Point,
} from '../layout/layout-matrix.js'
import type { HarrisMatrix } from '../matrix/harris-matrix.js'

/**
 * Where everything of the drawing stands, for programs that draw it themselves; `undefined` where there is no
 * drawing either.
 */
export function writeLayout(matrix: HarrisMatrix): string | undefined {
  const { boxes, lines } = boxMatrix(matrix)
  if (!isDrawable(boxes.length, lines)) return undefined
  const layout = layOutMatrix(boxes.map(sizeOfBox), lines)
  const labelOf = new Map(matrix.units.map(({ id, label }) => [id, label]))
  const reply: MatrixLayoutReply = {
    status: 'success',
    width: layout.width,
    height: layout.height,
    boxes: boxes.map((box, index) => {
      const placed = layout.boxes[index] as PlacedBox
      const places = unitsInBox(box, placed)
      return {
        ...placed,
        in_loop: box.isInLoop,
        units: box.units.map((unit, place) => ({
          db_id: unit.id,
          identifier: unit.label,
          name: nameOf(unit),
          date: dateOf(unit),
          in_filter: unit.inFilter,
          ...(places[place] as Point),
        })),
        joins: [...box.joins],
        within: [...box.within],
      }
    }),
    lines: lines.map(({ row, newer, older, isInLoop }, index) => {
      const { points, isTurned } = layout.lines[index] as DrawnLine
      return {
        ...row,
        newer,
        older,
        in_loop: isInLoop || isTurned,
        points: points.flatMap(({ x, y }) => [x, y]),
      }
    }),
    layers: [...layout.layers],
    isolated: layout.isolated ?? null,
    loops: matrix.loops.map(({ units, relations }) => ({
      units: units.map((id) => ({ id, label: labelOf.get(id) ?? String(id) })),
      relations: [...relations],
    })),
  }
  return JSON.stringify(reply)
}
