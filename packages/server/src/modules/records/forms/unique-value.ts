import type { UniqueQuery } from '@trowel/contract/record-forms.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { tableOf } from '../../../catalogue/catalogue.js'
import { isUnique, normaliseValue } from '../../../catalogue/field-rules.js'
import { Unusable } from '../../../catalogue/field-types/field-type.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { andVisible, readRowAccess } from '../../../records/rows/row-access.js'
import { keyword } from '../../../storage/sql.js'
import { hasValue } from './store.js'

/**
 * Is a value free in a field? In a field without duplicates records that the caller may not see count as
 * well, for they would refuse the save; in any other the answer is about what he sees. A value that the field
 * cannot hold is free.
 *
 * @param query `field`; `value`; `id`: a record that may have it, because it is the one being changed;
 *   ignored when he may not see it
 * @throws `unknown_table`, `not_enough_privilege`, `field_not_found` (400)
 */
export async function isValueFree(
  scope: RequestScope,
  tableName: string,
  { field: name, value: sent, id: except }: Decoded<typeof UniqueQuery>,
): Promise<boolean> {
  const table = tableOf(scope.catalogue, tableName)
  scope.rights.require('read', table)
  const field = table.fields.get(name)
  if (!field) {
    throw new AppError('field_not_found', {
      status: 400,
      ...message('table_has_no_field', { table: table.name, field: name }),
      detail: { table: table.name, field: name },
    })
  }
  const value = normaliseValue(field, sent)
  if (value === null || value instanceof Unusable) return true
  const seen = except === undefined ? undefined : await readRowAccess(scope.db.quick, scope, table, [except])
  const among = isUnique(field) ? keyword('') : andVisible(scope, table)
  const otherThan = seen?.has(except ?? 0) ? except : undefined
  return !(await hasValue(scope.db, table, { field, value }, among, otherThan))
}
