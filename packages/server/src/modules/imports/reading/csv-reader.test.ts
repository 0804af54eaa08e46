import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileProblem } from '../../../formats/file-problem.js'
import { CsvReader, type CsvRow } from './csv-reader.js'

function read(pieces: readonly string[], delimiter = ','): CsvRow[] {
  const reader = new CsvReader(delimiter)
  return [...pieces.flatMap((piece) => [...reader.read(piece)]), ...reader.end()]
}

const cellsOf = (text: string): (readonly string[])[] => read([text]).map((row) => row.cells)

describe('rows out of text', () => {
  test.each<[string, string, string[][]]>([
    [
      'plain cells',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'no line end at the end',
      'a,b\n1,',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['an empty line is a row of one empty cell', 'a\n\nb', [['a'], [''], ['b']]],
    ['LF, CRLF and CR mixed', 'a\r\nb\rc\nd', [['a'], ['b'], ['c'], ['d']]],
    ['delimiters, marks and line ends inside quotes', '"a,""b""\r\nc",d', [['a,"b"\r\nc', 'd']]],
    ['a quoted empty cell', '"",x', [['', 'x']]],
    ['a mark inside a plain cell', '5" nail,x', [['5" nail', 'x']]],
    ['blanks after a closing mark', '"a" ,b', [['a', 'b']]],
    ['blanks of a plain cell stay', ' a , b ', [[' a ', ' b ']]],
    ['nothing at all', '', []],
  ])('%s', (_case, text, rows) => {
    expect(cellsOf(text)).toEqual(rows)
  })

  test('a row knows the line on which it begins, whatever ends the lines before it', () => {
    const rows = read(['h\r\n"one\r\ntwo\nthree"\r\nx\ry\n\nz'])
    expect(rows.map((row) => row.line)).toEqual([1, 2, 5, 6, 7, 8])
  })

  test('it does not matter where the text is cut into pieces', () => {
    const character = fc.constantFrom('a', '"', ',', '\r', '\n', ' ', 'é')
    fc.assert(
      fc.property(
        fc.array(character, { maxLength: 30 }),
        fc.array(fc.nat(30), { maxLength: 5 }),
        (text, cuts) => {
          const whole = text.join('')
          const places = [0, ...cuts.filter((cut) => cut <= whole.length), whole.length].sort((a, b) => a - b)
          const pieces = places.slice(1).map((end, index) => whole.slice(places[index], end))
          expect(outcome(pieces)).toEqual(outcome([whole]))
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('what is written with every cell quoted is read back', () => {
    const cell = fc.string({ unit: fc.constantFrom('x', '"', ',', '\r', '\n', 'ß') })
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }), (rows) => {
        const text = rows
          .map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
          .join('\r\n')
        expect(cellsOf(text)).toEqual(rows)
      }),
    )
  })

  test('a mark that is never closed is named by the line where it opens', () => {
    expect(() => read(['a,b\n1,2\n3,"x\n4,5\n6,7\n'])).toThrow(fileProblem('quote_never_closed', {}, 3))
  })

  test('text after a closing mark is refused, not joined to the cell', () => {
    expect(() => read(['a,b\n"x\n1,"y",2\n'])).toThrow(/^Line 3: after the quotation mark/)
  })

  test('a mark that closes nothing for millions of characters ends the reading', () => {
    const piece = 'x'.repeat(1024 * 1024)
    expect(() => read(['a\n"', ...Array<string>(20).fill(piece)])).toThrow(/^Line 2: a quotation mark opens/)
  })
})

function outcome(pieces: readonly string[]): unknown {
  try {
    return read(pieces)
  } catch (error) {
    return String(error)
  }
}
