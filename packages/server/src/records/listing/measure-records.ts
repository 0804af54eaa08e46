import {
  type GroupsBody,
  maxGroups,
  type RecordGroup,
  type TotalStep,
  type Totals,
  type TotalsBody,
} from '@trowel/contract/record-groups.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { type Field, fieldOf, type Table, tableOf } from '../../catalogue/catalogue.js'
import { listedFieldOf, nameField } from '../../catalogue/stamp-fields.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { compileCondition } from '../../query/compile.js'
import {
  compareKeys,
  type Group,
  type Grouping,
  type GroupKey,
  type GroupOrder,
  selectGroups,
} from '../../query/group-rows.js'
import { addTablesRead, addTablesUsed } from '../../query/tables-read.js'
import { id, type Sql, sql } from '../../storage/sql.js'
import { VersionedCache } from '../../storage/versioned-cache.js'
import { lookupTarget, selectLabels } from '../rows/lookup-labels.js'
import { recordLabel } from '../rows/record-label.js'
import { selectUserNames } from '../rows/user-names.js'
import { type GroupedBy, readGroupedBy } from './group-key.js'
import { planRows, type RowsPlan } from './list-plan.js'
import { orderOf, rowsOf, selectTotal } from './list-store.js'

type TotalsInput = Decoded<typeof TotalsBody>
type GroupsInput = Decoded<typeof GroupsBody>

export interface RecordTotals {
  readonly total: number
  readonly totals: Totals
}

/**
 * Totals of the fields of all records of a listing, or of some that follow each other in it.
 *
 * @throws `unknown_table`, `not_enough_privilege`, `unknown_field`, and what a listing throws
 */
export async function totalRecords(
  scope: RequestScope,
  tableName: string,
  body: TotalsInput,
): Promise<RecordTotals> {
  const table = tableOf(scope.catalogue, tableName)
  const plan = planRows(scope, table, {}, body)
  const { totals = [], offset, limit } = body
  const steps = totals.map((step) => ({ ...step, ...measured(table, step) }))
  const isPart = offset !== undefined || limit !== undefined
  if (steps.length === 0 && !isPart) return { total: await selectTotal(scope.db, plan), totals: {} }
  const from = isPart
    ? partOf(scope, plan, { offset: Math.max(offset ?? 0, 0), limit: limit ?? Number.MAX_SAFE_INTEGER })
    : sql`${id(table.name)} AS t`
  const [group] = await cachedGroups(scope, plan, {
    from,
    where: isPart ? [] : [isMet(scope, plan)],
    by: [],
    measures: [countOf(table), ...steps],
    limit: 1,
  })
  return told(group, totals)
}

/**
 * The records of a listing by what they have in common, with totals of each group.
 *
 * @throws `unknown_table`, `not_enough_privilege`, `parameter_missing`, `unknown_field`, and what a listing
 *   throws
 */
export async function groupRecords(
  scope: RequestScope,
  tableName: string,
  body: GroupsInput,
): Promise<{ total: number; groups: RecordGroup[]; truncated: boolean }> {
  const table = tableOf(scope.catalogue, tableName)
  const { group_by: name, group_order: order = 'asc', totals = [] } = body
  const plan = planRows(scope, table, {}, { ...body, group_by: undefined })
  if (name === undefined) {
    const missing = message('parameter_is_missing', { name: 'group_by' })
    throw new AppError('parameter_missing', { ...missing, detail: 'group_by' })
  }
  const by = readGroupedBy(table, name)
  const found = await cachedGroups(scope, plan, {
    from: sql`${id(table.name)} AS t`,
    where: [isMet(scope, plan)],
    by: [{ alias: 't', ...by }],
    measures: [countOf(table), ...totals.map((step) => measured(table, step))],
    order: orders[order],
    limit: maxGroups + 1,
  })
  const truncated = found.length > maxGroups
  const labels = await labelsOf(scope, by, found)
  const groups = found.slice(0, maxGroups).map((group): RecordGroup => {
    const { total: count, totals: ofGroup } = told(group, totals)
    const key = keyOf(group)
    const label =
      typeof key === 'number' && labels?.has(key) ? recordLabel(labels.get(key) ?? null, key) : null
    return { key, label, count, totals: ofGroup }
  })
  const counted = groups.reduce((sum, { count }) => sum + count, 0)
  return {
    total: truncated ? await selectTotal(scope.db, plan) : counted,
    groups: labels && order !== 'size' ? sortedByLabel(groups, labels, order === 'desc') : groups,
    truncated,
  }
}

const orders = { asc: 'list', desc: 'backwards', size: 'size' } as const satisfies Record<string, GroupOrder>

const measured = (table: Table, { field, aggregate }: TotalStep) => ({
  alias: 't',
  field: listedFieldOf(table, field),
  aggregate,
})

const countOf = (table: Table) => ({
  alias: 't',
  field: fieldOf(table, 'id'),
  aggregate: 'COUNT' as const,
})

const isMet = ({ db }: RequestScope, { table, condition }: RowsPlan): Sql =>
  compileCondition(condition, 't', { dialect: db.dialect, table })

/** Records that follow each other in the listing. */
function partOf(scope: RequestScope, plan: RowsPlan, part: { offset: number; limit: number }): Sql {
  const order = orderOf(plan, scope.db.dialect)
  return sql`(SELECT t.* FROM ${rowsOf(plan)} WHERE ${isMet(scope, plan)} ORDER BY ${order}
    LIMIT ${part.limit} OFFSET ${part.offset}) AS t`
}

/** Groups that are asked for again while one scrolls; many of them would fill the memory. */
const known = new VersionedCache<readonly Group[]>(200, (groups) => groups.length <= 1000, true)

type Asked = Omit<Grouping, 'countsEmptyTexts' | 'least'>

function cachedGroups({ db }: RequestScope, plan: RowsPlan, asked: Asked): Promise<readonly Group[]> {
  const fields = [...asked.by, ...asked.measures, ...plan.sorts].map(({ field }) => field)
  const tables = addTablesRead(plan.condition, new Set([plan.table.name]))
  addTablesUsed(fields, tables)
  const key = JSON.stringify([
    [asked.from, ...asked.where].map(({ text, values }) => [text, values]),
    asked.by.map(({ field, part }) => [field.name, part]),
    asked.measures.map(({ field, aggregate }) => [field.name, aggregate]),
    asked.order,
  ])
  return known.get(db, [...tables], key, () => selectGroups(db, { ...asked, countsEmptyTexts: false }))
}

/** What was measured, the number of records first. */
function told(group: Group | undefined, steps: readonly TotalStep[]): RecordTotals {
  const [total, ...values] = group?.values ?? []
  const totals: Totals = {}
  for (const [place, { field, aggregate }] of steps.entries())
    totals[field] = { ...totals[field], [aggregate]: values[place] ?? null }
  return { total: Number(total ?? 0), totals }
}

const keyOf = ({ keys: [key = null] }: Group): GroupKey => key

type Labels = ReadonlyMap<number, string | number | null>

/** What the records of a lookup field are called, or people; `undefined` where keys say it themselves. */
async function labelsOf(
  scope: RequestScope,
  { field }: GroupedBy,
  groups: readonly Group[],
): Promise<Labels | undefined> {
  const ids = groups.map(keyOf).filter((key) => typeof key === 'number')
  if (nameField(field)) return selectUserNames(scope.db.scan, ids)
  return field.idFromTable === undefined ? undefined : lookedUp(scope, field, ids)
}

async function lookedUp(scope: RequestScope, field: Field, ids: readonly number[]): Promise<Labels> {
  const target = lookupTarget(scope, field)
  return target ? selectLabels(scope.db.scan, scope, target, target.idField, ids) : new Map()
}

/** By what people read; records that the caller may not read behind them, and last those without a value. */
function sortedByLabel(groups: readonly RecordGroup[], labels: Labels, backwards: boolean): RecordGroup[] {
  const labelOf = ({ key }: RecordGroup): GroupKey =>
    typeof key === 'number' ? (labels.get(key) ?? null) : null
  const rank = (group: RecordGroup): number => (group.key === null ? 2 : group.label === null ? 1 : 0)
  const sorted = groups.toSorted(
    (one, other) =>
      rank(one) - rank(other) || compareKeys(labelOf(one), labelOf(other)) || compareKeys(one.key, other.key),
  )
  return backwards ? sorted.reverse() : sorted
}
