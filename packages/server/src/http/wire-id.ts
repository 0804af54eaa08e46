/**
 * An id in a body: a whole number, or its digits as text, which is all that a form can send; `undefined` for
 * anything else.
 */
export function idOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined
}

/** An id that a row can have: from 1, and exact. */
export function positiveIdOf(value: unknown): number | undefined {
  const id = idOf(value)
  return id !== undefined && id > 0 && Number.isSafeInteger(id) ? id : undefined
}
