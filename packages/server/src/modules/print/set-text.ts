import bidiFactory from 'bidi-js'
import LineBreaker from 'linebreak'
import type { FontStore, FontStyle } from './font-store.js'
import type { Paragraph } from './print-document.js'

/**
 * Text of one font and one direction, as it is handed to the font: a right-to-left font turns its letters
 * itself.
 */
export interface Piece {
  readonly text: string
  readonly font: string
  readonly width: number
}

/** A line of a paragraph. */
export interface Line {
  /** From left to right, as they are seen. */
  readonly pieces: readonly Piece[]
  readonly width: number
  /** Does its paragraph begin at the right? */
  readonly isRightToLeft: boolean
}

/** How wide a text is in a font; in points. */
export type Measure = (text: string, font: string) => number

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A paragraph with what is known of each of its characters. */
interface Known {
  readonly text: string
  readonly levels: Uint8Array
  readonly isRightToLeft: boolean
  readonly styleAt: (index: number) => FontStyle
}

/**
 * Breaks a paragraph into lines of at most `width` (UAX #14) and orders each of them for the eye (UAX #9).
 * The direction is that of the first letter which has one. A word that is wider than the line is broken
 * between letters.
 */
export function setText(fonts: FontStore, measure: Measure, paragraph: Paragraph, width: number): Line[] {
  const known = knowing(paragraph)
  const { text, isRightToLeft } = known
  if (text.trim() === '') return []
  const widthOf = (from: number, to: number): number =>
    piecesOf(fonts, measure, known, from, to).reduce((sum, piece) => sum + piece.width, 0)
  return breakLines(text, width, widthOf).map(([from, to]) => {
    const pieces = piecesOf(fonts, measure, known, from, to)
    return {
      pieces: inVisualOrder(pieces),
      width: pieces.reduce((sum, piece) => sum + piece.width, 0),
      isRightToLeft,
    }
  })
}

function knowing(paragraph: Paragraph): Known {
  const styles: FontStyle[] = []
  let text = ''
  for (const run of paragraph) {
    text += plain(run.text)
    const style = { bold: run.bold === true, italic: run.italic === true }
    while (styles.length < text.length) styles.push(style)
  }
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text)
  return {
    text,
    levels,
    isRightToLeft: (paragraphs[0]?.level ?? 0) % 2 === 1,
    styleAt: (index) => styles[index] ?? { bold: false, italic: false },
  }
}

/** Without what has no place on paper; letters and their marks in one character where there is one. */
const plain = (text: string): string =>
  text
    .replace(/[\t\n\r\f\v\u2028\u2029]/g, ' ')
    .replace(/[\p{Cc}\u2066-\u2069\u202a-\u202e]/gu, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .normalize('NFC')

type Range = readonly [from: number, to: number]

function breakLines(text: string, width: number, widthOf: (from: number, to: number) => number): Range[] {
  const lines: Range[] = []
  let start = 0
  let used = 0
  const end = (at: number): void => {
    const to = start + text.slice(start, at).trimEnd().length
    if (to > start) lines.push([start, to])
    start = at
    used = 0
  }
  for (const [from, to] of words(text)) {
    const visible = from + text.slice(from, to).trimEnd().length
    const needed = widthOf(from, visible)
    if (used > 0 && used + needed > width) end(from)
    if (needed <= width) {
      used += needed + widthOf(visible, to)
      continue
    }
    for (const { index, segment } of graphemes.segment(text.slice(from, visible))) {
      const at = from + index
      const next = widthOf(at, at + segment.length)
      if (used > 0 && used + next > width) end(at)
      used += next
    }
  }
  end(text.length)
  return lines
}

/** Where lines may be broken: each range ends with the blanks behind its word. */
function words(text: string): Range[] {
  const found: Range[] = []
  const breaker = new LineBreaker(text)
  let from = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    found.push([from, next.position])
    from = next.position
  }
  return found
}

interface LevelledPiece extends Piece {
  readonly level: number
}

/** Joins the letter before it, whatever that is. */
const clings = /[\p{M}\p{Cf}\s]/u

function piecesOf(
  fonts: FontStore,
  measure: Measure,
  { text, levels, styleAt }: Known,
  from: number,
  to: number,
): LevelledPiece[] {
  const pieces: { text: string; font: string; level: number }[] = []
  let at = from
  for (const character of text.slice(from, to)) {
    const level = levels[at] ?? 0
    const last = pieces.at(-1)
    const font =
      last && clings.test(character) ? last.font : fonts.fontFor(character.codePointAt(0) ?? 0, styleAt(at))
    if (last && last.font === font && last.level === level) last.text += character
    else pieces.push({ text: character, font, level })
    at += character.length
  }
  return pieces.map((piece) => {
    const shown = asDrawn(piece.text, piece.level)
    return { text: shown, font: piece.font, level: piece.level, width: measure(shown, piece.font) }
  })
}

const turnedLetters = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Does a font turn this text? Then it has to get it as a whole. */
export const isTurnedByFont = (text: string): boolean => turnedLetters.test(text)

/** The text in the order in which its font wants it, brackets turned where it runs to the left. */
function asDrawn(text: string, level: number): string {
  const isTurned = level % 2 === 1
  const mirrored = isTurned
    ? [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('')
    : text
  if (isTurned === isTurnedByFont(text)) return mirrored
  return [...graphemes.segment(mirrored)]
    .map(({ segment }) => segment)
    .reverse()
    .join('')
}

/** UAX #9, rule L2: from the deepest level on, what runs to the left is turned. */
function inVisualOrder(pieces: readonly LevelledPiece[]): Piece[] {
  const order = [...pieces]
  const levels = order.map((piece) => piece.level)
  for (let level = Math.max(0, ...levels); level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from
      while (to < order.length && (order[to]?.level ?? 0) >= level) to++
      if (to > from) {
        order.splice(from, to - from, ...order.slice(from, to).reverse())
        from = to
      }
    }
  }
  return order
}
