import { isUtf8 } from 'node:buffer'
import { fileProblem } from '../../../formats/file-problem.js'

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

export interface EncodingGuess {
  readonly encoding: Encoding
  /** How sure it is, 0 to 1. */
  readonly sure: number
  /** What told it, for people. */
  readonly seen: string
}

const byteOrderMarks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Lines longer than this are looked at in pieces. */
const maxLineLength = 1024 * 1024

/**
 * The encoding of a text, from all of its bytes: that of its byte order mark, else UTF-8 when every byte
 * fits, else Windows-1252. A text that is UTF-8 but for a few bytes is damaged, and no encoding reads it
 * rightly.
 *
 * @throws FileProblem with the first line that is not UTF-8 in a text which otherwise is
 */
export async function detectEncoding(pieces: AsyncIterable<Buffer>): Promise<EncodingGuess> {
  let marked: Encoding | undefined
  let isFirst = true
  let rest: Buffer = Buffer.alloc(0)
  const lines = new LineCensus()
  for await (const piece of pieces) {
    if (isFirst) {
      isFirst = false
      marked = byteOrderMarks.find(([, mark]) => mark.every((byte, index) => piece[index] === byte))?.[0]
      if (marked !== undefined && marked !== 'utf-8') return { encoding: marked, sure: 1, seen: byMark }
    }
    const text = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
    const end = Math.max(text.lastIndexOf(10), text.lastIndexOf(13)) + 1
    if (end === 0 && text.length < maxLineLength) {
      rest = text
      continue
    }
    const whole = end === 0 ? endOfLastCharacter(text) : end
    lines.count(text.subarray(0, whole))
    rest = Buffer.from(text.subarray(whole))
  }
  lines.count(rest)
  return lines.guess(marked)
}

const byMark = 'a byte order mark'

/** Counts the lines that are UTF-8 and have more than ASCII, and those that are not UTF-8. */
class LineCensus {
  private utf8 = 0
  private other = 0
  private line = 1
  private firstOther = 0
  private endedInReturn = false

  /** @param text whole lines, but for the last of all */
  count(text: Buffer): void {
    const isValid = isUtf8(text)
    let from = 0
    let isPlain = true
    for (let at = 0; at < text.length; at++) {
      const byte = text[at] as number
      if (byte > 127) isPlain = false
      if (byte !== 10 && byte !== 13) continue
      if (!isPlain) this.countLine(isValid || isUtf8(text.subarray(from, at)))
      if (byte === 13 || !this.endedInReturn) this.line += 1
      this.endedInReturn = byte === 13
      from = at + 1
      isPlain = true
    }
    if (!isPlain) this.countLine(isValid || isUtf8(text.subarray(from)))
    if (from < text.length) this.endedInReturn = false
  }

  private countLine(isValid: boolean): void {
    if (isValid) this.utf8 += 1
    else {
      this.other += 1
      if (this.firstOther === 0) this.firstOther = this.line
    }
  }

  guess(marked: Encoding | undefined): EncodingGuess {
    if (this.other === 0) {
      if (marked !== undefined) return { encoding: 'utf-8', sure: 1, seen: byMark }
      const seen =
        this.utf8 === 0
          ? 'plain ASCII throughout'
          : `${this.utf8} lines with letters beyond ASCII, all of them UTF-8`
      return { encoding: 'utf-8', sure: 1, seen }
    }
    // In a text of another encoding two letters may look like one of UTF-8 by chance, now and then.
    if (marked === undefined && this.utf8 * 10 <= this.other) {
      const seen = `${this.other} lines that are not UTF-8, the first of them line ${this.firstOther}`
      return { encoding: 'windows-1252', sure: this.utf8 === 0 ? 0.8 : 0.6, seen }
    }
    throw fileProblem('bytes_not_utf8', {}, this.firstOther)
  }
}

/** Where the last complete character of UTF-8 ends. */
function endOfLastCharacter(text: Buffer): number {
  let at = text.length - 1
  while (at > text.length - 4 && at > 0 && ((text[at] as number) & 0xc0) === 0x80) at--
  return ((text[at] as number) & 0x80) === 0 ? text.length : at
}

/**
 * What Windows-1252 has where ISO 8859-1 has control characters, 0x80 to 0x9f (WHATWG Encoding Standard,
 * index windows-1252).
 */
const windowsCharacters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** The text of bytes that come in pieces, without a byte order mark. @throws FileProblem */
export async function* decode(pieces: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  if (encoding === 'windows-1252') {
    for await (const piece of pieces) {
      yield piece
        .toString('latin1')
        .replace(
          /[\u0080-\u009f]/g,
          (character) => windowsCharacters[character.charCodeAt(0) - 0x80] as string,
        )
    }
    return
  }
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) {
      throw fileProblem('text_not_readable', { encoding: encoding.toUpperCase() })
    }
    throw error
  }
}
