import type { Catalogue, Field, Table } from '../../catalogue/catalogue.js'
import { compileCondition, equalityColumns, textSearchOf } from '../../query/compile.js'
import { isEverything } from '../../query/condition.js'
import { columnSql } from '../../query/expression/compile-expression.js'
import { addTablesRead } from '../../query/tables-read.js'
import { joinStamps, stampedRecord, stampedRecords, stampOrder } from '../../storage/journal/stamps.js'
import { id, join, keyOf, keyword, type Sql, sql } from '../../storage/sql.js'
import type { Database, Dialect, JsonColumn, JsonRows } from '../../storage/storage.js'
import { VersionedCache } from '../../storage/versioned-cache.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { indexesFor, type ListPlan, type RowsPlan, type Sort } from './list-plan.js'

/** From this offset on a page is found by its ids first. */
const deepOffset = 1000

export interface ListPage {
  readonly total: number
  readonly rows: JsonRows
  /** How long the page itself took; 0 where an index gave it at once. */
  readonly ms: number
}

/**
 * The page that a plan asks for and the exact number of all records that match.
 *
 * @param options.withIds the rows tell their own ids beside the text
 */
export async function selectPage(
  db: Database,
  catalogue: Catalogue,
  plan: ListPlan,
  { withIds = false }: { readonly withIds?: boolean } = {},
): Promise<ListPage> {
  const question = ask(db, plan)
  const total = await cachedTotal(db, plan, question.count)
  const offset = (plan.page - 1) * plan.perPage
  if (offset >= total) return { total, rows: noRows, ms: 0 }
  const query = await pageQuery(db, plan, question, offset)
  const columns = (withIds ? jsonColumnsWithIds : jsonColumns)(plan.columns)
  if (isShort(db, catalogue, plan, offset)) return { total, rows: await db.quick.json(query, columns), ms: 0 }
  const began = performance.now()
  const rows = await db.scan.json(query, columns)
  return { total, rows, ms: performance.now() - began }
}

/** How many records that is. */
export const selectTotal = (db: Database, plan: RowsPlan): Promise<number> =>
  cachedTotal(db, plan, ask(db, plan).count)

const noRows: JsonRows = { text: new TextEncoder().encode('[]'), ids: new Map() }

interface Question {
  readonly count: Sql
  readonly where: Sql | undefined
  /** The ids that match, straight out of a text index, when the whole condition is one search. */
  readonly ids: Sql | undefined
}

function ask(db: Database, plan: RowsPlan): Question {
  const table = id(plan.table.name)
  const { condition } = plan
  if (isEverything(condition))
    return { count: db.dialect.countRows(plan.table.name), where: undefined, ids: undefined }
  const ids = textSearchOf(condition, plan.table, db.dialect)
  const where = compileCondition(condition, 't', { dialect: db.dialect, table: plan.table })
  const count = ids
    ? sql`SELECT count(*) AS n FROM (${ids}) found`
    : sql`SELECT count(*) AS n FROM ${table} t WHERE ${interruptible(db, where)}`
  return { count, where, ids }
}

const interruptible = (db: Database, where: Sql): Sql =>
  db.dialect.interruptible ? sql`${where} AND ${db.dialect.interruptible}` : where

async function pageQuery(db: Database, plan: ListPlan, question: Question, offset: number): Promise<Sql> {
  const { perPage } = plan
  const table = id(plan.table.name)
  const columns = columnsSql(plan.columns, db.dialect)
  const order = orderOf(plan, db.dialect)
  const from = rowsOf(plan)
  const byId = plan.sorts[0]?.field.name === 'id' && !plan.sorts[0].descending
  // An engine that sorts rows looks up all of their stamps first.
  const looksUp = !byId && plan.columns.some(({ stamp }) => stamp !== undefined)
  // Rows of an earlier state that an engine sorts are put together first, all of their columns.
  const isWhole = offset < deepOffset && !looksUp && (byId || !db.present)
  if (question.ids && byId) {
    return sql`SELECT ${columns} FROM (SELECT id AS found FROM (${question.ids}) hits ORDER BY found
      LIMIT ${perPage} OFFSET ${offset}) page JOIN ${table} t ON t.id = page.found ORDER BY t.id`
  }
  if (question.where) {
    const where = interruptible(db, question.where)
    if (isWhole) {
      return sql`SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ${perPage} OFFSET ${offset}`
    }
    return idsFirst(
      db,
      { from, order, columns },
      sql`SELECT t.id FROM ${from} WHERE ${where} ORDER BY ${order}
      LIMIT ${perPage} OFFSET ${offset}`,
    )
  }
  if (isWhole) {
    return sql`SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT ${perPage} OFFSET ${offset}`
  }
  if (byId) {
    const starts = await pageStarts(db, plan.table)
    if (starts) {
      const start = starts[Math.floor(offset / directoryStep)]
      return sql`SELECT ${columns} FROM ${table} t WHERE t.id >= ${start ?? Number.MAX_SAFE_INTEGER} ORDER BY t.id
        LIMIT ${perPage} OFFSET ${offset % directoryStep}`
    }
  }
  // Each record of an earlier state has its stamp: to join all of them takes longer than all the rest.
  const ids = db.present && onlyStamp(plan) ? stampedRecords(plan.table.name) : sql`SELECT t.id FROM ${from}`
  const page = sql`${ids} ORDER BY ${order} LIMIT ${perPage} OFFSET ${offset}`
  return idsFirst(db, { from, order, columns }, page)
}

/** The ids of a page alone, out of an index where there is one, its rows afterwards. */
async function idsFirst(
  db: Database,
  { from, order, columns }: Readonly<Record<'from' | 'order' | 'columns', Sql>>,
  ids: Sql,
): Promise<Sql> {
  const page = db.present ? await knownIds(db, ids) : sql`SELECT id FROM (${ids}) page`
  return sql`SELECT ${columns} FROM ${from} WHERE t.id IN (${page}) ORDER BY ${order}`
}

/** An engine finds rows of an earlier state quickly by ids that it is told, not by those of a query. */
async function knownIds(db: Database, ids: Sql): Promise<Sql> {
  const rows = await db.scan.all<{ id: number }>(ids)
  return rows.length > 0 ? join(rows.map((row) => row.id)) : sql`SELECT 1 WHERE 1 = 0`
}

/** Fields of the rows `t` under their names. */
export const columnsSql = (fields: readonly Field[], dialect: Dialect): Sql =>
  join(
    fields.map((field) => {
      const column = columnSql(field, 't', dialect)
      return field.stamp || field.computed ? sql`${column} AS ${id(field.name)}` : column
    }),
  )

/** The times of the records' stamps, where the order is theirs alone. */
const onlyStamp = ({ sorts: [first, ...others] }: Pick<ListPlan, 'sorts'>) =>
  others.length === 0 ? stampOf(first) : undefined

const stampOf = (sort: Sort | undefined) => (sort?.field.stamp?.fact === 'at' ? sort.field.stamp : undefined)

/** The table as `t`, to stand after FROM; with what `orderOf` names. */
export function rowsOf(plan: Pick<ListPlan, 'table' | 'sorts'>): Sql {
  const table = sql`${id(plan.table.name)} t`
  return plan.sorts.some(stampOf) ? sql`${table} ${joinStamps(plan.table.name)}` : table
}

/**
 * NULL is greater than every value, but an unknown time comes before all others; `id` makes every order
 * total, so that pages never overlap.
 */
export function orderOf(plan: Pick<ListPlan, 'sorts'>, dialect: Dialect): Sql {
  const steps = plan.sorts.map((sort) => stepOf(sort, dialect))
  const last = plan.sorts.at(-1)
  if (last?.field.name === 'id') return join(steps)
  // The index of the stamps has both in one order.
  return join([...steps, onlyStamp(plan) && last ? sql`${stampedRecord} ${wayOf(last)}` : sql`t."id"`])
}

function stepOf(sort: Sort, dialect: Dialect): Sql {
  const { field, descending, byPrefix } = sort
  const way = wayOf(sort)
  if (field.name === 'id') return sql`t."id" ${way}`
  const stamp = stampOf(sort)
  if (stamp) return sql`${stampOrder(stamp)} ${way}`
  const step = (value: Sql): Sql => sql`${value} ${way} ${keyword(descending ? 'NULLS FIRST' : 'NULLS LAST')}`
  const value = columnSql(field, 't', dialect)
  if (byPrefix && dialect.indexPrefix) return join([step(dialect.indexPrefix(value)), step(value)])
  return step(value)
}

const wayOf = ({ descending }: Sort): Sql => keyword(descending ? 'DESC' : 'ASC')

/** Does an index give this page without a search through the table? Then it needs no thread of its own. */
function isShort(db: Database, catalogue: Catalogue, plan: ListPlan, offset: number): boolean {
  // An earlier state takes as long as there were changes since.
  if (db.present) return false
  const [first, ...others] = plan.sorts
  // An index may give the order of the first field alone.
  if (!first || others.length > 0) return false
  const sorted = first.field.name
  if (isEverything(plan.condition)) {
    if (stampOf(first)?.event === 'changed') return offset < deepOffset
    return sorted === 'id' || (offset < deepOffset && hasIndex(catalogue, plan.table, [], first))
  }
  if (offset >= deepOffset) return false
  const equal = equalityColumns(plan.condition)
  return equal !== undefined && hasIndex(catalogue, plan.table, equal, first)
}

function hasIndex(catalogue: Catalogue, table: Table, equal: readonly string[], sort: Sort): boolean {
  if (equal.includes('id')) return true
  const giving = indexesFor(catalogue, table, equal, [sort])
  // What comes after the columns that are compared would order them before `id` does.
  return giving.some(({ columns }) => sort.field.name !== 'id' || columns.length === equal.length)
}

/**
 * How each field is written as JSON; the same list for the same fields, so that an engine can keep what it
 * makes of it.
 */
export const jsonColumns = weakMemoize((fields: readonly Field[]): readonly JsonColumn[] =>
  fields.map(({ name, dbType, idFromTable, stamp }) => {
    const kind = kinds[dbType]
    return { name, kind, holdsIds: (idFromTable !== undefined || stamp?.fact === 'by') && kind !== 'text' }
  }),
)

const jsonColumnsWithIds = weakMemoize((fields: readonly Field[]): readonly JsonColumn[] =>
  jsonColumns(fields).map((column) => (column.name === 'id' ? { ...column, holdsIds: true } : column)),
)

const kinds = { INTEGER: 'number', FLOAT: 'float', TEXT: 'text', TIMESTAMP: 'text' } as const

/** The directory of pages notes the id at every so many places. */
const directoryStep = 1024

/** Counting a large table takes a hundred times as long as asking whether anything was written. */
const totals = new VersionedCache<number>(5000, () => true, true)
const directories = new VersionedCache<readonly number[]>(50)

/** The number of records that a plan's condition leaves. */
function cachedTotal(db: Database, plan: RowsPlan, count: Sql): Promise<number> {
  const tables = addTablesRead(plan.condition, new Set([plan.table.name]))
  return totals.get(db, [...tables], keyOf(count), async () => {
    const row = await db.scan.get<{ n: number }>(count)
    return row?.n ?? 0
  })
}

/** The id at every 1,024th place of the table in id order; `undefined` where the engine could not keep it. */
async function pageStarts(db: Database, table: Table): Promise<readonly number[] | undefined> {
  if (db.present || db.writeVersion(table.name) === undefined) return undefined
  return directories.get(db, [table.name], table.name, async () => {
    const rows = await db.scan.all<{ id: number }>(
      sql`SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM ${id(table.name)}) numbered
        WHERE place % ${directoryStep} = 0 ORDER BY id`,
    )
    return rows.map((row) => row.id)
  })
}
