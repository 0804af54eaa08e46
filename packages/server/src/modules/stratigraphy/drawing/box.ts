import type { BoxSize, PlacedBox, Point } from '../layout/layout-matrix.js'
import type { MatrixUnit, RelationRow } from '../matrix/harris-matrix.js'
import type { MatrixBox } from './matrix-boxes.js'
import { dateSize, nameSize } from './style.js'
import { clip, textWidth } from './text.js'
import { xmlText } from './xml-text.js'

const maxCharacters = 24
const maxDateLength = 22
const nameHeight = 17
const dateHeight = 11
const padding = { across: 8, along: 4 }
/** A box of joined units grows to the side when there are more. */
const maxRows = 8

interface Cells {
  readonly columns: number
  readonly rows: number
  readonly width: number
  readonly height: number
  readonly hasDates: boolean
}

function cellsOf({ units }: MatrixBox): Cells {
  const rows = Math.min(units.length, Math.max(maxRows, Math.ceil(Math.sqrt(units.length))))
  const hasDates = units.some((unit) => dateOf(unit) !== '')
  let width = 26
  for (const unit of units) {
    width = Math.max(width, textWidth(nameOf(unit), nameSize), textWidth(dateOf(unit), dateSize))
  }
  return {
    columns: Math.ceil(units.length / rows),
    rows,
    width: width + padding.across,
    height: nameHeight + (hasDates ? dateHeight : 0),
    hasDates,
  }
}

/** What a box has room for of the name of a unit, and of its date. */
export const nameOf = (unit: MatrixUnit): string => clip(unit.label, maxCharacters) || `(${unit.id})`
export const dateOf = (unit: MatrixUnit): string => clip(unit.chrono?.label ?? '', maxDateLength)

/** In units of the drawing. */
export function sizeOfBox(box: MatrixBox): BoxSize {
  const cells = cellsOf(box)
  return {
    width: cells.columns * cells.width + padding.across,
    height: cells.rows * cells.height + 2 * padding.along,
  }
}

/**
 * Where the units of a box stand in it: the middle of the upper edge of each one's cell, in the order of the
 * units.
 */
export function unitsInBox(box: MatrixBox, { x, y, width }: PlacedBox): Point[] {
  const cells = cellsOf(box)
  const left = x + (width - cells.columns * cells.width) / 2
  return box.units.map((_, index) => ({
    x: left + (Math.floor(index / cells.rows) + 0.5) * cells.width,
    y: y + padding.along + (index % cells.rows) * cells.height,
  }))
}

/** The box at its place: each unit can be found by `data-unit`, and says its whole name when pointed at. */
export function drawBox(box: MatrixBox, inWords: (row: RelationRow) => string, placed: PlacedBox): string {
  const { x, y, width, height } = placed
  const { units, group, isInLoop, joins } = box
  const isPale = units.every((unit) => !unit.inFilter)
  const classes = ['hm-box', units.length > 1 && 'hm-group', isPale && 'hm-pale', isInLoop && 'hm-loop']
  const joined = joins.length > 0 ? ` data-joined-by="${joins.map(({ id }) => id).join(' ')}"` : ''
  const title = joins.length > 0 ? `<title>${xmlText(joins.map(inWords).join('\n'))}</title>` : ''
  const { hasDates } = cellsOf(box)
  const places = unitsInBox(box, placed)
  const names = units.map((unit, index) =>
    drawName(unit, {
      ...(places[index] as Point),
      hasDates,
      isPale: !unit.inFilter && !isPale,
    }),
  )
  return `<g id="group-${group}" class="${classes.filter(Boolean).join(' ')}" data-group="${group}"${joined}>${title}<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="2"/>${names.join('')}</g>`
}

function drawName(
  unit: MatrixUnit,
  place: { readonly x: number; readonly y: number; readonly hasDates: boolean; readonly isPale: boolean },
): string {
  const x = Math.round(place.x * 10) / 10
  const pale = place.isPale ? ' class="hm-pale"' : ''
  const date = dateOf(unit)
  const dated =
    date === ''
      ? ''
      : `<text class="hm-date hm-quiet" x="${x}" y="${place.y + nameHeight + 7}">${xmlText(date)}</text>`
  const level = unit.level === undefined ? '' : ` data-level="${unit.level}"`
  const top = place.y + (place.hasDates && date === '' ? dateHeight / 2 : 0)
  return `<g id="unit-${unit.id}" data-unit="${unit.id}"${level}${pale}><title>${xmlText(fullName(unit))}</title><text x="${x}" y="${top + 13}">${xmlText(nameOf(unit))}</text>${dated}</g>`
}

const fullName = ({ label, chrono, level }: MatrixUnit): string =>
  [label, chrono?.label, level === undefined ? undefined : `level ${level}`].filter(Boolean).join(', ')
