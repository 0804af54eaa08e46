import { tableOf } from '../../../catalogue/catalogue.js'
import { normaliseValue } from '../../../catalogue/field-rules.js'
import { Unusable } from '../../../catalogue/field-types/field-type.js'
import { AppError } from '../../../errors.js'
import { countParameter, type QueryParameters, requiredParameter } from '../../../http/query-parameters.js'
import type { RequestScope } from '../../../http/scope.js'
import { hasValue } from './store.js'

/**
 * Is a value free in a field? Also records that the caller may not see count, for they would refuse the save; he learns no more
 * than that. A value that the field cannot hold is free.
 *
 * @param query `field`; `value`; `id`: a record that may have it, because it is the one being changed
 * @throws `unknown_table`, `not_enough_privilege`, `parameter_missing`, `invalid_parameter`, `field_not_found` (400)
 */
export async function isValueFree(
  scope: RequestScope,
  tableName: string,
  query: QueryParameters,
): Promise<boolean> {
  const table = tableOf(scope.catalogue, tableName)
  scope.rights.require('read', table)
  const name = requiredParameter(query, 'field')
  const sent = requiredParameter(query, 'value')
  const except = countParameter(query, 'id')
  const field = table.fields.get(name)
  if (!field) {
    throw new AppError('field_not_found', {
      status: 400,
      text: `The table "${table.name}" has no field "${name}".`,
      detail: { table: table.name, field: name },
    })
  }
  const value = normaliseValue(field, sent)
  return (
    value === null || value instanceof Unusable || !(await hasValue(scope.db, table, field, value, except))
  )
}
