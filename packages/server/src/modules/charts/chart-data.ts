import type { ChartData } from '@trowel/contract/charts.js'
import type { Field } from '../../catalogue/catalogue.js'
import { numberOf } from '../../catalogue/column-values.js'
import { nameField } from '../../catalogue/stamp-fields.js'
import type { RequestScope } from '../../http/scope.js'
import type { Aggregated } from '../../query/aggregates.js'
import { compileCondition } from '../../query/compile.js'
import { type Group, type GroupKey, selectGroups } from '../../query/group-rows.js'
import { lookupTarget, selectLabels } from '../../records/rows/lookup-labels.js'
import { recordLabel } from '../../records/rows/record-label.js'
import { selectUserNames } from '../../records/rows/user-names.js'
import { id, sql } from '../../storage/sql.js'
import type { ChartPlan } from './chart-plan.js'

const maxGroups = 1000

/**
 * What a chart shows: one value, or one number for each group, ascending by what its records have in common.
 */
export async function drawChart(scope: RequestScope, plan: ChartPlan): Promise<ChartData> {
  const { table, type, aggregate, measured, groupedBy } = plan
  const groups = await selectGroups(scope.db, {
    from: sql`${id(table.name)} AS t`,
    where: [compileCondition(plan.condition, 't', { dialect: scope.db.dialect, table })],
    by: groupedBy ? [{ alias: 't', field: groupedBy }] : [],
    measures: [{ aggregate, alias: 't', field: measured }],
    limit: maxGroups + 1,
  })
  if (type === 'metric') {
    return { type, value: groups[0]?.values[0] ?? null, label: `${aggregate} of ${measured.name}` }
  }
  const shown = groups.slice(0, maxGroups)
  return {
    type,
    labels: await labelsOf(scope, plan, shown),
    keys: shown.map(keyOf),
    data: shown.map(({ values: [value = null] }) => asNumber(value)),
    truncated: groups.length > maxGroups,
  }
}

const keyOf = ({ keys: [key = null] }: Group): GroupKey => key

/** Where texts were compared, a text that is no number has no place on an axis. */
const asNumber = (value: Aggregated): number | null =>
  typeof value === 'string' ? (numberOf(value.trim()) ?? null) : value

/** The values as texts; in a lookup field what the records are called, of those that the caller may read. */
async function labelsOf(
  scope: RequestScope,
  { groupedBy }: ChartPlan,
  groups: readonly Group[],
): Promise<string[]> {
  const ids = groups.map(keyOf).filter((key) => typeof key === 'number')
  const names = await namesOf(scope, groupedBy, ids)
  return groups.map((group) => {
    const key = keyOf(group)
    if (key === null) return ''
    return typeof key === 'number' ? recordLabel(names.get(key) ?? null, key) : key
  })
}

/** What the records are called that a lookup field names, or the people whose ids it has. */
async function namesOf(
  scope: RequestScope,
  field: Field | undefined,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string | number | null>> {
  if (field && nameField(field)) return selectUserNames(scope.db.scan, ids)
  const target = field && lookupTarget(scope, field)
  return target ? selectLabels(scope.db.scan, scope, target, target.idField, ids) : new Map()
}
