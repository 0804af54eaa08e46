/**
 * A sum of decimals: `units` with so many of its digits behind the point. An engine that keeps it between two
 * rows keeps texts, not large integers.
 */
export interface DecimalSum {
  readonly units: string
  readonly scale: number
}

/** Adds a number as the shortest decimal that stands for it, as it is written: 0.1 is a tenth. */
export function addDecimal(sum: DecimalSum | null, number: number): DecimalSum {
  const [digits = '', exponent = '0'] = String(number).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const scale = fraction.length - Number(exponent)
  const units = whole + fraction
  if (!sum) return { units, scale }
  const common = Math.max(sum.scale, scale)
  const inCommon = (of: string, from: number): bigint => BigInt(of) * 10n ** BigInt(common - from)
  return { units: String(inCommon(sum.units, sum.scale) + inCommon(units, scale)), scale: common }
}

/** The fraction next to a sum. */
export const sumOf = (sum: DecimalSum | null): number | null =>
  sum === null ? null : Number(`${sum.units}e${-sum.scale}`) + 0
