import { fileProblem } from '../../../formats/file-problem.js'

/** What spreadsheet programs have at most (ECMA-376 leaves it open; they agree on it). */
export const maxSheetColumns = 16_384
export const maxSheetRows = 1_048_576
/** Cells that are made of all sheets. */
const maxCells = 10_000_000
/** A tag of a cell or a row has some attributes of a few characters. */
const maxTag = 64 * 1024

const opening = /<(?:[A-Za-z]\w*:)?(c|row)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^"'<>])*)>/g
const begun = /<(?:[A-Za-z]\w*:)?(?:c|row)(?=[\s/>])/g
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** How many cells the sheets of a workbook become. */
export class SheetBudget {
  private cells = 0

  /** @param place the last of them @throws FileProblem before there are too many */
  take(cells: number, place: string): void {
    this.cells += cells
    if (this.cells > maxCells) throw fileProblem('workbook_too_many_cells', { place })
  }
}

/**
 * Watches the XML of a sheet and refuses what takes all memory: the library makes a row for every row up to
 * the last one, and fills all rows up to the last one with a value, to the last column with a value. Three
 * cells can so become 17 thousand million.
 */
export class SheetPlaces {
  private rest = ''
  private rows = 0
  private lastRow = 0
  private lastFilledRow = 0
  private lastFilledColumn = 0
  private counted = 0

  /** @param onCell called with each cell that has a style, and may have a number */
  constructor(
    private readonly budget: SheetBudget,
    private readonly onCell: (place: string, style: number) => void = () => {},
  ) {}

  /** @throws FileProblem */
  see(piece: string): void {
    const text = this.rest + piece
    const open = text.lastIndexOf('<')
    const isCut = open > text.lastIndexOf('>')
    const whole = isCut ? text.slice(0, open) : text
    // A tag that goes on in the next piece.
    this.rest = isCut ? text.slice(open) : ''
    if (this.rest.length > maxTag) throw fileProblem('workbook_damaged', { reason: 'a tag is too long' })
    const tags = [...whole.matchAll(opening)]
    // What is written so that it cannot be followed here could be read otherwise by the library.
    if (tags.length !== (whole.match(begun) ?? []).length) {
      throw fileProblem('workbook_damaged', { reason: 'a tag of a cell or a row is not well formed' })
    }
    for (const [, kind, attributes = ''] of tags) {
      // Rows need not say which they are.
      if (kind === 'row' && ++this.rows > maxSheetRows) {
        throw fileProblem('workbook_cell_nowhere', { place: String(this.rows) })
      }
      this.note(attributes)
    }
  }

  private note(attributes: string): void {
    let [place, style, type] = ['', '', 'n']
    for (const [, name = '', double, single] of attributes.matchAll(attribute)) {
      const value = double ?? single ?? ''
      if (/^(?:\w+:)?r$/.test(name)) {
        this.noteCell(value, attributes.endsWith('/'))
        place = value
      } else if (name === 's') style = value
      else if (name === 't') type = value
    }
    if (style !== '' && type === 'n') this.onCell(place, Number(style))
  }

  private noteCell(place: string, isEmpty: boolean): void {
    const [, letters = '', digits = ''] = /^\$?([A-Z]{0,3})\$?(\d{1,7})$/i.exec(place) ?? []
    const row = Number(digits)
    const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
    if (row < 1 || row > maxSheetRows || column > maxSheetColumns) {
      throw fileProblem('workbook_cell_nowhere', { place: place.slice(0, 40) })
    }
    this.lastRow = Math.max(this.lastRow, row)
    if (column > 0 && !isEmpty) {
      this.lastFilledRow = Math.max(this.lastFilledRow, row)
      this.lastFilledColumn = Math.max(this.lastFilledColumn, column)
    }
    const cells = this.lastRow + this.lastFilledRow * this.lastFilledColumn
    this.budget.take(cells - this.counted, place)
    this.counted = cells
  }
}
