import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openFontStore } from './font-store.js'
import type { Paragraph } from './print-document.js'
import { setText } from './set-text.js'

const fonts = openFontStore([])
/** Every character is as wide as every other. */
const measure = (text: string): number => [...text].length
const set = (paragraph: Paragraph | string, width = 1000) =>
  setText(fonts, measure, typeof paragraph === 'string' ? [{ text: paragraph }] : paragraph, width)
const seen = (paragraph: Paragraph | string, width?: number) =>
  set(paragraph, width).map(({ pieces }) => pieces.map(({ text }) => text).join('|'))

describe('text on paper', () => {
  test('is broken between words, and words that are too long between letters', () => {
    expect(seen('a compact deposit of clay', 9)).toEqual(['a compact', 'deposit', 'of clay'])
    expect(seen('Donaudampfschiff fährt', 8)).toEqual(['Donaudam', 'pfschiff', 'fährt'])
    expect(seen('   ', 8)).toEqual([])
  })

  test('has a font for each of its scripts and keeps marks with their letter', () => {
    const [line] = set('Layer слой ᾠδή हिन्दी')
    const fonts = new Set(line?.pieces.map(({ font }) => /[^/]+$/.exec(font)?.[0]))
    expect([...fonts].map((font) => font?.replace(/-400-normal\.woff$/, ''))).toEqual([
      'noto-sans-latin',
      'noto-sans-cyrillic',
      'noto-sans-greek-ext',
      'noto-sans-greek',
      'noto-sans-devanagari',
    ])
  })

  test('that runs to the left is ordered for the eye, numbers and foreign words in it are not turned', () => {
    const [line] = set('שכבה 12 trench')
    expect(line?.isRightToLeft).toBe(true)
    expect(line?.pieces.map(({ text }) => text.trim())).toEqual(['trench', '', '12', 'שכבה'])
  })

  test('that runs to the right holds words that run to the left', () => {
    const [line] = set('trench שכבה 12')
    expect(line?.isRightToLeft).toBe(false)
    expect(line?.pieces.map(({ text }) => text.trim())).toEqual(['trench', '12', 'שכבה'])
  })

  test('turns brackets where it runs to the left', () => {
    const [line] = set('א (ב)')
    expect(line?.pieces.map(({ text }) => text).join('')).toBe('(ב)א ')
  })

  test('has the style of each of its runs', () => {
    const [line] = set([
      { text: 'Greco, ' },
      { text: 'Archeologia', italic: true },
      { text: ' 1987', bold: true },
    ])
    expect(line?.pieces.map(({ font }) => /(\d00-\w+)\.woff$/.exec(font)?.[1])).toEqual([
      '400-normal',
      '400-italic',
      '700-normal',
    ])
  })

  test('is never wider than its column and never loses a letter, whatever it says', () => {
    const anything = fc.string({ unit: 'grapheme', maxLength: 60 })
    fc.assert(
      fc.property(anything, fc.integer({ min: 4, max: 30 }), (text, width) => {
        const lines = set(text, width)
        const letters = lines.flatMap(({ pieces }) => pieces.flatMap((piece) => [...piece.text]))
        const expected = [...text.normalize('NFC')].filter((one) => /[\p{L}\p{N}]/u.test(one))
        expect(letters.filter((one) => /[\p{L}\p{N}]/u.test(one)).sort()).toEqual(expected.sort())
        for (const line of lines)
          if ([...line.pieces.map(({ text: shown }) => shown).join('')].length > 4)
            expect(line.width).toBeLessThanOrEqual(Math.max(width, 8))
      }),
      { numRuns: 300 },
    )
  })
})
