import type { Sql } from './sql.js'

/**
 * Is this the name of a column and nothing else, so that an index on it can serve and reading it twice costs
 * nothing?
 */
export const isPlainColumn = (text: Sql): boolean =>
  text.values.length === 0 && /^("[^"]+"\.|[a-z]\w*\.)?("[^"]+"|[a-z]\w*)$/i.test(text.text[0] ?? '')

/**
 * The first text, by code points, that comes after every text beginning with `start`;
 * `undefined` when there is none.
 */
export function prefixEnd(start: string): string | undefined {
  const characters = [...start]
  for (let last = characters.pop(); last !== undefined; last = characters.pop()) {
    const next = (last.codePointAt(0) as number) + 1
    if (next > 0x10ffff) continue
    // Surrogates are no characters.
    return characters.join('') + String.fromCodePoint(next >= 0xd800 && next <= 0xdfff ? 0xe000 : next)
  }
  return undefined
}
