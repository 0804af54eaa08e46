import type { ChangeAuthor } from './journal/seal.js'
import { type Database, StorageError } from './storage.js'
import { currentAuthor, noteCommit } from './watch-commits.js'

/**
 * The database until everything in it is replaced: what a user decided by what was there before is written
 * no more, however late it comes. Reading goes on. Commits are noted for the request that they belong to,
 * whose author is written into the journal.
 *
 * @param generation the one that writes are bound to
 * @param onRefused called when one was refused
 */
export const bindToGeneration = (db: Database, generation: string, onRefused: () => void): Database => ({
  app: db.app,
  engine: db.engine,
  dialect: db.dialect,
  schemaName: db.schemaName,
  quick: db.quick,
  scan: db.scan,
  stream: (query, columns) => db.stream(query, columns),
  snapshot: (work) => db.snapshot(work),
  replace: (keep, build) => withCommitNoted(db.replace(keep, build)),
  replacement: () => db.replacement(),
  generation: () => db.generation(),
  withLock: (name, work) => db.withLock(name, work),
  write: (work, options) => {
    const writing = reportRefusal(db.write(work, { ...authored(options), generation }), onRefused)
    return options?.bookkeeping ? writing : withCommitNoted(writing)
  },
  writeApart: (statement) => db.writeApart(statement),
  runRaw: (statement, options) =>
    withCommitNoted(reportRefusal(db.runRaw(statement, { ...authored(options), generation }), onRefused)),
  writeVersion: (table) => db.writeVersion(table),
  state: () => db.state(),
  onCommit: (listener) => db.onCommit(listener),
  damage: () => db.damage(),
  inspect: () => db.inspect(),
  announceConfigurationChange: (tx) => db.announceConfigurationChange(tx),
  maintainTextIndexes: (tables) => db.maintainTextIndexes(tables),
  whenIdle: () => db.whenIdle(),
  close: () => db.close(),
})

/** With the author of the request that the write belongs to, unless another is named. */
function authored<Options extends { readonly author?: ChangeAuthor }>(options: Options | undefined) {
  const author = options?.author ?? currentAuthor()
  return author ? { ...options, author } : { ...options }
}

const reportRefusal = <T>(writing: Promise<T>, onRefused: () => void): Promise<T> =>
  writing.catch((error: unknown) => {
    if (error instanceof StorageError && error.problem === 'replacing') onRefused()
    throw error
  })

const withCommitNoted = <T>(writing: Promise<T>): Promise<T> =>
  writing.then((result) => {
    noteCommit()
    return result
  })
