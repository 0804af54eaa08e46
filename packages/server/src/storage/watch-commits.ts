import type { CommitWatch, Database, RawOptions } from './storage.js'

/**
 * The database for some work: what is committed through it is noted in `watch`, and the author of the work is
 * written into the journal unless a write names another one.
 */
export function watchCommits(db: Database, watch: CommitWatch): Database {
  const onChangeSet = (setId: number): void => noteChangeSet(watch, setId)
  const watched = <Options extends RawOptions>(options: Options | undefined) => ({
    author: watch.author,
    ...options,
    onChangeSet,
  })
  return {
    ...db,
    watched: { watch, database: sharedDatabase(db) },
    replace: async (keep, build) => {
      const result = await db.replace(keep, build)
      watch.hasCommitted = true
      return result
    },
    write: async (work, options) => {
      const result = await db.write(work, watched(options))
      if (!options?.bookkeeping) watch.hasCommitted = true
      return result
    },
    runRaw: async (statement, options) => {
      const answer = await db.runRaw(statement, watched(options))
      watch.hasCommitted = true
      return answer
    },
  }
}

/** The database that everybody shares, of the one that some work was handed: what is cached hangs on it. */
export const sharedDatabase = (db: Database): Database =>
  db.present ? sharedDatabase(db.present) : (db.watched?.database ?? db)

/** Notes a change set that was stored otherwise than by a write. */
export function noteChangeSet(watch: CommitWatch, setId: number): void {
  watch.changeSet = setId
  watch.onChangeSet?.(setId)
}
