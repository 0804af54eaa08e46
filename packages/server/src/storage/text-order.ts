/**
 * Before or after, by code points, as both engines order texts: JavaScript's own order has characters beyond
 * 16 bits too early.
 */
export function compareTexts(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length)
  for (let k = 0; k < shorter; k++) {
    const [a, b] = [one.charCodeAt(k), other.charCodeAt(k)]
    if (a !== b) return rankOf(a) - rankOf(b)
  }
  return one.length - other.length
}

/** Surrogates, which begin the characters beyond 16 bits, come after all others. */
const rankOf = (unit: number): number => {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
