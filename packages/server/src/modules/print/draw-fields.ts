import { type Cell, drawRow } from './draw-row.js'
import type { Paper } from './paper.js'
import { gutter, ink, type } from './paper-style.js'
import type { PrintedField } from './print-document.js'

const columnsOfPage = 12

/** Labels with their values in the twelve columns of the page, row by row. */
export function drawFields(paper: Paper, fields: readonly PrintedField[]): void {
  for (const row of rowsOf(fields)) {
    drawRow(paper, cellsOf(paper, row))
    paper.y += 7
  }
}

/** Fields side by side as long as they fit. */
function rowsOf(fields: readonly PrintedField[]): PrintedField[][] {
  const rows: PrintedField[][] = []
  let used = columnsOfPage
  for (const field of fields) {
    if (used + field.columns > columnsOfPage) {
      rows.push([])
      used = 0
    }
    rows.at(-1)?.push(field)
    used += field.columns
  }
  return rows
}

const nothing = [[{ text: '–' }]]

function cellsOf(paper: Paper, row: readonly PrintedField[]): Cell[] {
  const unit = (paper.width + gutter) / columnsOfPage
  let x = paper.left
  return row.map(({ label, value, columns }) => {
    const width = unit * columns - gutter
    const labelLines = paper.set([[{ text: label }]], type.label, width)
    const lines = [
      ...labelLines,
      ...(value.length > 0
        ? paper.set(value, type.value, width)
        : paper.set(nothing, { ...type.value, colour: ink.faint }, width)),
    ]
    // A name in another script stays with its label; a text of several lines begins where its script does.
    const isBrief = lines.length === labelLines.length + 1 && labelLines[0]?.line.isRightToLeft === false
    const cell: Cell = { x, width, lines, ...(isBrief ? { align: 'left' } : {}) }
    x += unit * columns
    return cell
  })
}
