import {
  type DrawnLine,
  isDrawable,
  layOutMatrix,
  type MatrixLayout,
  type PlacedBox,
} from '../layout/layout-matrix.js'
import type { HarrisMatrix, RelationRow } from '../matrix/harris-matrix.js'
import { drawBox, sizeOfBox } from './box.js'
import { drawLegend, type LegendFacts } from './legend.js'
import { type BoxedMatrix, boxMatrix, type MatrixBox, type MatrixLine } from './matrix-boxes.js'
import { style } from './style.js'
import { xmlText } from './xml-text.js'

export interface DrawingFacts {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** Were the relations that others imply left out? */
  readonly isReduced: boolean
}

const margin = { left: 52, right: 28, bottom: 28 }
const minWidth = 620

/**
 * The matrix as an SVG drawing that needs nothing else: latest units above, one box for units that belong
 * together, lines that turn at right angles, loops in red, units outside the filter paler, isolated units in
 * a block below. Boxes and lines carry `data-unit` and `data-relation`. The same matrix gives the same
 * drawing.
 *
 * @returns `undefined` when its lines are so long and many that it cannot be read
 */
export function drawMatrix(matrix: HarrisMatrix, facts: DrawingFacts): string | undefined {
  const boxed = boxMatrix(matrix)
  if (!isDrawable(boxed.boxes.length, boxed.lines)) return undefined
  const layout = layOutMatrix(boxed.boxes.map(sizeOfBox), boxed.lines)
  const width = Math.max(minWidth, margin.left + layout.width + margin.right)
  const left = Math.max(margin.left, Math.floor((width - layout.width) / 2))
  const legend = drawLegend(legendFacts(matrix, boxed, layout, facts), width - margin.right)
  const height = legend.height + layout.height + margin.bottom
  const { title, summary } = legend
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="hm" role="img" aria-labelledby="hm-title hm-desc" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title id="hm-title">${xmlText(title)}</title><desc id="hm-desc">${xmlText(`${summary}. The latest units stand at the top; a line leads from a newer unit down to an older one.`)}</desc>`,
    `<style>${style}</style>`,
    '<defs><marker id="hm-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path class="hm-arrow" d="M0 0L8 4L0 8Z"/></marker></defs>',
    `<rect class="hm-paper" width="${width}" height="${height}"/>`,
    legend.svg,
    `<g transform="translate(${left} ${legend.height})">`,
    drawLayers(layout, left, width),
    `<g class="hm-lines">`,
    ...boxed.lines.map((line, index) => drawRelation(boxed, line, layout.lines[index] as DrawnLine)),
    '</g><g class="hm-boxes">',
    ...boxed.boxes.map((box, index) => drawBox(box, boxed.inWords, layout.boxes[index] as PlacedBox)),
    ...boxed.boxes.flatMap((box, index) => drawWithin(boxed, box, layout.boxes[index] as PlacedBox)),
    '</g></g></svg>',
    '',
  ].join('\n')
}

function legendFacts(
  matrix: HarrisMatrix,
  boxed: BoxedMatrix,
  layout: MatrixLayout,
  facts: DrawingFacts,
): LegendFacts {
  const labels = new Map(matrix.units.map(({ id, label }) => [id, label]))
  const inFilter = matrix.units.filter((unit) => unit.inFilter).length
  return {
    ...facts,
    table: matrix.table.label,
    units: matrix.units.length,
    inFilter,
    relations: matrix.relations.length,
    groups: boxed.boxes.filter((box) => box.units.length > 1).length,
    levels: layout.layers.reduce((max, { level }) => Math.max(max, level), layout.isolated ? 1 : 0),
    isolated: layout.isolated?.count ?? 0,
    loops: matrix.loops.map((loop) => loop.units.map((id) => labels.get(id) ?? String(id))),
    hasWrongLines:
      boxed.boxes.some((box) => box.within.length > 0) || layout.lines.some((line) => line.isTurned),
    hasDates: matrix.units.some((unit) => unit.chrono?.label),
  }
}

/** Every other layer lies on a band; the number of its level stands on the left. */
function drawLayers({ layers, isolated }: MatrixLayout, left: number, width: number): string {
  const rows = layers.map(({ level, y, height }) => {
    const band =
      level % 2 === 1
        ? `<rect class="hm-band" x="${-left}" y="${y - 5}" width="${width}" height="${height + 10}"/>`
        : ''
    return `${band}<text class="hm-level hm-quiet" x="${34 - left}" y="${y + 16}">${level}</text>`
  })
  const heading = isolated
    ? `<text class="hm-quiet" x="0" y="${isolated.y - 10}">Isolated: nothing above or below (${isolated.count})</text>`
    : ''
  return `<g class="hm-layers">${rows.join('')}${heading}</g>`
}

function drawRelation(
  boxed: BoxedMatrix,
  { row, isInLoop, newer, older }: MatrixLine,
  { points, isTurned }: DrawnLine,
): string {
  const isWrong = isInLoop || isTurned
  const isPale = [newer, older].some((box) => boxed.boxes[box]?.units.every((unit) => !unit.inFilter))
  const classes = ['hm-line', isPale && 'hm-pale', isWrong && 'hm-loop']
  let path = ''
  points.forEach(({ x, y }, index) => {
    const before = points[index - 1]
    path += !before ? `M${x} ${y}` : before.x === x ? `V${y}` : `H${x}`
  })
  return `<path ${attributesOf(row)} class="${classes.filter(Boolean).join(' ')}" d="${path}"${isWrong ? ' marker-end="url(#hm-arrow)"' : ''}><title>${xmlText(boxed.inWords(row))}</title></path>`
}

/** A relation between units of one box leaves it at its right side and comes back. */
function drawWithin(boxed: BoxedMatrix, { within }: MatrixBox, { x, y, width, height }: PlacedBox): string[] {
  return within.map((row, index) => {
    const inwards = index / within.length
    const [top, reach] = [y + 4 + inwards * (height / 2 - 8), 10 - inwards * 6]
    return `<path ${attributesOf(row)} class="hm-line hm-loop" d="M${x + width} ${top}h${reach}V${2 * y + height - top}h${-reach}" marker-end="url(#hm-arrow)"><title>${xmlText(boxed.inWords(row))}</title></path>`
  })
}

const attributesOf = ({ id, first, second }: RelationRow): string =>
  `id="relation-${id}" data-relation="${id}" data-first="${first}" data-second="${second}"`
