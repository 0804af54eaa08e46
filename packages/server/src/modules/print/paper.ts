import type PDFDocument from 'pdfkit'
import { type FontStore, openFontStore } from './font-store.js'
import { margins, type PageSize, pages, type Type } from './paper-style.js'
import type { Paragraph } from './print-document.js'
import { isTurnedByFont, type Line, setText } from './set-text.js'

type Pdf = InstanceType<typeof PDFDocument>

/** A line together with how it is set. */
export interface SetLine {
  readonly line: Line
  readonly type: Type
}

/** Pages that fill from top to bottom. Measures are points, `y` grows downwards. */
export class Paper {
  readonly left: number = margins.left
  readonly width: number
  readonly top: number = margins.top
  readonly bottom: number
  /** Where the next thing begins. */
  y: number = this.top
  readonly #fonts: FontStore
  readonly #widths = new Map<string, number>()
  readonly #lines = new Map<string, readonly Line[]>()
  /** Fonts that the document has been given. */
  readonly #registered = new Set<string>()

  constructor(
    readonly pdf: Pdf,
    fonts: readonly string[],
    readonly page: PageSize = pages.portrait,
  ) {
    this.#fonts = openFontStore(fonts)
    this.width = page.width - margins.left - margins.right
    this.bottom = page.height - margins.bottom
    this.newPage()
  }

  get room(): number {
    return this.bottom - this.y
  }

  get isAtTop(): boolean {
    return this.y <= this.top
  }

  newPage(): void {
    this.#pack()
    this.pdf.addPage({ size: [this.page.width, this.page.height], margin: 0 })
    this.y = this.top
  }

  /**
   * Pages wait for the number of all. The library keeps each instruction by itself, which takes ten times as
   * much memory as what they say.
   */
  #pack(): void {
    // There is none before the first.
    const page: Pdf['page'] | undefined = this.pdf.page
    if (page) page.content.buffer = [Buffer.concat(page.content.buffer)]
  }

  /** The next `height` points stay on one page. */
  keep(height: number): void {
    if (height > this.room && !this.isAtTop) this.newPage()
  }

  /** Room between two things; none at the top of a page. */
  space(height: number): void {
    if (!this.isAtTop) this.y += height
  }

  set(paragraphs: readonly Paragraph[], style: Type, width: number): SetLine[] {
    return paragraphs.flatMap((paragraph) =>
      this.#linesOf(paragraph, style.size, width).map((line) => ({ line, type: style })),
    )
  }

  /** Labels and words of vocabularies come again and again. */
  #linesOf(paragraph: Paragraph, size: number, width: number): readonly Line[] {
    const [run, more] = paragraph
    const measure = (text: string, font: string): number => this.#measure(text, font, size)
    const set = (): readonly Line[] => setText(this.#fonts, measure, paragraph, width)
    if (!run || more || run.text.length > 80) return set()
    const key = `${size} ${width} ${run.bold === true} ${run.italic === true} ${run.text}`
    let lines = this.#lines.get(key)
    if (!lines) {
      lines = set()
      if (this.#lines.size > 20_000) this.#lines.clear()
      this.#lines.set(key, lines)
    }
    return lines
  }

  /** One line, cut off where it is too long. */
  setOne(text: string, style: Type, width: number, bold = false): SetLine | undefined {
    // No line of a page holds more.
    const letters = [...text.slice(0, 200)]
    const [whole, more] = this.set([[{ text: letters.join(''), bold }]], style, width)
    if (!more && letters.join('') === text) return whole
    for (let length = letters.length - 1; length > 0; length--) {
      const cut = `${letters.slice(0, length).join('').trimEnd()}…`
      const [line, second] = this.set([[{ text: cut, bold }]], style, width)
      if (!second) return line
    }
    return whole
  }

  #choose(font: string, size: number): Pdf {
    if (!this.#registered.has(font)) {
      this.pdf.registerFont(font, this.#fonts.read(font))
      this.#registered.add(font)
    }
    return this.pdf.font(font).fontSize(size)
  }

  #measure(text: string, font: string, size: number): number {
    const key = `${size} ${font} ${text}`
    let width = this.#widths.get(key)
    if (width === undefined) {
      width = this.#choose(font, size).widthOfString(text, shapedBy(text))
      if (this.#widths.size > 50_000) this.#widths.clear()
      this.#widths.set(key, width)
    }
    return width
  }

  /** Draws a line whose upper edge is at `y`; what runs to the left ends at the right edge of its column. */
  draw(
    { line, type }: SetLine,
    x: number,
    y: number,
    width: number,
    align?: 'left' | 'right' | 'centre',
  ): void {
    const side = align ?? (line.isRightToLeft ? 'right' : 'left')
    const free = width - line.width
    const at = x + (side === 'left' ? 0 : side === 'right' ? free : free / 2)
    this.drawLetters({ line, type }, at, y + (type.leading - type.size) / 2 + type.size * 0.82)
  }

  /** Draws a line that stands on `baseline`; `outline` is an edge around its letters. */
  drawLetters(
    { line, type }: SetLine,
    x: number,
    baseline: number,
    outline?: { readonly colour: string; readonly width: number },
  ): void {
    if (outline) {
      this.pdf.lineWidth(outline.width).strokeColor(outline.colour)
      this.#drawPieces({ line, type }, x, baseline, { fill: false, stroke: true })
    }
    this.#drawPieces({ line, type }, x, baseline, {})
  }

  #drawPieces(
    { line, type }: SetLine,
    x: number,
    baseline: number,
    mode: { readonly fill?: boolean; readonly stroke?: boolean },
  ): void {
    let at = x
    for (const piece of line.pieces) {
      this.#choose(piece.font, type.size)
        .fillColor(type.colour)
        .text(piece.text, at, baseline, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...mode,
          ...shapedBy(piece.text),
        })
      at += piece.width
    }
  }

  /** Lines one below the other, without looking at the end of the page. @returns the `y` behind them */
  drawAll(
    lines: readonly SetLine[],
    x: number,
    y: number,
    width: number,
    align?: 'left' | 'right' | 'centre',
  ): number {
    let at = y
    for (const line of lines) {
      this.draw(line, x, at, width, align)
      at += line.type.leading
    }
    return at
  }

  rule(y: number, colour: string, thickness: number, x = this.left, width = this.width): void {
    this.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(thickness)
      .strokeColor(colour)
      .stroke()
  }
}

/**
 * Named features, even none, make the library hand a text over as a whole; otherwise it goes word by word and
 * caches them.
 */
const shapedBy = (text: string): { features?: [] } => (isTurnedByFont(text) ? { features: [] } : {})

export const heightOf = (lines: readonly SetLine[]): number =>
  lines.reduce((sum, { type }) => sum + type.leading, 0)
