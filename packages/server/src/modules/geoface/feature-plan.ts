import { mainTableOf, type Table } from '../../catalogue/catalogue.js'
import { type Box, parseBox } from '../../geometry/places.js'
import { type QueryParameters, textParameter } from '../../http/query-parameters.js'
import type { RequestScope } from '../../http/scope.js'
import type { Condition } from '../../query/condition.js'
import { readSearchCriteria, visibleCondition } from '../../records/rows/search-criteria.js'
import { askedFields } from './asked-fields.js'
import { askedProperties, labelledProperties, type Property, tileProperties } from './property-keys.js'

/** Features of a map with every name resolved: no text from outside names a column any more. */
export interface FeaturePlan {
  readonly table: Table
  /** What was asked for and what the caller may see. */
  readonly condition: Condition
  readonly box: Box | undefined
  readonly properties: readonly Property[]
}

/**
 * What the answer as GeoJSON tells besides: which of the properties the preview has, and which were asked
 * for.
 */
export interface FeatureCollectionPlan extends FeaturePlan {
  readonly preview: readonly Property[]
  /** `undefined` when nobody asked for any. */
  readonly asked: readonly Property[] | undefined
}

/**
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`, what a listing throws for its
 *   filter, `unknown_field`, `invalid_parameter`
 */
export function planFeatures(
  scope: RequestScope,
  tableName: string,
  query: QueryParameters,
): FeatureCollectionPlan {
  const { table, condition } = chosen(scope, tableName, query)
  const box = textParameter(query, 'bbox') === '' ? undefined : parseBox(query['bbox'])
  const preview = labelledProperties(table)
  const fields = askedFields(table, query)
  const asked = fields.length === 0 ? undefined : askedProperties(fields, preview)
  const further = (asked ?? []).filter((property) => !preview.includes(property))
  return { table, condition, box, properties: [...preview, ...further], preview, asked }
}

/** The same for the features of one tile, which carry the fields asked for under their names. */
export function planTile(scope: RequestScope, tableName: string, query: QueryParameters): FeaturePlan {
  const { table, condition } = chosen(scope, tableName, query)
  return { table, condition, box: undefined, properties: tileProperties(askedFields(table, query)) }
}

function chosen(
  scope: RequestScope,
  tableName: string,
  query: QueryParameters,
): Pick<FeaturePlan, 'table' | 'condition'> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('read', table)
  const { condition } = readSearchCriteria(scope, table, query, {})
  return { table, condition: visibleCondition(scope, table, condition) }
}
