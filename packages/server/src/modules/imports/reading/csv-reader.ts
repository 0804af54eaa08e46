import { type FileProblem, fileProblem } from '../../../formats/file-problem.js'

/** A row of a file of separated values. */
export interface CsvRow {
  readonly cells: readonly string[]
  /** The line on which the row begins, as a text editor counts. */
  readonly line: number
}

const isLineEnd = (character: string): boolean => character === '\n' || character === '\r'

/** No row of a real table is longer; what is has a quotation mark that was never closed. */
const maxRowLength = 16 * 1024 * 1024

type State = 'cell begins' | 'plain' | 'quoted' | 'after quote'

/**
 * Reads rows out of text that comes in pieces (RFC 4180, with every line end there is: LF, CRLF and CR, mixed
 * or not). A quotation mark inside a cell that did not begin with one is a character like others.
 *
 * Our own reader, because csv-parse 7.0.3 counts a CRLF inside quotes as two lines, names the last line of
 * the file for a quotation mark that was never closed, and takes marks inside a cell only together with
 * damaged quoting, which must be refused here.
 */
export class CsvReader {
  private state: State = 'cell begins'
  private cell = ''
  private cells: string[] = []
  private length = 0
  private line = 1
  private rowLine = 1
  private quoteLine = 1
  /** The last character was a CR: an LF that follows belongs to it. */
  private afterReturn = false
  /** The last character was a quotation mark inside quotes, and the piece ended with it. */
  private afterMark = false

  /** @param delimiter one character */
  constructor(private readonly delimiter: string) {}

  /** The rows that end in this piece of the text. @throws FileProblem */
  *read(text: string): Generator<CsvRow> {
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const character = text[at] as string
      if (this.afterReturn) {
        this.afterReturn = false
        if (character === '\n') {
          if (this.state !== 'quoted') from = at + 1
          continue
        }
      }
      if (this.afterMark) {
        this.afterMark = false
        if (character === '"') {
          from = at
          continue
        }
        this.state = 'after quote'
      }
      if (this.state === 'cell begins') {
        from = at
        this.state = character === '"' ? 'quoted' : 'plain'
        if (this.state === 'quoted') {
          this.quoteLine = this.line
          from = at + 1
          continue
        }
      }
      if (this.state === 'quoted') {
        if (character === '"') {
          this.take(text.slice(from, at))
          from = at + 1
          this.afterMark = true
        } else if (isLineEnd(character)) {
          this.endLine(character)
        }
        continue
      }
      if (character === this.delimiter || isLineEnd(character)) {
        if (this.state === 'plain') this.take(text.slice(from, at))
        this.endCell()
        from = at + 1
        if (isLineEnd(character)) {
          this.endLine(character)
          yield this.endRow()
        }
      } else if (this.state === 'after quote') {
        if (character !== ' ' && character !== '\t') throw this.misplacedText()
        from = at + 1
      }
    }
    if (this.state === 'plain' || (this.state === 'quoted' && !this.afterMark)) this.take(text.slice(from))
  }

  /**
   * The last row, when no line end follows it. @throws FileProblem for a quotation mark that was never closed
   */
  *end(): Generator<CsvRow> {
    if (this.state === 'quoted' && !this.afterMark) {
      throw fileProblem('quote_never_closed', {}, this.quoteLine)
    }
    if (this.state === 'cell begins' && this.cells.length === 0) return
    this.endCell()
    yield this.endRow()
  }

  private misplacedText(): FileProblem {
    return fileProblem('quote_before_text', {}, this.line)
  }

  private take(text: string): void {
    this.cell += text
    this.length += text.length
    if (this.length > maxRowLength) {
      throw this.state === 'quoted'
        ? fileProblem('quote_not_closed_soon', {}, this.quoteLine)
        : fileProblem('row_too_long', {}, this.rowLine)
    }
  }

  private endCell(): void {
    this.cells.push(this.cell)
    this.cell = ''
    this.state = 'cell begins'
  }

  private endLine(character: string): void {
    this.line += 1
    this.afterReturn = character === '\r'
  }

  private endRow(): CsvRow {
    const row = { cells: this.cells, line: this.rowLine }
    this.cells = []
    this.length = 0
    this.rowLine = this.line
    return row
  }
}
