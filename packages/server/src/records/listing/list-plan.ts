import type { ListQuery } from '@trowel/contract/listing.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { HelpfulIndex } from '../../catalogue/automatic-index.js'
import {
  type Catalogue,
  type Field,
  fieldOf,
  isText,
  type Table,
  type TableIndex,
} from '../../catalogue/catalogue.js'
import { listedFieldOf, nameField } from '../../catalogue/stamp-fields.js'
import type { RequestScope } from '../../http/scope.js'
import { equalityColumns } from '../../query/compile.js'
import { allOf, type Condition, isEverything } from '../../query/condition.js'
import type { Dialect } from '../../storage/storage.js'
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
  /** An index of prefixes gives this order, but for texts that begin alike. */
  readonly byPrefix?: true
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
  const condition = visibleCondition(scope, table, asked.length > 0 ? allOf(asked) : undefined)
  const sorts = readSorts(table, given)
  return { table, criteria, condition, sorts: byIndex(scope.catalogue, table, condition, sorts) }
}

/** The same order, as an index of prefixes has it where none of whole values does. */
function byIndex(
  catalogue: Catalogue,
  table: Table,
  condition: Condition,
  sorts: readonly Sort[],
): readonly Sort[] {
  const last = besidesId(sorts).at(-1)
  if (!last?.field.hasPrefixIndex) return sorts
  const equal = isEverything(condition) ? [] : equalityColumns(condition)
  const giving = equal ? indexesFor(catalogue, table, equal, sorts) : []
  if (giving.length === 0 || giving.some((index) => !index.isPrefix)) return sorts
  return sorts.map((sort) => (sort === last ? { ...sort, byPrefix: true } : sort))
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

/** An entry of an index has room for this many characters of whole texts. */
const maxWholeTexts = 600
/** … or for this many prefixes. */
const maxPrefixes = 6

/** The index that gives this order under these equalities; `undefined` where none does. */
export function indexFor(
  { indexPrefix }: Dialect,
  { table, sorts }: Pick<ListPlan, 'table' | 'sorts'>,
  equal: readonly string[],
): HelpfulIndex | undefined {
  if (sorts.some(({ field }) => field.stamp || field.computed)) return undefined
  const sorted = besidesId(sorts).map(({ field }) => field)
  const columns = [...new Set([...equal, ...sorted.map(({ name }) => name)])]
  if (columns.length === 0) return undefined
  const texts = columns.map((name) => fieldOf(table, name)).filter(isText)
  if (texts.reduce((sum, field) => sum + greatestLength(field), 0) <= maxWholeTexts)
    return { columns, isPrefix: false }
  // Texts that begin alike stand together, but not in the order of what sorts after them.
  const isOrdered = !sorted.slice(0, -1).some((field) => isText(field) && !equal.includes(field.name))
  return texts.length <= maxPrefixes && (isOrdered || !indexPrefix) ? { columns, isPrefix: true } : undefined
}

const greatestLength = ({ dbType, maxLength = 0 }: Field): number =>
  dbType === 'TIMESTAMP' ? 40 : maxLength || Number.POSITIVE_INFINITY

/** `id` comes last in every index. */
const besidesId = (sorts: readonly Sort[]): readonly Sort[] =>
  sorts.filter(({ field }) => field.name !== 'id')

/**
 * The indexes that give this order under these equalities: first what is compared, in any order, then what
 * sorts, but for `id`.
 */
export function indexesFor(
  { indexes }: Catalogue,
  table: Table,
  equal: readonly string[],
  sorts: readonly Sort[],
): readonly TableIndex[] {
  const sorted = besidesId(sorts).map(({ field }) => field.name)
  return indexes.filter((index) => {
    const start = index.columns.slice(0, equal.length)
    const next = index.columns.slice(equal.length, equal.length + sorted.length)
    return (
      index.table === table.name &&
      equal.every((column) => start.includes(column)) &&
      sorted.every((column, place) => next[place] === column)
    )
  })
}
