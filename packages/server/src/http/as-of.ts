import { type AskedState, type AsOfMember, asOfRoutes } from '@trowel/contract/as-of.js'
import { isObject } from '@trowel/contract/json.js'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Rights } from '../access/rights.js'
import { type Catalogue, mainTables, type Table } from '../catalogue/catalogue.js'
import { type JournalStart, selectJournalStart } from '../catalogue/journal-start.js'
import { journalEntities, systemTables } from '../catalogue/system-tables.js'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import { compileCondition } from '../query/compile.js'
import {
  type CommittedSet,
  type JournalEnd,
  selectJournalEnd,
  selectSet,
  selectSetUpTo,
  selectTablesChangedSince,
  selectTablesChangedUnseen,
} from '../storage/journal/change-set-store.js'
import { earlierDatabase, type NamedRows } from '../storage/journal/earlier-database.js'
import { beforeTable } from '../storage/journal/journal-tables.js'
import {
  changedSince,
  changedSinceName,
  countAsOf,
  idsAsOf,
  type KeptColumn,
  keptColumns,
  rowsAsOf,
} from '../storage/journal/rows-as-of.js'
import { stamps, stampsAsOf } from '../storage/journal/stamps.js'
import { and, id, join, or, type Sql, sql } from '../storage/sql.js'
import type { Database, PhysicalTables } from '../storage/storage.js'
import { weakMemoize } from '../storage/weak-memoize.js'
import { tagOf } from './entity-tags.js'
import type { RequestScope } from './scope.js'
import { wireTime } from './wire-time.js'

const routes: ReadonlySet<string> = new Set(asOfRoutes)

/**
 * Requests with `as_of` get a scope whose database is the one of then, so that everything
 * which a route reads comes from it. Rights and configuration are those of now.
 */
export function readAsOf(server: FastifyInstance): void {
  // Without a promise, which would cost every other request a turn.
  server.addHook('preHandler', (request, _reply, done) => {
    const asked = askedState(request)
    if (asked) enterState(request, asked).then(() => done(), done)
    else done()
  })
}

async function enterState(request: FastifyRequest, asked: AskedState): Promise<void> {
  request.scope = await scopeAsOf(request.scope, await setOf(request.scope, asked))
}

function askedState(request: FastifyRequest): AskedState | undefined {
  const { guard } = request.routeOptions.config
  if (!guard || guard.guard === 'public') return undefined
  const given = parameterIn(request.query) ?? parameterIn(request.body)
  if (routes.has(`${guard.method} ${guard.path}`)) return given as AskedState | undefined
  if (given === undefined || guard.method === 'GET') return undefined
  throw new AppError('invalid_parameter', {
    ...message('as_of_reads', { name: 'as_of' }),
    detail: { name: 'as_of', reason: 'not for changes' },
  })
}

const parameterIn = (given: unknown): unknown => (isObject(given) ? given['as_of'] : undefined)

/** @throws `change_set_not_found`, `before_journal` */
async function setOf({ db }: RequestScope, asked: AskedState): Promise<CommittedSet> {
  if ('set' in asked) {
    const set = await selectSet(db.quick, asked.set)
    if (set) return set
    const start = await selectJournalStart(db.quick)
    if (start && asked.set < start.set) throw beforeJournal(start)
    throw new AppError('change_set_not_found')
  }
  const set = await selectSetUpTo(db.quick, asked.time)
  if (set) return set
  const start = await selectJournalStart(db.quick)
  if (!start || start.set > 0 || asked.time < start.time) throw beforeJournal(start)
  return { id: 0, time: start.time, last: 0 }
}

const beforeJournal = (start: JournalStart | undefined): AppError =>
  new AppError('before_journal', { detail: { since: start ? wireTime(start.time) : null } })

/** @throws `before_journal` for a state of which changes were purged since it was asked for */
async function requireKept({ db }: RequestScope, set: CommittedSet, { purged }: JournalEnd): Promise<void> {
  if (set.id < purged) throw beforeJournal(await selectJournalStart(db.quick))
}

/** The member of an answer that says of which state it tells; nothing in one of now. */
export const asOfMember = ({ asOf }: RequestScope): AsOfMember =>
  asOf ? { as_of: { set: asOf.id, time: wireTime(asOf.time) } } : {}

/** An answer that is JSON text with this member; the same bytes where it is one of now. */
export const withAsOf = (scope: RequestScope, json: Uint8Array): Uint8Array =>
  scope.asOf ? Buffer.concat([Buffer.from(`{${asOfText(scope).slice(1)},`), json.subarray(1)]) : json

/** The tag of an answer that does not say of which state it tells. */
export const asOfTag = ({ asOf }: RequestScope, content: Uint8Array): string =>
  asOf ? tagOf(`${tagOf(content)} ${asOf.id}`) : tagOf(content)

/** The same for answers that are put together as text, after other members. */
export const asOfText = (scope: RequestScope): string =>
  scope.asOf ? `,${JSON.stringify(asOfMember(scope)).slice(1, -1)}` : ''

/**
 * @param takesNothingForUnchanged also tables that were not changed since are read as they were: for a
 *   request that failed because others changed a table in whose index it searched
 */
export async function scopeAsOf(
  scope: RequestScope,
  set: CommittedSet,
  takesNothingForUnchanged = false,
): Promise<RequestScope> {
  const db = scope.db.present ?? scope.db
  const present = { ...scope, db }
  if (takesNothingForUnchanged) shapesOf(scope.catalogue).found = undefined
  const shapes = await shapesIn(scope.catalogue, db)
  const tables = journaledTables(shapes)
  // What is cached of tables that turn out to be unchanged is right for then, too.
  const versions = new Map(tables.map((table) => [table, db.writeVersion(table)]))
  const state = await db.state()
  let end = await selectJournalEnd(db.quick)
  await requireKept(present, set, end)
  let changed: ReadonlySet<string> = takesNothingForUnchanged
    ? new Set(tables)
    : await selectTablesChangedSince(db.quick, tables, set.id, end)
  let unseen = await selectTablesChangedUnseen(db.quick, set.id)
  let rows = earlierRows(present, shapes, changed, set)
  const earlier = earlierDatabase(db, {
    rows: () => rows,
    // A caller with a row filter sees fewer: his rows have to be looked at.
    countOf: (table) => {
      const known = scope.catalogue.tables.get(table)
      const isSeen = known && !scope.rights.visibilityOf(known).restriction
      return isSeen ? countAsOf(id(db.schemaName, table), table, set.last) : undefined
    },
    searchOf: (table, now, columns, folded) => {
      const kept = keptColumns(db.dialect, columnsOf(shapes, table)).filter(({ name }) =>
        columns.includes(name),
      )
      const isMet = or(kept.map(({ value }) => db.dialect.contains(db.dialect.fold(value), folded)))
      return idsAsOf(table, now, isMet)
    },
    versions,
    state,
    name: seesEverything(present) ? `set ${set.id} of ${end.newest}` : undefined,
    requireKnown: (names) => {
      const unknown = [...unseen].filter((table) => names.has(table))
      if (unknown.length > 0) throw new AppError('journal_incomplete', { detail: { tables: unknown } })
    },
    follow: async () => {
      const endNow = await selectJournalEnd(db.quick)
      await requireKept(present, set, endNow)
      if (endNow.newest === end.newest) return
      const now = await selectTablesChangedSince(db.quick, tables, set.id, endNow)
      const unseenNow = await selectTablesChangedUnseen(db.quick, set.id)
      end = endNow
      if (tables.every((table) => changed.has(table) || !now.has(table))) return
      changed = new Set([...changed, ...now])
      unseen = unseenNow
      rows = earlierRows(present, shapes, changed, set)
    },
  })
  return { ...scope, db: earlier, rights: readingOnly(scope.rights), asOf: set }
}

/** What was cannot be changed. */
const readingOnly = (rights: Rights): Rights => ({
  ...rights,
  allows: (action, table) => action === 'read' && rights.allows(action, table),
  mayEdit: () => false,
})

const shapesOf = weakMemoize((_catalogue: Catalogue): { found?: Promise<PhysicalTables> | undefined } => ({}))

function shapesIn(catalogue: Catalogue, db: Database): Promise<PhysicalTables> {
  const shapes = shapesOf(catalogue)
  shapes.found ??= db.inspect().catch((error: unknown) => {
    shapes.found = undefined
    throw error
  })
  return shapes.found
}

/** Tables in the journal whose rows are asked as they were: the configuration is always that of now. */
const journaledTables = (shapes: PhysicalTables): readonly string[] =>
  [...shapes.keys()].filter(
    (table) => shapes.has(beforeTable(table)) && journalEntities[table] !== 'configuration',
  )

const boxedColumns = new Map(systemTables.flatMap(({ name, places }) => (places ? [[name, places]] : [])))

/** The rows of then of the tables that were changed, by their names; indexes of boxes are among them. */
function earlierRows(
  scope: RequestScope,
  shapes: PhysicalTables,
  changed: ReadonlySet<string>,
  { id: set, last }: CommittedSet,
): ReadonlyMap<string, NamedRows> {
  const { dialect, schemaName } = scope.db
  const conditions = presentConditions(scope, changed)
  const rows = new Map<string, NamedRows>()
  if (changed.size > 0) rows.set(stamps, { rows: stampsAsOf(schemaName, set) })
  for (const table of new Set([...changed, ...conditions.keys()])) {
    rows.set(changedSinceName(table), { rows: changedSince(table, last), once: true })
    const columns = keptColumns(dialect, columnsOf(shapes, table))
    const place = boxedColumns.get(table)
    const boxes = place === undefined ? undefined : dialect.boxIndexOf(table, id('b', place))
    const where = conditions.get(table)
    const own = boxes?.table === table ? [...columns, ...boxes.columns] : columns
    const from = id(schemaName, table)
    rows.set(table, { rows: rowsAsOf({ from, table, columns: own, ...(where && { where }) }) })
    if (boxes && boxes.table !== table) {
      const { hasBox, ...index } = boxes
      const kept = { from: id(schemaName, index.table), table, columns: index.columns }
      rows.set(index.table, { rows: rowsAsOf({ ...kept, ...(hasBox && { kept: hasBox }) }) })
    }
  }
  return rows
}

function columnsOf(shapes: PhysicalTables, table: string): readonly KeptColumn[] {
  const kept = new Map(shapes.get(beforeTable(table))?.columns.map(({ name, type }) => [name, type]))
  return (shapes.get(table)?.columns ?? [])
    .filter(({ name }) => name !== 'id')
    .map(({ name, type }) => ({ name, type, keptType: kept.get(name) ?? type }))
}

/**
 * What a row of then has to be now, for a caller who does not see all records: he sees no earlier state of
 * what he cannot see now, nor of what is there no more. That the state itself meets his row filters is asked
 * wherever rows are read.
 */
function presentConditions(scope: RequestScope, changed: ReadonlySet<string>): ReadonlyMap<string, Sql> {
  const { schemaName } = scope.db
  const tables = visibilities(scope)
  const conditions = new Map<string, Sql>()
  for (const { table, restriction } of tables) {
    if (restriction && changed.has(table.name))
      conditions.set(table.name, isSeenNow(scope, table, sql`u."id"`))
  }
  if (seesEverything(scope) || !(changed.has('sys_files') || changed.has('sys_file_links'))) return conditions
  const whole = tables.filter(({ readable, restriction }) => readable && !restriction)
  const partly = tables.filter(({ readable, restriction }) => readable && restriction)
  const links = id(schemaName, 'sys_file_links')
  const isSeen = or([
    ...(whole.length > 0 ? [sql`l."table_name" IN (${join(whole.map(({ table }) => table.name))})`] : []),
    ...partly.map(({ table }) =>
      and([sql`l."table_name" = ${table.name}`, isSeenNow(scope, table, sql`l."record_id"`)]),
    ),
  ])
  const ofFile = sql`SELECT 1 FROM ${links} l WHERE l."file_id" = u."id"`
  const isThere = sql`EXISTS (SELECT 1 FROM ${id(schemaName, 'sys_files')} f WHERE f."id" = u."id")`
  conditions.set(
    'sys_files',
    and([isThere, or([sql`NOT EXISTS (${ofFile})`, sql`EXISTS (${ofFile} AND ${isSeen})`])]),
  )
  return conditions
}

const visibilities = ({ catalogue, rights }: RequestScope) =>
  mainTables(catalogue).map((table) => ({ table, ...rights.visibilityOf(table) }))

const seesEverything = (scope: RequestScope): boolean =>
  visibilities(scope).every(({ readable, restriction }) => readable && !restriction)

/** A row filter looks at fields of its own table alone, so that it can be asked of the rows of now. */
function isSeenNow(scope: RequestScope, table: Table, recordId: Sql): Sql {
  const { restriction } = scope.rights.visibilityOf(table)
  const isMet = restriction
    ? compileCondition(restriction, 't', { dialect: scope.db.dialect, table: undefined })
    : sql`1 = 1`
  return sql`EXISTS (SELECT 1 FROM ${id(scope.db.schemaName, table.name)} t WHERE t."id" = ${recordId} AND ${isMet})`
}
