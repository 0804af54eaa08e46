import fc from 'fast-check'

const surrogates = 0x800

/**
 * Every character of Unicode. The unit `binary` of fast-check is the same, and makes a table of all of them
 * in every worker.
 */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + surrogates))

export const anyText = (lengths: { readonly minLength?: number; readonly maxLength: number }) =>
  fc.string({ unit: anyCharacter, ...lengths })
