const signs = [
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
] as const

/** A century as many languages write it. @param number 1 to 99 */
export function romanNumeral(number: number): string {
  let left = number
  let text = ''
  for (const [sign, value] of signs)
    while (left >= value) {
      text += sign
      left -= value
    }
  return text
}
