import fc from 'fast-check'
import { anyText } from '../../../testing/any-text.js'

/** Texts that trip up what reads lines, quotes, encodings, SQL or JSON. */
export const hostileText = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    anyText({ maxLength: 30 }),
    fc.constantFrom(
      '',
      ' ',
      '\n',
      '\r\n',
      '\\',
      '\\n',
      '"',
      "'; DROP TABLE finds; --",
      '\u2028\u2029',
      '\ufeff',
      '𐍈 𝔘𝔫 👩🏽‍🌾',
      'É\u0301',
      '[1,null]\n',
      '{"a":1}',
      'Infinity',
      '9007199254740993',
      'null',
      '\u0001\u001f\u007f',
    ),
  )
  // Neither engine keeps NUL, nor halves of characters.
  .map((text) => Buffer.from(text.replaceAll('\0', '')).toString())

export const anyInteger = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }),
)

export const anyFraction = fc.double({ noNaN: true })
