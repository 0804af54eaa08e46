import { type Field, fieldOf, type Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Condition } from '../../query/condition.js'
import type { Database } from '../../storage/storage.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import {
  type ListParameters,
  readSearchCriteria,
  type SearchCriteria,
  visibleCondition,
} from '../rows/search-criteria.js'

const defaultPerPage = 30
const maximumPerPage = 200

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
  readonly sort: { readonly field: Field; readonly descending: boolean }
  readonly page: number
  readonly perPage: number
}

/** @throws `unknown_field`, `invalid_parameter`, `not_enough_privilege` and what a restriction throws */
export function planList(
  scope: RequestScope,
  table: Table,
  query: ListParameters,
  body: ListParameters,
): ListPlan {
  scope.rights.require('read', table)
  const given = { ...body, ...query }
  const criteria = readSearchCriteria(scope, table, given, query)
  return {
    table,
    criteria,
    condition: visibleCondition(scope, table, criteria.condition),
    columns: readColumns(table, given['columns']),
    sort: readSort(table, given),
    page: readCount(given, 'page', 1),
    perPage: Math.min(readCount(given, 'per_page', defaultPerPage), maximumPerPage),
  }
}

function readCount(given: ListParameters, name: string, fallback: number): number {
  const value = given[name]
  if (value === undefined || value === null || value === '') return fallback
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 1) return number
  throw new AppError('invalid_parameter', {
    text: `"${name}" must be a whole number from 1.`,
    detail: { name, reason: 'not a whole number from 1' },
  })
}

function readSort(table: Table, given: ListParameters): ListPlan['sort'] {
  const name = given['sort_field']
  if (name === undefined || name === null || name === '') {
    return { field: fieldOf(table, table.orderField), descending: false }
  }
  if (typeof name !== 'string') {
    throw new AppError('invalid_parameter', {
      text: '"sort_field" must be the name of a field.',
      detail: { name: 'sort_field', reason: 'not a text' },
    })
  }
  const direction = given['sort_dir']
  return {
    field: fieldOf(table, name),
    descending: typeof direction === 'string' && direction.toLowerCase() === 'desc',
  }
}

/** `id` and the fields asked for, each once; all of them when nobody asks. */
export function readColumns(table: Table, asked: unknown): readonly Field[] {
  if (asked === undefined || asked === null || asked === '' || asked === '*') return allColumns(table)
  const names =
    asked === 'preview'
      ? table.preview
      : typeof asked === 'string'
        ? asked.split(',').map((name) => name.trim())
        : asked
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
    throw new AppError('invalid_parameter', {
      text: '"columns" must be a list of field names.',
      detail: { name: 'columns', reason: 'not a list of names' },
    })
  }
  const wanted = new Set<string>(names.filter((name) => name !== '' && name !== '*'))
  if (wanted.size === 0) return allColumns(table)
  wanted.delete('id')
  return ['id', ...wanted].map((name) => fieldOf(table, name))
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
  const sorted = plan.sort.field.name
  const columns = [...new Set(sorted === 'id' ? equal : [...equal, sorted])]
  const fits = columns.every((name) => {
    const field = fieldOf(plan.table, name)
    return (
      field.dbType !== 'TEXT' ||
      (field.maxLength ?? Number.POSITIVE_INFINITY) <= db.dialect.maxIndexedTextLength
    )
  })
  return columns.length > 0 && fits ? columns : undefined
}
