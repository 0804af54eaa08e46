import { fieldOf, mainTableOf, type Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import { type QueryParameters, textParameter } from '../../http/query-parameters.js'
import type { RequestScope } from '../../http/scope.js'
import type { Condition } from '../../query/condition.js'
import { type Box, parseBox } from '../geo/places.js'
import { readRestriction, visibleCondition } from '../records/restriction.js'
import { labelledProperties, type Property } from './property-keys.js'

/** Features of a map with every name resolved: no text from outside names a column any more. */
export interface FeaturePlan {
  readonly table: Table
  /** What was asked for and what the caller may see. */
  readonly condition: Condition
  readonly box: Box | undefined
  readonly properties: readonly Property[]
}

/** @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`, what a listing throws for its filter, `invalid_parameter` */
export function planFeatures(scope: RequestScope, tableName: string, query: QueryParameters): FeaturePlan {
  const { table, condition } = chosen(scope, tableName, query)
  const box = textParameter(query, 'bbox') === '' ? undefined : parseBox(query['bbox'])
  return { table, condition, box, properties: labelledProperties(table) }
}

const mostFields = 12

/** The same for the features of one tile, which carry the fields asked for under their names. */
export function planTile(scope: RequestScope, tableName: string, query: QueryParameters): FeaturePlan {
  const { table, condition } = chosen(scope, tableName, query)
  const names = new Set(
    textParameter(query, 'fields')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && name !== 'id'),
  )
  if (names.size > mostFields) {
    throw new AppError('invalid_parameter', {
      text: `"fields" must not name more than ${mostFields} fields.`,
      detail: { name: 'fields', reason: 'too many' },
    })
  }
  const properties = [...names].map((name) => ({ key: name, field: fieldOf(table, name) }))
  return { table, condition, box: undefined, properties }
}

function chosen(
  scope: RequestScope,
  tableName: string,
  query: QueryParameters,
): Pick<FeaturePlan, 'table' | 'condition'> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('read', table)
  const { condition } = readRestriction(scope, table, query, {})
  return { table, condition: visibleCondition(scope, table, condition) }
}
