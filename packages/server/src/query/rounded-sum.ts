/**
 * Fractions cannot write most decimals exactly, and every engine adds them in its own order: the last of
 * their 15 to 17 digits are noise. Those before it are the same on every engine, so that 0.1 + 0.2 is 0.3 on
 * every engine.
 */
const exactDigits = 14

/** The place of the first digit: 0 for 1 to 9, 2 for hundreds, -1 for tenths. */
const placeOf = (number: number): number => Number(number.toExponential(exactDigits - 1).split('e')[1])

/**
 * A sum without the digits that adding made up.
 *
 * @param size the sum of the numbers without their signs: what they leave when they cancel each other out is
 *   no more exact than they were; `null` when the sum is exact as it is
 */
export function roundedSum(sum: number | null, size: number | null): number | null {
  if (sum === null || sum === 0 || size === null) return sum === null ? null : sum + 0
  const digits = exactDigits - (placeOf(size) - placeOf(sum))
  return digits < 1 ? 0 : Number(sum.toPrecision(digits)) + 0
}

/** The number with as many digits as are exact. */
export const roundedToDigits = (number: number): number => Number(number.toPrecision(exactDigits)) + 0
