import type { DatedRecord, DatedSource, TimelineTable } from '@trowel/contract/chronology.js'
import type { JsonObject } from '@trowel/contract/json.js'
import { mainTableOf, type Table } from '../../catalogue/catalogue.js'
import { sameIn } from '../../catalogue/column-values.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { certaintyOf } from '../../query/chronology.js'
import { recordLabel } from '../../records/rows/record-label.js'
import { requireReadable } from '../../records/rows/row-access.js'
import { readSearchCriteria, type Selection } from '../../records/rows/search-criteria.js'
import {
  type DatedRow,
  type Hop,
  selectColumns,
  selectDatedBy,
  selectReached,
  selectTimeline,
  type Years,
} from './store.js'

interface Timeline {
  readonly tables: readonly TimelineTable[]
  /** There are more records than are listed. */
  readonly truncated: boolean
}

/**
 * The dated records of all tables with a chronology, or of those that are named, in the order of the tables.
 * Names of other tables, and tables that the caller may not read, are passed over; so are tables without a
 * record in the span.
 *
 * @param selection which records of the one table that is named, as in a listing
 * @throws `invalid_parameter` for a selection without exactly one table, and what a listing throws for it
 */
export async function readTimeline(
  scope: RequestScope,
  years: Years,
  names: readonly string[] | undefined,
  selection: Selection,
): Promise<Timeline> {
  const isSelected = Boolean(selection.filter) || selection.search_type !== undefined
  if (isSelected && names?.length !== 1) {
    throw new AppError('invalid_parameter', {
      ...message('timeline_needs_table', {}),
      detail: { name: 'tb', reason: 'not one table' },
    })
  }
  const tables: TimelineTable[] = []
  let left = maxRecords
  for (const table of scope.catalogue.tables.values()) {
    if (!table.hasFuzzyDate || !scope.rights.visibilityOf(table).readable) continue
    if (names && !names.includes(table.name)) continue
    const { condition } = readSearchCriteria(scope, table, isSelected ? selection : {}, {})
    const rows = await selectTimeline(scope, table, years, condition, left + 1)
    const records = rows.slice(0, left).map(datedRecord)
    if (records.length > 0) tables.push({ tb_id: table.name, tb_label: table.label, records })
    if (rows.length > left) return { tables, truncated: true }
    left -= rows.length
  }
  return { tables, truncated: false }
}

export interface RelatedDates {
  readonly sources: readonly DatedSource[]
  /** There are more records than are listed. */
  readonly truncated: boolean
}

/**
 * The dated records that hang under one record: those of the table at the end of its table's chronology path,
 * or, without a path, of every table with a chronology that refers to it, one source for each relation. What
 * the caller may not read leads nowhere.
 *
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`, `record_not_found`
 */
export async function readRelatedDates(
  scope: RequestScope,
  tableName: string,
  recordId: number,
): Promise<RelatedDates> {
  const table = mainTableOf(scope.catalogue, tableName)
  await requireReadable(scope.db.quick, scope, table, recordId)
  return table.chronoDensityPath.length > 0
    ? alongPath(scope, table, recordId)
    : byRelations(scope, table, recordId)
}

async function byRelations(scope: RequestScope, table: Table, recordId: number): Promise<RelatedDates> {
  const relations = scope.catalogue.relations.filter(
    ({ toTable, toColumn }) => toTable === table.name && table.fields.has(toColumn),
  )
  if (relations.length === 0) return nothing
  const targets = [...new Set(relations.map(({ toColumn }) => toColumn))]
  const record = await selectColumns(scope, table, recordId, targets)
  const sources: DatedSource[] = []
  let left = maxRecords
  for (const source of scope.catalogue.tables.values()) {
    if (!isSource(scope, source)) continue
    for (const { fromTable, fromColumn, toColumn } of relations) {
      const type = fromTable === source.name ? source.fields.get(fromColumn)?.dbType : undefined
      const key = record?.[toColumn]
      if (!type || (typeof key !== 'string' && typeof key !== 'number')) continue
      // Columns of different types are compared as people read them.
      const value = sameIn(type, key)
      if (value === undefined) continue
      const rows = await selectDatedBy(scope, source, fromColumn, value, left + 1)
      const filter = { [fromColumn]: { _eq: value } }
      const records = rows.slice(0, left).map(datedRecord)
      if (records.length > 0)
        sources.push({ tb_id: source.name, tb_label: source.label, fk_col: fromColumn, records, filter })
      if (rows.length > left) return { sources, truncated: true }
      left -= rows.length
    }
  }
  return { sources, truncated: false }
}

const isSource = (scope: RequestScope, table: Table): boolean =>
  table.hasFuzzyDate && scope.rights.visibilityOf(table).readable

async function alongPath(scope: RequestScope, table: Table, recordId: number): Promise<RelatedDates> {
  const hops = hopsOf(scope, table)
  const last = hops?.at(-1)?.table
  if (!hops || !last || !isSource(scope, last)) return nothing
  const rows = await selectReached(scope, table, recordId, hops, maxRecords + 1)
  const reached = rows.slice(0, maxRecords)
  const records = reached.filter(isDated).map(datedRecord)
  if (records.length === 0) return nothing
  const filter = reachedFilter(scope, table, recordId, hops, reached)
  const source = { tb_id: last.name, tb_label: last.label, records, filter }
  return { sources: [source], truncated: rows.length > maxRecords }
}

/**
 * The path with all relations of each step; `undefined` when a step is missing, or leads through a table that
 * the caller may not read.
 */
function hopsOf(scope: RequestScope, root: Table): Hop[] | undefined {
  const hops: Hop[] = []
  let previous = root
  for (const name of root.chronoDensityPath) {
    const before = previous
    const table = scope.catalogue.tables.get(name)
    if (!table || !scope.rights.visibilityOf(table).readable) return undefined
    const ways = scope.catalogue.relations
      .filter(({ fromTable, toTable }) => fromTable === name && toTable === before.name)
      .filter(({ fromColumn, toColumn }) => table.fields.has(fromColumn) && before.fields.has(toColumn))
      .map(({ fromColumn, toColumn }) => ({ column: fromColumn, target: toColumn }))
    if (ways.length === 0) return undefined
    hops.push({ table, ways })
    previous = table
  }
  return hops
}

const nothing: RelatedDates = { sources: [], truncated: false }

/** More values than these do not fit between the brackets of an address. */
const maxIds = 200

/** What lists the records that were reached: their ids, or, for many, the way to them. */
function reachedFilter(
  scope: RequestScope,
  root: Table,
  recordId: number,
  hops: readonly Hop[],
  reached: readonly DatedRow[],
): JsonObject {
  const way = reached.length > maxIds ? filterAlong(root, recordId, hops) : undefined
  const last = hops.at(-1)?.table
  if (way && last && isUnderstood(scope, last, way)) return way
  return { id: { _in: reached.map((row) => row.id).sort((a, b) => a - b) } }
}

/** The way as a filter crosses tables; `undefined` when it is not made of lookup fields alone. */
function filterAlong(root: Table, recordId: number, hops: readonly Hop[]): JsonObject | undefined {
  let filter: JsonObject = { _eq: recordId }
  let previous = root
  for (const { table, ways } of hops) {
    const leadsBack = ({ column, target }: Hop['ways'][number]): boolean =>
      target === 'id' && table.fields.get(column)?.idFromTable === previous.name
    if (!ways.every(leadsBack)) return undefined
    const before = filter
    const parts = ways.map(({ column }): JsonObject => ({ [column]: before }))
    const [only] = parts
    filter = only && parts.length === 1 ? only : { _or: parts }
    previous = table
  }
  return filter
}

/** A long way over many relations may be more than a filter may hold. */
function isUnderstood(scope: RequestScope, table: Table, filter: JsonObject): boolean {
  try {
    readSearchCriteria(scope, table, { filter }, {})
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** So many records are listed at once; a line of time with more of them shows nothing. */
const maxRecords = 20_000

const isDated = ({ chrono_from, chrono_to }: DatedRow): boolean => chrono_from !== null || chrono_to !== null

const datedRecord = (row: DatedRow): DatedRecord => ({
  id: row.id,
  label: recordLabel(row.label, row.id),
  from: row.chrono_from,
  to: row.chrono_to,
  chrono_label: row.chrono_label,
  certainty: certaintyOf(row.chrono_certainty),
  period: row.chrono_period,
})
