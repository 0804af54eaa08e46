import { type Database, StorageError } from './storage.js'

/**
 * The database until everything in it is replaced: what a user decided by what was there before is written
 * no more, however late it comes. Reading goes on.
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
  ...(db.together && { together: db.together }),
  scan: db.scan,
  stream: (query, columns) => db.stream(query, columns),
  streamTexts: (query, columns, texts) => db.streamTexts(query, columns, texts),
  snapshot: (work) => db.snapshot(work),
  replace: (keep, build) => db.replace(keep, build),
  replacement: () => db.replacement(),
  generation: () => db.generation(),
  withLock: (name, work) => db.withLock(name, work),
  write: (work, options) => reportRefusal(db.write(work, { ...options, generation }), onRefused),
  writeApart: (statement) => db.writeApart(statement),
  runRaw: (statement, options) => reportRefusal(db.runRaw(statement, { ...options, generation }), onRefused),
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

const reportRefusal = <T>(writing: Promise<T>, onRefused: () => void): Promise<T> =>
  writing.catch((error: unknown) => {
    if (error instanceof StorageError && error.problem === 'replacing') onRefused()
    throw error
  })
