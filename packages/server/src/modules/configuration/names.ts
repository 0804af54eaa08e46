import type { FieldProblem } from '../../errors.js'

/** The rule of field names as text, for forms that check while somebody types. */
export const fieldNamePattern = '^[a-z][a-z0-9_]{0,62}$'

const tableName = /^[a-z][a-z0-9_]{0,47}$/
const fieldName = new RegExp(fieldNamePattern)
const reservedTablePrefixes: readonly string[] = ['sys_', 'bdus_', 'sqlite_', 'pg_']

/** Columns that every table has, each in its kind of table; people can neither add nor change them. */
export const generatedFields: ReadonlySet<string> = new Set(['id', 'creator', 'id_link'])

/** Names with a meaning of their own in filters, in system tables, or to an engine. */
const reservedFieldNames: ReadonlySet<string> = new Set([
  ...generatedFields,
  'table_link',
  // Columns that SQLite and PostgreSQL give every table.
  'rowid',
  'oid',
  '_rowid_',
  'tableoid',
  'ctid',
  'xmin',
  'xmax',
  'cmin',
  'cmax',
])

/** What is wrong with the name of a new table, under the key `field` of the request. */
export function tableNameProblem(field: string, name: unknown): FieldProblem | undefined {
  if (name === undefined || name === null || name === '') {
    return { field, code: 'required', text: 'Give the table a name.' }
  }
  if (
    typeof name === 'string' &&
    reservedTablePrefixes.some((prefix) => name.toLowerCase().startsWith(prefix))
  ) {
    return { field, code: 'reserved_name', text: `"${name}" begins like the tables of the service itself.` }
  }
  if (typeof name === 'string' && tableName.test(name)) return undefined
  return {
    field,
    code: 'invalid_name',
    text: `${JSON.stringify(name)} is not a valid table name: it begins with a lower-case letter and has up to 48 lower-case letters, digits and underscores.`,
  }
}

/** What is wrong with the name of a new field, under the key `field` of the request. */
export function fieldNameProblem(field: string, name: unknown): FieldProblem | undefined {
  if (name === undefined || name === null || name === '') {
    return { field, code: 'required', text: 'Give the field a name.' }
  }
  if (typeof name === 'string' && reservedFieldNames.has(name)) {
    return { field, code: 'reserved_name', text: `The name "${name}" is reserved by the service.` }
  }
  if (typeof name === 'string' && fieldName.test(name)) return undefined
  return {
    field,
    code: 'invalid_name',
    text: `${JSON.stringify(name)} is not a valid field name: it begins with a lower-case letter and has up to 63 lower-case letters, digits and underscores.`,
  }
}
