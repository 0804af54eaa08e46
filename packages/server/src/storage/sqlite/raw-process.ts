import { Worker } from 'node:worker_threads'
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import { beforeTable } from '../journal/journal-tables.js'
import type { ChangeAuthor } from '../journal/seal.js'
import { quoted } from '../quote.js'
import {
  fixedTableMessage,
  RawRowsCollector,
  type RawStatement,
  RawStatementError,
  shapeMessage,
} from '../raw-statement.js'
import type { SqlValue } from '../sql.js'
import { bindable } from './connection.js'
import { registerFunctions } from './functions.js'
import { dropJournalTriggers } from './journal-triggers.js'
import { authorizer, type Compiled, newlyCompiled } from './raw-policy.js'
import type { RawOutcome, RawReport, RawRequest } from './raw-protocol.js'
import { isJournaled, type Sealing, sealChanges } from './seal-changes.js'
import { type Step as ProgramStep, readsSecrets } from './secret-reads.js'
import { indexName, registry } from './text-index-tables.js'
import { type Send, SqliteTransaction } from './transaction.js'
import type { Results, Step } from './writer-protocol.js'

/**
 * The process that runs one statement of a person: a statement that never looks at the clock can only be
 * ended together with its process. It ends by itself, too, when the service is gone.
 */

const heapBytes = 256 * 1024 * 1024
const maxValueBytes = 32 * 1024 * 1024
const busyTimeoutMs = 5_000
const graceMs = 5_000

let file = ''
let limitMs = 0
let statement: RawStatement | undefined
/** Between `done` and `commit`. */
let open:
  | { readonly db: DatabaseSyncInstance; readonly report: RawOutcome; readonly unseen: readonly string[] }
  | undefined

class Session {
  readonly db: DatabaseSyncInstance
  compiled: Compiled = newlyCompiled()

  constructor(
    readonly of: RawStatement,
    readOnly: boolean,
  ) {
    this.db = new DatabaseSync(file, {
      readOnly,
      timeout: busyTimeoutMs,
      enableForeignKeyConstraints: true,
      defensive: true,
      limits: { length: maxValueBytes },
    })
    registerFunctions(this.db, { deadline: Number.POSITIVE_INFINITY, stop: undefined })
    this.db.exec(`PRAGMA hard_heap_limit = ${heapBytes}; PRAGMA temp_store = MEMORY`)
    this.db.exec(
      readOnly ? 'PRAGMA query_only = ON' : 'PRAGMA synchronous = FULL; PRAGMA recursive_triggers = ON',
    )
  }

  guard(): void {
    this.db.setAuthorizer(authorizer(this.of, () => this.compiled))
  }

  unguard(): void {
    this.db.setAuthorizer(null)
  }

  /** @throws RawStatementError when it is not exactly one statement that may run */
  compile(): StatementSyncInstance {
    const { text } = this.of
    this.compiled = newlyCompiled()
    const prepared = this.#prepareOrName(text)
    if (prepared === undefined) throw new RawStatementError('failed', 'There is no statement.')
    const first = prepared.expandedSQL
    if (first === undefined || !text.startsWith(first)) {
      throw new RawStatementError('failed', 'Parameters have no values here; write the values themselves.')
    }
    if (this.#hasMore(text.slice(first.length))) {
      throw new RawStatementError('several', 'There is another statement after the first.')
    }
    this.#refuseSecrets(first, prepared)
    return prepared
  }

  /** @throws RawStatementError that names the table of the service which the statement would change */
  #prepareOrName(text: string): StatementSyncInstance | undefined {
    try {
      return this.#prepare(text)
    } catch (cause) {
      const { fixed: table } = this.compiled
      if (table === undefined) throw cause
      throw new RawStatementError('not_allowed', fixedTableMessage(table), { cause, table })
    }
  }

  /** `undefined` when there is nothing but comments. */
  #prepare(text: string): StatementSyncInstance | undefined {
    const prepared = this.db.prepare(text, { readBigInts: true, returnArrays: true })
    try {
      prepared.columns()
      return prepared
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE') return undefined
      throw error
    }
  }

  #hasMore(rest: string): boolean {
    const before = this.compiled
    this.compiled = newlyCompiled()
    try {
      return this.#prepare(rest) !== undefined
    } catch {
      return true
    } finally {
      this.compiled = before
    }
  }

  /**
   * The authorizer is not asked for every column that a statement reads; the program that SQLite compiled
   * tells.
   */
  #refuseSecrets(text: string, prepared: StatementSyncInstance): void {
    this.unguard()
    try {
      const program: readonly ProgramStep[] = this.db.prepare(`EXPLAIN ${text}`).all()
      if (!readsSecrets(this.db, this.of.secrets, program)) return
    } catch (error) {
      // It is an EXPLAIN itself, which reads nothing.
      if (prepared.columns().length === 0) throw error
      return
    } finally {
      this.guard()
    }
    throw new RawStatementError('not_allowed', 'Columns with secrets cannot be read.')
  }
}

function rowsOf(prepared: StatementSyncInstance): RawRowsCollector {
  const collector = new RawRowsCollector()
  // A statement that changes rows has changed them all before it gives the first.
  for (const row of prepared.iterate()) if (!collector.add(row as SqlValue[])) break
  return collector
}

function compile(): RawReport {
  if (!statement) throw new Error('There is no statement.')
  const session = new Session(statement, true)
  session.guard()
  const prepared = session.compile()
  if (session.compiled.writes) {
    session.unguard()
    session.db.close()
    if (statement.readsOnly) throw new RawStatementError('reads_only', 'The statement would write.')
    return { tell: 'writes' }
  }
  const columns = prepared.columns().map(({ name }) => name)
  if (columns.length === 0)
    throw new RawStatementError('not_allowed', 'It neither reads nor changes anything.')
  const { rows, truncated } = rowsOf(prepared)
  return { tell: 'rows', columns, rows, truncated, written: undefined }
}

async function write(): Promise<RawReport> {
  if (!statement) throw new Error('There is no statement.')
  const session = new Session(statement, false)
  const { db } = session
  db.exec('BEGIN IMMEDIATE')
  session.guard()
  session.compile()
  const { reshapes, changes, isShape } = session.compiled
  session.unguard()
  for (const table of reshapes) dropTextIndex(db, table)
  const journal = await takeOffJournal(db, reshapes)
  const before = isShape ? unfitNames(db, session.of.fixedPrefix) : new Set()
  session.guard()
  const prepared = session.compile()
  const columns = prepared.columns().map(({ name }) => name)
  const written = [...changes]
  // A new column makes SQLite check the rows by a query, whose columns it then reports.
  let report: RawOutcome
  if (columns.length > 0 && !isShape) {
    const { rows, truncated } = rowsOf(prepared)
    report = { tell: 'rows', columns, rows, truncated, written }
  } else {
    const { changes: affected } = prepared.run()
    report = { tell: 'affected', affected: isShape ? 0 : Number(affected), written }
  }
  session.unguard()
  if (isShape && [...unfitNames(db, session.of.fixedPrefix)].some((name) => !before.has(name)))
    throw new RawStatementError('not_allowed', shapeMessage)
  open = { db, report, unseen: await journal.putBack() }
  return { tell: 'done' }
}

/** What no statement may add. What is there already stays, so that it can be taken away. */
function unfitNames(db: DatabaseSyncInstance, fixedPrefix: string): Set<unknown> {
  const begins = `${fixedPrefix.replaceAll('_', '\\_')}%`
  const rows = db
    .prepare(
      `WITH tables AS (SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE ?1 ESCAPE '\\')
      SELECT name FROM sqlite_schema WHERE name LIKE ?1 ESCAPE '\\'
      UNION ALL SELECT l.name FROM tables AS t JOIN pragma_index_list(t.name) AS l WHERE l.partial OR EXISTS
        (SELECT 1 FROM pragma_index_xinfo(l.name) WHERE cid = -2)
      UNION ALL SELECT t.name || ' ' || f."from" FROM tables AS t JOIN pragma_foreign_key_list(t.name) AS f
        WHERE f."table" LIKE ?1 ESCAPE '\\'`,
    )
    .all(begins)
  return new Set(rows.map((row) => row['name']))
}

/** A table that gets another shape gets another text index in the background. */
function dropTextIndex(db: DatabaseSyncInstance, table: string): void {
  const has = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ? COLLATE NOCASE')
  if (!has.get(registry) || !has.get(indexName(table))) return
  const triggers = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE AND name LIKE 'sys\\_fts\\_%' ESCAPE '\\'`,
    )
    .all(table) as { name: string }[]
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${quoted(name)}`)
  db.exec(`DROP TABLE ${quoted(indexName(table))}`)
  db.prepare(`DELETE FROM ${registry} WHERE table_name = ? COLLATE NOCASE`).run(table)
}

/**
 * Tables whose shape a statement changes do without the triggers of the journal meanwhile.
 *
 * @returns `putBack`: puts them back, and answers the tables that have lost columns or are gone
 */
async function takeOffJournal(
  db: DatabaseSyncInstance,
  tables: ReadonlySet<string>,
): Promise<{ putBack(): Promise<readonly string[]> }> {
  const { schema } = new SqliteTransaction(sendTo(db), { schema: true })
  const shapes = new Map<string, readonly string[]>()
  if (tables.size === 0) return { putBack: async () => [] }
  for (const [table, { columns }] of await schema.inspect()) {
    if (!tables.has(table.toLowerCase()) || !(await schema.shapeOf(beforeTable(table)))) continue
    shapes.set(
      table,
      columns.map(({ name }) => name),
    )
    for (const text of dropJournalTriggers(table)) db.exec(text)
  }
  return {
    async putBack() {
      if (shapes.size === 0) return []
      await schema.journal([...shapes.keys()], { anew: true })
      const physical = await schema.inspect()
      return [...shapes].flatMap(([table, columns]) => {
        const kept = new Set(physical.get(table)?.columns.map(({ name }) => name))
        return columns.every((name) => kept.has(name)) ? [] : [table]
      })
    },
  }
}

/** Does the steps of a transaction on a connection of this process. */
const sendTo =
  (db: DatabaseSyncInstance): Send =>
  async <S extends Step>(step: S): Promise<Results[S['do']]> => {
    const done = perform(db, step)
    return done as Results[S['do']]
  }

function perform(db: DatabaseSyncInstance, step: Step): Results['run'] | Results['all'] {
  if (step.do !== 'run' && step.do !== 'all') throw new Error(`Not a step of this process: ${step.do}.`)
  const prepared = db.prepare(step.text, { returnArrays: true })
  if (step.do === 'run') return Number(prepared.run(...bindable(step.values)).changes)
  return { names: prepared.columns().map(({ name }) => name), rows: prepared.all(...bindable(step.values)) }
}

const sealingOf = (db: DatabaseSyncInstance): Sealing => ({
  firstRow: (text, values) => db.prepare(text, { returnArrays: true }).get(...bindable(values)) ?? [],
  run: (text, values) => db.prepare(text).run(...bindable(values)),
})

function commit(author: ChangeAuthor): RawReport {
  if (!open) throw new Error('Nothing is to be committed.')
  const { db, report, unseen } = open
  const changeSet = isJournaled(sealingOf(db)) ? sealChanges(sealingOf(db), author, unseen) : undefined
  db.exec('COMMIT')
  db.close()
  return { ...report, changeSet }
}

/** Nothing else ends the process when the service died in the middle of a statement. */
async function within<T>(work: () => T | Promise<T>): Promise<T> {
  const end = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${limitMs + graceMs})`
  const watch = new Worker(end, { eval: true })
  try {
    return await work()
  } finally {
    watch.terminate()
  }
}

async function answer(request: RawRequest): Promise<RawReport> {
  try {
    if (request.do === 'commit') return commit(request.author)
    if (request.do === 'compile') ({ file, statement, limitMs } = request)
    return await within(request.do === 'compile' ? compile : write)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const isDenied = /^(not authorized|access to .* is prohibited)/.test(message) || isAuthorizerError(error)
    const problem = error instanceof RawStatementError ? error.problem : isDenied ? 'not_allowed' : 'failed'
    const table = error instanceof RawStatementError ? error.table : undefined
    return { tell: 'failed', problem, message, table }
  }
}

const sqliteAuth = 23

const isAuthorizerError = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === sqliteAuth

process.on('message', async (request: RawRequest) => process.send?.(await answer(request)))
process.on('disconnect', () => process.exit())
