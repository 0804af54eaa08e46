import type { Table, TableRelation } from '../../catalogue/catalogue.js'
import { sameIn } from '../../catalogue/column-values.js'
import type { RequestScope } from '../../http/scope.js'
import { id, or, type Sql, type SqlValue, sql } from '../../storage/sql.js'
import { recordLabel } from '../rows/record-label.js'
import { countLinked, type StoredRow, selectBacklinked } from './record-store.js'

const backlinkLimit = 100

interface Link {
  readonly tb_id: string
  readonly tb_label: string
  readonly tot: number
  readonly filter: unknown
}

/**
 * One step from a record to the records of another table: a filter for their list, and the same as SQL over
 * alias `t`.
 */
interface Step {
  readonly column: string
  readonly value: SqlValue
}

/**
 * What a record is joined to by the configured relations, in both directions, one entry a table: how many
 * records, and a filter that lists exactly these. Tables that the caller cannot read are left out; plugin
 * tables neither are links nor have any.
 */
export async function readLinks(
  scope: RequestScope,
  table: Table,
  row: StoredRow,
): Promise<Record<string, Link>> {
  const steps = new Map<Table, Step[]>()
  const add = (target: Table | undefined, column: string, key: SqlValue | undefined) => {
    const type = target?.fields.get(column)?.dbType
    if (!target || !type || target.isPlugin || (typeof key !== 'string' && typeof key !== 'number')) return
    // Columns of different types are compared as people read them.
    const value = sameIn(type, key)
    if (value === undefined) return
    steps.set(target, [...(steps.get(target) ?? []), { column, value }])
  }
  for (const relation of relationsOf(scope, table)) {
    const { tables } = scope.catalogue
    if (relation.toTable === table.name)
      add(tables.get(relation.fromTable), relation.fromColumn, row[relation.toColumn])
    if (relation.fromTable === table.name)
      add(tables.get(relation.toTable), relation.toColumn, row[relation.fromColumn])
  }
  const links: Record<string, Link> = {}
  for (const target of scope.catalogue.tables.values()) {
    const ways = steps.get(target)
    if (!ways || !scope.rights.visibilityOf(target).readable) continue
    const tot = await countLinked(
      scope,
      target,
      ways.map(({ column, value }) => sql`${id('t', column)} = ${value}`),
    )
    if (tot === 0) continue
    const filters = ways.map(({ column, value }) => ({ [column]: { _eq: value } }))
    links[target.name] = {
      tb_id: target.name,
      tb_label: target.label,
      tot,
      filter: filters.length === 1 ? filters[0] : { _or: filters },
    }
  }
  return links
}

/** Does any relation begin or end at the table? */
export const hasRelations = (scope: RequestScope, table: Table): boolean =>
  relationsOf(scope, table).length > 0

function relationsOf(scope: RequestScope, table: Table): TableRelation[] {
  if (table.isPlugin) return []
  return scope.catalogue.relations.filter(
    (relation) => relation.fromTable === table.name || relation.toTable === table.name,
  )
}

/**
 * The records of other tables that name this one in a row of their plugin table, as the table's backlinks
 * say.
 */
export async function readBacklinks(
  scope: RequestScope,
  table: Table,
  recordId: number,
): Promise<Record<string, Link & { readonly data: { id: number; label: string }[] }>> {
  const ways = new Map<Table, { reached: Sql[]; filters: unknown[] }>()
  for (const { ref, via, column } of table.backlinks) {
    const target = scope.catalogue.tables.get(ref)
    const plugin = scope.catalogue.tables.get(via)
    if (!target || plugin?.parent !== ref || !plugin.fields.has(column)) continue
    if (!scope.rights.visibilityOf(target).readable) continue
    const way = ways.get(target) ?? { reached: [], filters: [] }
    way.reached.push(
      sql`t.id IN (SELECT v.id_link FROM ${id(plugin.name)} v WHERE ${id('v', column)} = ${recordId})`,
    )
    way.filters.push({ [via]: { [column]: { _eq: recordId } } })
    ways.set(target, way)
  }
  const backlinks: Record<string, Link & { data: { id: number; label: string }[] }> = {}
  for (const target of scope.catalogue.tables.values()) {
    const way = ways.get(target)
    if (!way) continue
    const { reached, filters } = way
    const { total, data } = await selectBacklinked(scope, target, or(reached), backlinkLimit)
    if (total === 0) continue
    backlinks[target.name] = {
      tb_id: target.name,
      tb_label: target.label,
      tot: total,
      filter: filters.length === 1 ? filters[0] : { _or: filters },
      data: data.map(({ id, label }) => ({ id, label: recordLabel(label, id) })),
    }
  }
  return backlinks
}
