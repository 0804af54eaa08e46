import { hash } from 'node:crypto'
import type { Database } from './storage.js'
import { memoizeByDatabase } from './weak-memoize.js'

interface Entry<Value> {
  readonly versions: string
  readonly value: Promise<Value>
  /** The value itself as soon as it is there. */
  settled?: Value
}

/**
 * What was read once and is read again and again, kept with the write version of every table it depends on.
 * It is exact: the first write to one of these tables makes it worthless. Where the engine cannot promise to
 * see every write, nothing is kept and everything is read each time, unless it is worth asking the engine
 * whether anything was written since.
 */
export class VersionedCache<Value> {
  private readonly entriesOf = memoizeByDatabase((_db: Database) => new Map<string, Entry<Value>>())

  /**
   * @param capacity how many values are kept for each database; the oldest go first
   * @param isKept of what was found: `false` for what is too large
   * @param isWorthAsking for what takes much longer to find than a question to the engine
   */
  constructor(
    private readonly capacity: number,
    private readonly isKept: (value: Value) => boolean = () => true,
    private readonly isWorthAsking = false,
  ) {}

  /**
   * @param tables every table whose rows decide the value
   * @param find reads it; who asks for the same meanwhile waits for the same reading
   */
  async get(
    db: Database,
    tables: readonly string[],
    question: string,
    find: () => Promise<Value>,
  ): Promise<Value> {
    const key = keyOf(question)
    const versions = versionsOf(db, tables) ?? (this.isWorthAsking ? await db.state() : undefined)
    if (versions === undefined) return find()
    const entries = this.entriesOf(db)
    const place = this.placeOf(db, key, versions)
    const known = entries.get(place)
    if (known?.versions === versions) return known.value
    const value = find()
    const entry: Entry<Value> = { versions, value }
    entries.delete(place)
    entries.set(place, entry)
    if (entries.size > this.capacity) entries.delete(entries.keys().next().value as string)
    const forget = (): void => {
      if (entries.get(place) === entry) entries.delete(place)
    }
    try {
      const found = await value
      if (this.isKept(found)) entry.settled = found
      else forget()
      return found
    } catch (error) {
      forget()
      throw error
    }
  }

  /** The value, if it is known and still exact. */
  known(db: Database, tables: readonly string[], question: string): Value | undefined {
    const key = keyOf(question)
    const versions = versionsOf(db, tables)
    if (versions === undefined) return undefined
    const entry = this.entriesOf(db).get(this.placeOf(db, key, versions))
    return entry?.versions === versions ? entry.settled : undefined
  }

  /** What is known of an earlier state does not take the place of what is known of now. */
  private placeOf(db: Database, key: string, versions: string): string {
    const isOfNow = !db.present || this.entriesOf(db).get(key)?.versions === versions
    return isOfNow ? key : `${key}\u0000${versions}`
  }
}

/** A filter may be megabytes long, which would be kept for a single number. */
const keyOf = (question: string): string =>
  question.length <= 2000 ? question : hash('sha256', question, 'base64url')

function versionsOf(db: Database, tables: readonly string[]): string | undefined {
  let versions = ''
  for (const table of tables) {
    const version = db.writeVersion(table)
    if (version === undefined) return undefined
    versions += `${version},`
  }
  return versions
}
