import { type Measure, measures } from '@trowel/contract/assemblages.js'
import { isObject, type JsonObject } from '@trowel/contract/json.js'
import type { Aggregate } from '@trowel/contract/model/aggregates.js'
import { isOperator, operators } from '@trowel/contract/model/operators.js'
import { type Field, fieldOf, type Table, tableOf } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { type Message, message } from '../../message.js'
import type { Condition } from '../../query/condition.js'
import { readSearchCriteria, visibleCondition } from '../../records/rows/search-criteria.js'
import { missing } from '../saved-things/index.js'
import { type Hop, readGroupPath } from './group-path.js'

/** An analysis with every name resolved: nothing in it can be refused any more. */
export interface AnalysisPlan {
  readonly source: Table
  /** What the filters ask of rows of the source, and what the caller may see of it. */
  readonly condition: Condition
  readonly path: readonly Hop[]
  /** The last table of the path, or the source. */
  readonly groupTable: Table
  readonly groupField: Field
  readonly charField: Field
  readonly aggregate: Aggregate
  readonly measured: Field
}

const aggregateOf: Readonly<Record<Measure, Aggregate>> = {
  count: 'COUNT',
  sum: 'SUM',
  count_distinct: 'COUNT_DISTINCT',
}

/**
 * The definition of an analysis held against the configuration of this moment.
 *
 * @throws `parameter_missing` with the key, `unknown_table`, `not_enough_privilege`, `invalid_field`,
 *   `invalid_measure`, what `readGroupPath` throws, and what a listing throws for its filter
 */
export function planAnalysis(scope: RequestScope, definition: JsonObject): AnalysisPlan {
  const source = tableOf(scope.catalogue, textOf(definition, 'source_tb'))
  scope.rights.require('read', source)
  const charField = fieldNamed(source, textOf(definition, 'char_field'))
  const path = readGroupPath(scope, source, definition['group_path'])
  const groupTable = path.at(-1)?.table ?? source
  const groupField = fieldNamed(groupTable, textOf(definition, 'group_field'))
  const aggregate = aggregateOf[readMeasure(definition['measure'])]
  const measured =
    aggregate === 'COUNT' ? fieldOf(source, 'id') : fieldNamed(source, textOf(definition, 'measure_field'))
  const filter = readFilters(definition['filters'])
  const { condition } = readSearchCriteria(scope, source, { filter }, {})
  return {
    source,
    condition: visibleCondition(scope, source, condition),
    path,
    groupTable,
    groupField,
    charField,
    aggregate,
    measured,
  }
}

function textOf(definition: JsonObject, key: string): string {
  const value = definition[key]
  if (typeof value !== 'string' || value === '') throw missing(key)
  return value
}

function fieldNamed(table: Table, name: string): Field {
  const field = table.fields.get(name)
  if (field) return field
  throw new AppError('invalid_field', {
    ...message('table_has_no_field', { table: table.name, field: name }),
    detail: name,
  })
}

function readMeasure(value: unknown): Measure {
  if (value === undefined || value === null || value === '') return 'count'
  const measure = measures.find((known) => known === value)
  if (!measure) throw new AppError('invalid_measure', { detail: value })
  return measure
}

/** The filters as one filter of a listing: each of them applies, also where two ask of the same field. */
function readFilters(filters: unknown): JsonObject | undefined {
  if (filters === undefined || filters === null || filters === '') return undefined
  if (!Array.isArray(filters)) throw wrongFilter('filters', message('must_be_list', {}))
  return { _and: filters.flatMap((filter: unknown, index) => readFilter(filter, `filters[${index}]`)) }
}

function readFilter(filter: unknown, path: string): JsonObject[] {
  if (!isObject(filter)) throw wrongFilter(path, message('must_be_analysis_filter', {}))
  const { field, op, value } = filter
  if (!field || !op) return []
  if (typeof field !== 'string') throw wrongFilter(`${path}.field`, message('must_be_field_name', {}))
  if (typeof op === 'string' && isOperator(op)) {
    const isSaid = operators[op].takes === 'flag' && value === undefined
    return [{ [field]: { [op]: isSaid ? true : value } }]
  }
  throw new AppError('unknown_operator', {
    ...message('analysis_operator_unknown', { operator: JSON.stringify(op), path }),
    detail: { path, operator: op },
  })
}

const wrongFilter = (path: string, reason: Message): AppError =>
  new AppError('invalid_filter', {
    ...message('filter_wrong', { path, reason }),
    detail: { path, reason: reason.text },
  })
