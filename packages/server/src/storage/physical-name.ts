import { createHash } from 'node:crypto'

/** The longest name that every engine takes, in bytes. */
const maxLength = 63

/**
 * The parts as one name; where that is too long, its beginning and a hash of the whole, the same every time.
 */
export function physicalName(...parts: readonly string[]): string {
  const name = parts.join('')
  if (name.length <= maxLength) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 10)
  return `${name.slice(0, maxLength - hash.length - 1)}_${hash}`
}
