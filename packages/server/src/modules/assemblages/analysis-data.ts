import type { AnalysisData } from '@trowel/contract/assemblages.js'
import type { Field, Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { compileCondition } from '../../query/compile.js'
import { compareKeys, type Group, type GroupKey, selectGroups } from '../../query/group-rows.js'
import { lookupTarget, selectLabels } from '../../records/rows/lookup-labels.js'
import { andVisible } from '../../records/rows/row-access.js'
import { id, type Sql, sql } from '../../storage/sql.js'
import type { Dialect } from '../../storage/storage.js'
import type { AnalysisPlan } from './analysis-plan.js'
import type { Hop } from './group-path.js'

const maxCells = 100_000

/**
 * The number of every cell that has one; rows and columns ascend by their values. @throws `result_too_large`
 */
export async function countAssemblage(scope: RequestScope, plan: AnalysisPlan): Promise<AnalysisData> {
  const { source, path, groupField, groupTable, charField, aggregate, measured } = plan
  const { dialect } = scope.db
  const alias = `t${path.length}`
  const naming = namingField(plan)
  const cells = await selectGroups(scope.db, {
    from: joined(scope, plan),
    where: [compileCondition(plan.condition, 't0', { dialect, table: source })],
    by: [
      { alias, field: groupField },
      { alias: 't0', field: charField },
    ],
    measures: [{ aggregate, alias: 't0', field: measured }],
    least: naming && { alias, field: naming },
    limit: maxCells + 1,
  })
  if (cells.length > maxCells) throw new AppError('result_too_large')
  return {
    ...tabulated(cells),
    group_labels: naming ? leastLabels(cells) : await lookedUpLabels(scope, plan, cells),
    group_tb: groupTable.name,
    group_field: groupField.name,
  }
}

/** The source as `t0`, the tables of the path as `t1`, `t2` …; of each the rows that the caller may see. */
function joined(scope: RequestScope, { source, path }: AnalysisPlan): Sql {
  return path.reduce(
    (from, hop, index) => {
      const [before, alias] = [`t${index}`, `t${index + 1}`]
      const meets = meeting(scope.db.dialect, before, alias, hop)
      return sql`${from} JOIN ${id(hop.table.name)} AS ${id(alias)} ON ${meets}${andVisible(scope, hop.table, alias)}`
    },
    sql`${id(source.name)} AS t0`,
  )
}

/** A relation may join columns of two types: then they are equal when people read the same in both. */
function meeting(dialect: Dialect, before: string, alias: string, { local, key }: Hop): Sql {
  const [one, other] = [id(before, local.name), id(alias, key.name)]
  if (local.dbType === key.dbType) return sql`${other} = ${one}`
  return sql`${dialect.asText(other, key.dbType)} = ${dialect.asText(one, local.dbType)}`
}

function tabulated(cells: readonly Group[]): Pick<AnalysisData, 'chars' | 'groups' | 'data'> {
  const chars = new Map<string, GroupKey>()
  const rows = new Map<string, Map<string, number>>()
  for (const {
    keys,
    values: [value],
  } of cells) {
    const [group = null, char = null] = keys
    const row = rows.get(textOf(group)) ?? new Map<string, number>()
    rows.set(textOf(group), row)
    chars.set(textOf(char), char)
    if (typeof value === 'number') row.set(textOf(char), value)
  }
  return {
    chars: [...chars].sort(([, one], [, other]) => compareKeys(one, other)).map(([text]) => text),
    groups: [...rows.keys()],
    data: Object.fromEntries([...rows].map(([group, row]) => [group, Object.fromEntries(row)])),
  }
}

const textOf = (key: GroupKey): string => (key === null ? '' : String(key))

/**
 * The field that says more about a group than the value it is made by: the first of the preview of its table.
 */
function namingField({ groupTable, groupField }: AnalysisPlan): Field | undefined {
  const naming = firstOfPreview(groupTable)
  return groupField.idFromTable === undefined && naming !== groupField ? naming : undefined
}

const firstOfPreview = ({ preview: [first], fields }: Table): Field | undefined =>
  first === undefined ? undefined : fields.get(first)

function leastLabels(cells: readonly Group[]): Record<string, string> {
  const least = new Map<string, GroupKey>()
  for (const { keys, least: label } of cells) {
    const group = textOf(keys[0] ?? null)
    const known = least.get(group) ?? null
    if (label !== null && (known === null || compareKeys(label, known) < 0)) least.set(group, label)
  }
  return Object.fromEntries([...least].map(([group, label]) => [group, String(label)]))
}

/**
 * Where the groups are records of another table, what these are called, of those that the caller may read.
 */
async function lookedUpLabels(
  scope: RequestScope,
  { groupField }: AnalysisPlan,
  cells: readonly Group[],
): Promise<Record<string, string>> {
  const target = lookupTarget(scope, groupField)
  const naming = target && firstOfPreview(target)
  if (!target || !naming) return {}
  const ids = new Set(cells.map(({ keys }) => keys[0]).filter((key) => typeof key === 'number'))
  const labels = await selectLabels(scope.db.scan, scope, target, naming.name, ids)
  const named = [...labels].filter(([, label]) => label !== null)
  return Object.fromEntries(named.map(([recordId, label]) => [String(recordId), String(label)]))
}
