const certain = 1
const probable = 2
const uncertain = 3

/** How sure a date is, in the words of older records. */
const words: ReadonlyMap<string, number> = new Map([
  ['certa', certain],
  ['certain', certain],
  ['probabile', probable],
  ['probable', probable],
  ['incerta', uncertain],
  ['uncertain', uncertain],
  ['possibile', uncertain],
  ['possible', uncertain],
])

/**
 * 1 certain, 2 probable, 3 uncertain: a stored number as it is, a word as its number, anything else as
 * certain.
 */
export function certaintyOf(stored: string | number | null): number {
  if (typeof stored === 'number') return Math.trunc(stored)
  const text = (stored ?? '').trim().toLowerCase()
  return /^\d{1,9}$/.test(text) ? Number(text) : (words.get(text) ?? certain)
}
