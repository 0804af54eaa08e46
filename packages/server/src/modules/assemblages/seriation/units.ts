import type { SeriationAnchor } from '@trowel/contract/assemblages.js'
import { type Field, fieldOf, type Table } from '../../../catalogue/catalogue.js'
import type { RequestScope } from '../../../http/scope.js'
import { certaintyOf, yearSql } from '../../../query/chronology.js'
import { lookupTarget } from '../../../records/rows/lookup-labels.js'
import { andVisible } from '../../../records/rows/row-access.js'
import { inBatches } from '../../../records/rows/row-batches.js'
import { id, join, sql } from '../../../storage/sql.js'
import { sequenceOf } from '../../stratigraphy/index.js'
import type { AnalysisPlan } from '../analysis-plan.js'
import type { SeriationTask } from './seriate.js'

/** The records that the groups of an analysis are, where each group is one. */
export interface Units {
  readonly table: Table
  /** The field whose values the groups are. */
  readonly key: Field
  /** The record of each group; groups whose record is unknown, or more than one, are not there. */
  readonly byGroup: ReadonlyMap<string, Unit>
}

interface Unit {
  readonly id: number
  /** First and last year, of a date that is certain. */
  readonly from: number | null
  readonly to: number | null
}

/**
 * Groups are records where they are made by a lookup field, by the id, or by what people call a record. Only
 * records that the caller may see are known.
 */
export async function selectUnits(
  scope: RequestScope,
  { groupTable, groupField }: AnalysisPlan,
  groups: readonly string[],
): Promise<Units | undefined> {
  const named = unitsNamedBy(scope, groupTable, groupField)
  if (!named) return undefined
  const { table, key } = named
  const { dialect } = scope.db
  const chrono = table.hasFuzzyDate
    ? sql`${yearSql(table, 'chrono_from', 't', dialect)} AS "from", ${yearSql(table, 'chrono_to', 't', dialect)} AS "to", t."chrono_certainty" AS "certainty"`
    : sql`NULL AS "from", NULL AS "to", NULL AS "certainty"`
  const byGroup = new Map<string, Unit>()
  const repeated = new Set<string>()
  for (const some of inBatches(comparable(key, groups))) {
    const rows = await scope.db.scan.all<UnitRow>(
      sql`SELECT t."id" AS "id", ${id('t', key.name)} AS "key", ${chrono} FROM ${id(table.name)} t
        WHERE ${id('t', key.name)} IN (${join(some)})${andVisible(scope, table)}`,
    )
    for (const { id: unitId, key: value, from, to, certainty } of rows) {
      const group = String(value)
      if (byGroup.has(group)) repeated.add(group)
      // As in the check of a matrix: what is said to be probable or uncertain proves nothing.
      const isCertain = certaintyOf(certainty) === 1
      byGroup.set(group, { id: unitId, from: isCertain ? from : null, to: isCertain ? to : null })
    }
  }
  for (const group of repeated) byGroup.delete(group)
  return { table, key, byGroup }
}

/** The groups that the column of a key can have as values. */
function comparable({ dbType }: Field, groups: readonly string[]): readonly (string | number)[] {
  if (dbType === 'INTEGER') return groups.map(Number).filter(Number.isSafeInteger)
  return dbType === 'FLOAT' ? groups.map(Number).filter(Number.isFinite) : groups
}

interface UnitRow {
  readonly id: number
  readonly key: string | number
  readonly from: number | null
  readonly to: number | null
  readonly certainty: number | string | null
}

function unitsNamedBy(
  scope: RequestScope,
  table: Table,
  field: Field,
): { readonly table: Table; readonly key: Field } | undefined {
  const target = lookupTarget(scope, field)
  if (target) return { table: target, key: fieldOf(target, 'id') }
  const isName = field.name === 'id' || (field.name === table.idField && field.computed === undefined)
  return isName && !table.isPlugin ? { table, key: field } : undefined
}

/** What can tell which units are newer. */
export const anchorsOf = (units: Units | undefined): SeriationAnchor[] => [
  ...(units?.table.hasStratigraphy ? (['stratigraphy'] as const) : []),
  ...(units?.table.hasFuzzyDate ? (['dates'] as const) : []),
]

/** Which groups are newer than which, and what they are known to be newer over. */
export interface Evidence {
  readonly newerThan: SeriationTask['newerThan']
  /** Of each pair: what the units between the two are called. */
  readonly over: (pair: number) => string[]
}

export const noEvidence: Evidence = { newerThan: new Int32Array(), over: () => [] }

/** By the stratigraphic relations of the units. @throws `overloaded` */
export async function orderedByStratigraphy(
  scope: RequestScope,
  { table, byGroup }: Units,
  groups: readonly string[],
  limitMs: number,
): Promise<Evidence> {
  const placeOf = new Map(
    groups.flatMap((group, place) => {
      const unit = byGroup.get(group)
      return unit ? [[unit.id, place] as const] : []
    }),
  )
  const { pairs, labels } = await sequenceOf(scope, table, [...placeOf.keys()], limitMs)
  return {
    newerThan: Int32Array.from(
      pairs.flatMap(([newer, older]) => [placeOf.get(newer) as number, placeOf.get(older) as number]),
    ),
    over: (pair) => (pairs[pair]?.slice(2) ?? []).map((unit) => labels[unit] ?? String(unit)),
  }
}

/** By their dates: the older one had ended for certain before the newer one began. */
export function orderedByDates({ byGroup }: Units, groups: readonly string[]): Evidence {
  const pairs: number[] = []
  const dated = groups.map((group) => byGroup.get(group))
  dated.forEach((newer, k) => {
    const began = newer?.from ?? null
    if (began === null) return
    dated.forEach((older, j) => {
      const ended = older?.to ?? null
      if (ended !== null && ended < began) pairs.push(k, j)
    })
  })
  return { newerThan: Int32Array.from(pairs), over: () => [] }
}
