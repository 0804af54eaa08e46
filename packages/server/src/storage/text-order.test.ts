import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts } from './text-order.js'

test('texts stand in the order of their UTF-8 bytes, which is that of code points', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'é', '\ud7ff', '\ue000', '\uffff', '𐐀', '🏺'),
    maxLength: 4,
  })
  fc.assert(
    fc.property(text, text, (one, other) => {
      const bytes = Buffer.compare(Buffer.from(one), Buffer.from(other))
      expect(Math.sign(compareTexts(one, other))).toBe(bytes)
    }),
  )
})
