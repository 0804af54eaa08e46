import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import { fontInside } from './woff.js'

const packed = readFileSync(
  fileURLToPath(import.meta.resolve('@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff')),
)

function open(bytes: Buffer<ArrayBuffer>): Font {
  const font = create(bytes)
  if (!('characterSet' in font)) throw new Error('These are several fonts.')
  return font
}

test('the font inside a WOFF file has the same characters, widths and outlines', () => {
  const font = open(fontInside(packed))
  const same = open(packed)
  expect(font.postscriptName).toBe(same.postscriptName)
  expect(font.characterSet).toEqual(same.characterSet)
  expect(font.characterSet.length).toBeGreaterThan(100)
  for (const codePoint of font.characterSet.slice(0, 8)) {
    const [glyph, other] = [font, same].map((each) => each.glyphForCodePoint(codePoint))
    expect([glyph?.id, glyph?.advanceWidth, glyph?.path.toSVG()]).toEqual([
      other?.id,
      other?.advanceWidth,
      other?.path.toSVG(),
    ])
  }
})

test('a font that is not packed stays as it is', () => {
  const font = fontInside(packed)
  expect(fontInside(font)).toBe(font)
})
