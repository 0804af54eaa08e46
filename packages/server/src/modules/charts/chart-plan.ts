import { type ChartType, chartTypes } from '@trowel/contract/charts.js'
import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { type Aggregate, isAggregate } from '@trowel/contract/model/aggregates.js'
import { type Field, type Table, tableOf } from '../../catalogue/catalogue.js'
import { listedField } from '../../catalogue/stamp-fields.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import type { Condition } from '../../query/condition.js'
import {
  readSearchCriteria,
  readSelection,
  type Selection,
  visibleCondition,
} from '../../records/rows/search-criteria.js'
import { missing } from '../saved-things/index.js'

/** A chart with every name resolved: nothing in it can be refused any more. */
export interface ChartPlan {
  readonly table: Table
  readonly type: ChartType
  readonly aggregate: Aggregate
  readonly measured: Field
  /** `undefined` for a metric, which is one number of all records. */
  readonly groupedBy: Field | undefined
  /** What the chart asks of records, and what the caller may see. */
  readonly condition: Condition
}

/**
 * The definition of a chart held against the configuration of this moment.
 *
 * @throws `parameter_missing` with the key, `unknown_table`, `not_enough_privilege`, `invalid_chart_type`,
 *   `invalid_chart_field`, and what a listing throws for its filter
 */
export function planChart(scope: RequestScope, definition: JsonObject): ChartPlan {
  const table = tableOf(scope.catalogue, textOf(definition, 'tb'))
  scope.rights.require('read', table)
  const type = chartTypes.find((known) => known === definition['type'])
  if (!type) throw new AppError('invalid_chart_type', { detail: definition['type'] ?? null })
  const isMetric = type === 'metric'
  const groupedBy = isMetric ? undefined : fieldNamed(table, textOf(definition, 'x_field'))
  const measured = fieldNamed(table, textOf(definition, isMetric ? 'field' : 'y_field'))
  const aggregate = aggregateOf(definition, isMetric ? 'function' : 'y_function')
  const given = selectionOf(definition['filter'])
  const { condition } = readSearchCriteria(scope, table, given, {})
  return { table, type, aggregate, measured, groupedBy, condition: visibleCondition(scope, table, condition) }
}

/** The definition as it is kept: aggregates in capitals, everything else as it came. */
export function storedDefinition(definition: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(definition).map(([key, value]) => {
      const isFunction = key === 'function' || key === 'y_function'
      return [key, isFunction && typeof value === 'string' ? value.toUpperCase() : value]
    }),
  )
}

function textOf(definition: JsonObject, key: string): string {
  const value = definition[key]
  if (typeof value !== 'string' || value === '') throw missing(key)
  return value
}

function aggregateOf(definition: JsonObject, key: string): Aggregate {
  const name = textOf(definition, key).toUpperCase()
  if (!isAggregate(name)) throw missing(key)
  return name
}

function fieldNamed(table: Table, name: string): Field {
  const field = listedField(table, name)
  if (field) return field
  throw new AppError('invalid_chart_field', {
    ...message('table_has_no_field', { table: table.name, field: name }),
    detail: name,
  })
}

/** What a listing is asked with; its pages and its order mean nothing to a chart. */
const selectionKeys = ['filter', 'search_type', 'search', 'querytext', 'join', 'sort_field', 'sort_dir']

/** What a list hands over to a chart. What says nothing must not be taken for a wish to have everything. */
function selectionOf(filter: unknown): Selection {
  const isNothing = Array.isArray(filter) ? filter.length === 0 : filter === '' || filter === null
  if (filter === undefined || isNothing) return {}
  const isSelection =
    isObject(filter) &&
    (Object.keys(filter).length === 0 || selectionKeys.some((key) => Object.hasOwn(filter, key)))
  if (isSelection) return readSelection(filter)
  throw new AppError('invalid_filter', {
    ...message('chart_selection_form', {}),
    detail: { path: 'filter', reason: 'no selection in it' },
  })
}
