import type { ListQuery } from '@trowel/contract/listing.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { type Field, fieldOf, type Table } from '../../catalogue/catalogue.js'
import { listedFieldOf, nameField } from '../../catalogue/stamp-fields.js'
import type { RequestScope } from '../../http/scope.js'
import { allOf, type Condition } from '../../query/condition.js'
import type { Database } from '../../storage/storage.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { readSearchCriteria, type SearchCriteria, visibleCondition } from '../rows/search-criteria.js'
import { groupCondition } from './group-key.js'

const defaultPerPage = 30
const maximumPerPage = 200

/** What is asked of a listing, in the shape of the contract. */
export type ListInput = Decoded<typeof ListQuery>

/** The records of a listing in their order, all of its pages. */
export type RowsPlan = Pick<ListPlan, 'table' | 'criteria' | 'condition' | 'sorts'>
export type RowsInput = Omit<ListInput, 'page' | 'per_page' | 'columns'>

export interface Sort {
  readonly field: Field
  readonly descending: boolean
}

/**
 * A listing with every name resolved: nothing in it can be refused any more, and no text from outside names a
 * column.
 */
export interface ListPlan {
  readonly table: Table
  readonly criteria: SearchCriteria
  /** The restriction and what the caller may see. */
  readonly condition: Condition
  /** `id` first. */
  readonly columns: readonly Field[]
  /** At least one, each field once. */
  readonly sorts: readonly Sort[]
  readonly page: number
  readonly perPage: number
}

/** @throws `unknown_field`, `invalid_parameter`, `not_enough_privilege` and what a restriction throws */
export function planList(scope: RequestScope, table: Table, query: ListInput, body: ListInput): ListPlan {
  const given = { ...body, ...query }
  return {
    ...planRows(scope, table, query, body),
    columns: readColumns(table, given.columns),
    page: given.page ?? 1,
    perPage: Math.min(given.per_page ?? defaultPerPage, maximumPerPage),
  }
}

/** @throws as `planList` */
export function planRows(scope: RequestScope, table: Table, query: RowsInput, body: RowsInput): RowsPlan {
  scope.rights.require('read', table)
  const given = { ...body, ...query }
  const criteria = readSearchCriteria(scope, table, given, query)
  const group = groupCondition(table, given)
  const asked = [criteria.condition, group].filter((condition) => condition !== undefined)
  return {
    table,
    criteria,
    condition: visibleCondition(scope, table, asked.length > 0 ? allOf(asked) : undefined),
    sorts: readSorts(table, given),
  }
}

/** What is asked for, else the order of the table. What comes after `id` or a second time decides nothing. */
function readSorts(table: Table, { sort = [], sort_field: one, sort_dir: way }: RowsInput): readonly Sort[] {
  const asked = sort.length > 0 ? sort : one ? [{ field: one, descending: way === 'desc' }] : []
  if (asked.length === 0) return [{ field: fieldOf(table, table.orderField), descending: false }]
  const sorts = new Map<string, Sort>()
  for (const { field: name, descending } of asked) {
    const field = sortedField(table, name)
    if (!sorts.has('id') && !sorts.has(field.name)) sorts.set(field.name, { field, descending })
  }
  return [...sorts.values()]
}

/** People are sorted by their names. */
function sortedField(table: Table, name: string): Field {
  const field = listedFieldOf(table, name)
  return nameField(field) ?? field
}

/** `id` and the fields asked for, each once; all of them when nobody asks. */
export function readColumns(table: Table, asked: ListInput['columns']): readonly Field[] {
  const names = asked === 'preview' ? table.preview : (asked ?? [])
  const wanted = new Set(names.filter((name) => name !== '' && name !== '*'))
  if (wanted.size === 0) return allColumns(table)
  wanted.delete('id')
  return ['id', ...wanted].map((name) => listedFieldOf(table, name))
}

const allColumns = weakMemoize((table: Table): readonly Field[] => [
  fieldOf(table, 'id'),
  ...[...table.fields.values()].filter((field) => field.name !== 'id'),
])

/**
 * The columns of an index that gives this order under these equalities; `undefined` where a text may be too
 * long for one.
 */
export function columnsForIndex(
  db: Database,
  plan: ListPlan,
  equal: readonly string[],
): readonly string[] | undefined {
  if (plan.sorts.some(({ field }) => field.stamp || field.computed)) return undefined
  const sorted = plan.sorts.map(({ field }) => field.name).filter((name) => name !== 'id')
  const columns = [...new Set([...equal, ...sorted])]
  const fits = columns.every((name) => {
    const field = fieldOf(plan.table, name)
    return (
      field.dbType !== 'TEXT' ||
      (field.maxLength ?? Number.POSITIVE_INFINITY) <= db.dialect.maxIndexedTextLength
    )
  })
  return columns.length > 0 && fits ? columns : undefined
}
