import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clipboardText, readClipboardText } from './clipboard-text.js'

describe('cells on the clipboard', () => {
  test('are read as spreadsheet programs write them', () => {
    expect(readClipboardText('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(readClipboardText('one')).toEqual([['one']])
    expect(readClipboardText('"two\nlines"\t"a ""word"""\n\t')).toEqual([
      ['two\nlines', 'a "word"'],
      ['', ''],
    ])
    expect(readClipboardText('a\n\nb')).toEqual([['a'], [''], ['b']])
    expect(readClipboardText('a\tb\nc')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ])
  })

  test('keep a quote that begins no quoted cell', () => {
    expect(readClipboardText('"sherd" of a bowl\t5" wide')).toEqual([['"sherd" of a bowl', '5" wide']])
  })

  test('come back as they were copied, and none of them is a formula', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('=1+1', '-x', '+39', '@a', 'a"b', 'a\tb', 'a\nb', ' x '),
    )
    const rows = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
      .chain(([height, width]) =>
        fc.array(fc.array(word, { minLength: width, maxLength: width }), {
          minLength: height,
          maxLength: height,
        }),
      )
      // An apostrophe that somebody typed before such a sign cannot be told from the one that is added.
      .filter((cells) => cells.flat().every((text) => !/^'[=+\-@\t\r]/.test(text)))
    fc.assert(
      fc.property(rows, (cells) => {
        const text = clipboardText(cells)
        expect(text.split(/[\t\n]/).some((cell) => /^[=@]/.test(cell))).toBe(
          cells.flat().some((cell) => /[\t\n][=@]/.test(cell)),
        )
        expect(readClipboardText(`${text}\n`)).toEqual(cells)
      }),
    )
  })
})
