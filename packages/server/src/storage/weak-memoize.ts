import type { Database } from './storage.js'
import { sharedDatabase } from './watch-commits.js'

/**
 * Makes a value once for each owner (services, an application, a database, a table of a catalogue) and keeps
 * it as long as its owner lives. What a module caches hangs on such an owner, never on the module: several
 * services can live in one process, as they do in tests.
 */
export function weakMemoize<Owner extends object, Value>(
  make: (owner: Owner) => Value,
): (owner: Owner) => Value {
  const values = new WeakMap<Owner, { readonly value: Value }>()
  return (owner) => {
    let entry = values.get(owner)
    if (!entry) {
      entry = { value: make(owner) }
      values.set(owner, entry)
    }
    return entry.value
  }
}

/** The same for each database that everybody shares, whichever handle some work has of it. */
export function memoizeByDatabase<Value>(make: (db: Database) => Value): (db: Database) => Value {
  const known = weakMemoize(make)
  return (db) => known(sharedDatabase(db))
}
