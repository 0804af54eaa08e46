import { createHash } from 'node:crypto'

/** The longest name that every engine takes, in bytes. */
const longest = 63

/**
 * The parts as one name; where that is too long, its beginning and a hash of the whole, the same every time.
 */
export function physicalName(...parts: readonly string[]): string {
  const name = parts.join('')
  if (name.length <= longest) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 10)
  return `${name.slice(0, longest - hash.length - 1)}_${hash}`
}

/** What the engine calls an index: index names are shared by all tables of a database. */
export const indexName = (table: string, name: string): string => physicalName(table, '__', name)

/** What the index is called that the service makes for the key column of a relation. */
export const relationIndexName = (table: string, column: string): string =>
  physicalName('idx_', table, '_', column)
