import { describe, expect, test } from 'vitest'
import { decodedText } from './decoded-text.js'

/** The characters of Latin-1 that the bytes of UTF-8 were taken for. */
const misread = (text: string): string => Buffer.from(text).toString('latin1')

describe('a text of MySQL', () => {
  test.each(['perché', 'città', 'Ångström', 'Dvořák', 'Λακωνία', 'Прокуроpская', 'n° 7', 'a\u0308', '𝒳'])(
    '%s is read as it was written, also after it was misread once or twice',
    (text) => {
      expect(decodedText(text)).toBe(text)
      expect(decodedText(misread(text))).toBe(text)
      expect(decodedText(misread(misread(text)))).toBe(text)
    },
  )

  test('was misread as Windows-1252, which MySQL calls latin1', () => {
    expect(decodedText('cotto â€œrossoâ€\u009d â€” 5 â‚¬')).toBe('cotto “rosso” — 5 €')
  })

  test.each(['', 'plain', 'È»', 'Spaß…', 'CAFÉ–BAR', '«Fuß»', 'Ã', 'Â£ and è', '12 µ ± 3'])(
    '%s is left as it is',
    (text) => {
      expect(decodedText(text)).toBe(text)
    },
  )
})
