import type { NextNumberQuery } from '@trowel/contract/record-forms.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { fieldOf, mainTableOf } from '../../../catalogue/catalogue.js'
import { normaliseValue, type SentValue } from '../../../catalogue/field-rules.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { type NextNumber, Numbering, numberedFields } from '../../../records/writing/numbering.js'

/**
 * The next number of a field, which nobody is promised: another may save it first. Records that the caller
 * may not see count as well, for they would refuse the save.
 *
 * @param query `fld`; `core`: what the new record holds so far, for numbers that depend on it
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`, `unknown_field`;
 *   `invalid_parameter` for a field without a pattern
 */
export async function proposeNumber(
  scope: RequestScope,
  tableName: string,
  { fld, core = {} }: Decoded<typeof NextNumberQuery>,
): Promise<NextNumber> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('create', table)
  const field = fieldOf(table, fld)
  if (!numberedFields(table).includes(field)) {
    throw new AppError('invalid_parameter', {
      ...message('field_without_numbers', { field: fld }),
      detail: { name: 'fld', reason: 'no pattern for numbers' },
    })
  }
  const values = new Map<string, SentValue>(
    Object.entries(core).map(([name, value]) => [name, normaliseValue(fieldOf(table, name), value)]),
  )
  return new Numbering(scope.db.scan, scope, table).next(field, values)
}
