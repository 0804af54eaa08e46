import type { Database } from '../../storage/storage.js'

const running = new WeakMap<Database, Map<string, Promise<unknown>>>()

/** Does the work, or joins whoever is doing the same in this process already. */
export function shareRun<T>(db: Database, name: string, work: () => Promise<T>): Promise<T> {
  const runs = running.get(db) ?? new Map<string, Promise<unknown>>()
  running.set(db, runs)
  const known = runs.get(name) as Promise<T> | undefined
  if (known) return known
  const run = work().finally(() => runs.delete(name))
  runs.set(name, run)
  return run
}
