import { type Database, type RawOptions, StorageError } from './storage.js'
import { changeSetNoter, currentAuthor, noteCommit } from './watch-commits.js'

/**
 * The database until everything in it is replaced: what a user decided by what was there before is written
 * no more, however late it comes. Reading goes on. Commits and their change sets are noted for the request
 * that they belong to, whose author is written into the journal.
 *
 * @param generation the one that writes are bound to
 * @param onRefused called when one was refused
 */
export const bindToGeneration = (db: Database, generation: string, onRefused: () => void): Database => ({
  app: db.app,
  engine: db.engine,
  dialect: db.dialect,
  schemaName: db.schemaName,
  ...(db.replica && { replica: db.replica }),
  quick: db.quick,
  scan: db.scan,
  stream: (query, columns) => db.stream(query, columns),
  snapshot: (work) => db.snapshot(work),
  replace: (keep, build) => withCommitNoted(db.replace(keep, build)),
  replacement: () => db.replacement(),
  generation: () => db.generation(),
  withLock: (name, work) => db.withLock(name, work),
  write: (work, options) => {
    const writing = reportRefusal(db.write(work, { ...watched(options), generation }), onRefused)
    return options?.bookkeeping ? writing : withCommitNoted(writing)
  },
  writeApart: (statement) => db.writeApart(statement),
  runRaw: (statement, options) =>
    withCommitNoted(reportRefusal(db.runRaw(statement, { ...watched(options), generation }), onRefused)),
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
function watched<Options extends RawOptions>(options: Options | undefined) {
  const author = options?.author ?? currentAuthor()
  return { ...options, ...(author && { author }), onChangeSet: changeSetNoter() }
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
