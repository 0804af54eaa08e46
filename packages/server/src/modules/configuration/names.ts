import type { Field, Table } from '../../catalogue/catalogue.js'
import { reservedFieldNames } from '../../catalogue/reserved-names.js'
import { reservedTablePrefixes } from '../../catalogue/sound-rows.js'
import { AppError, type FieldProblem } from '../../errors.js'
import { message } from '../../message.js'

/** The rule of field names as text, for forms that check while a user types. */
export const fieldNamePattern = '^[a-z][a-z0-9_]{0,62}$'

const tableName = /^[a-z][a-z0-9_]{0,47}$/
const fieldName = new RegExp(fieldNamePattern)

/** What is wrong with the name of a new table, under the key `field` of the request. */
export function tableNameProblem(field: string, name: unknown): FieldProblem | undefined {
  if (name === undefined || name === null || name === '') {
    return { field, code: 'required', ...message('table_needs_name', {}) }
  }
  if (
    typeof name === 'string' &&
    [...reservedTablePrefixes, 'bdus_'].some((prefix) => name.toLowerCase().startsWith(prefix))
  ) {
    return { field, code: 'reserved_name', ...message('name_like_service', { name }) }
  }
  if (typeof name === 'string' && tableName.test(name)) return undefined
  return {
    field,
    code: 'invalid_name',
    ...message('table_name_invalid', { name: JSON.stringify(name) }),
  }
}

/** What is wrong with the name of a new field, under the key `field` of the request. */
export function fieldNameProblem(field: string, name: unknown): FieldProblem | undefined {
  if (name === undefined || name === null || name === '') {
    return { field, code: 'required', ...message('field_needs_name', {}) }
  }
  if (typeof name === 'string' && reservedFieldNames.has(name)) {
    return { field, code: 'reserved_name', ...message('name_reserved', { name }) }
  }
  if (typeof name === 'string' && fieldName.test(name)) return undefined
  return {
    field,
    code: 'invalid_name',
    ...message('field_name_invalid', { name: JSON.stringify(name) }),
  }
}

/** The field of a table that a request names. @throws `field_not_found` */
export function configuredField(table: Table, name: string): Field {
  const field = table.fields.get(name)
  if (field) return field
  throw new AppError('field_not_found', {
    ...message('table_has_no_field', { table: table.name, field: name }),
    detail: { table: table.name, field: name },
  })
}

/** The same where only a column will do. @throws `field_not_found`; `reserved_name` for a computed field */
export function configuredColumn(table: Table, name: string): Field {
  const field = configuredField(table, name)
  if (!field.computed) return field
  throw new AppError('reserved_name', message('computed_is_no_column', { field: field.label }))
}
