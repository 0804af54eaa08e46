import { fileProblem } from './file-problem.js'

/** What spreadsheet programs have at most (ECMA-376 leaves it open; they agree on it). */
const mostColumns = 16_384
const mostRows = 1_048_576
/** Cells up to the last one of each row; whoever reads a sheet makes all of them. */
const mostCells = 10_000_000

const place = /<(?:[A-Za-z]\w*:)?(?:c|row)\s(?:[^<>]*?\s)?r\s*=\s*["']([^"']*)["']/g

/**
 * Watches the XML of a sheet and refuses cells so far out that reading them takes all memory: the library makes every cell before
 * them, and an array that cannot be made ends the whole process.
 */
export class SheetPlaces {
  private rest = ''
  private row = 0
  private width = 0
  private cells = 0

  /** @throws FileProblem */
  see(piece: string): void {
    const text = this.rest + piece
    for (const [, where = ''] of text.matchAll(place)) this.note(where)
    // A tag that goes on in the next piece.
    const open = text.lastIndexOf('<')
    this.rest = open > text.lastIndexOf('>') ? text.slice(open).slice(0, 64 * 1024) : ''
  }

  private note(where: string): void {
    const [, letters = '', digits = ''] = /^\$?([A-Z]{0,3})\$?(\d{1,7})$/i.exec(where) ?? []
    const row = Number(digits)
    const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
    if (row < 1 || row > mostRows || column > mostColumns) {
      throw fileProblem('workbook_cell_nowhere', { place: where.slice(0, 40) })
    }
    if (row !== this.row) {
      this.row = row
      this.width = 0
    }
    if (column <= this.width) return
    this.cells += column - this.width
    this.width = column
    if (this.cells > mostCells) {
      throw fileProblem('workbook_too_many_cells', {})
    }
  }
}
