import type { Field, Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import { type QueryParameters, textParameter } from '../../http/query-parameters.js'

const maxFields = 12

/**
 * The fields that the features of a request shall carry besides, each once and in order; the id they have
 * anyway.
 *
 * @throws `unknown_field` naming all that there are not, `invalid_parameter` for too many
 */
export function askedFields(table: Table, query: QueryParameters): readonly Field[] {
  const asked = query['fields']
  const given = Array.isArray(asked) ? asked.map(String) : textParameter(query, 'fields').split(',')
  const names = new Set(given.map((name) => name.trim()).filter((name) => name !== '' && name !== 'id'))
  if (names.size > maxFields) {
    throw new AppError('invalid_parameter', {
      text: `"fields" must not name more than ${maxFields} fields.`,
      detail: { name: 'fields', reason: 'too many' },
    })
  }
  const unknown = [...names].filter((name) => !table.fields.has(name))
  if (unknown.length > 0) throw noSuchFields(table, unknown)
  return [...names].flatMap((name) => table.fields.get(name) ?? [])
}

const noSuchFields = (table: Table, names: readonly string[]): AppError =>
  new AppError('unknown_field', {
    text: `The table "${table.name}" has no field ${names.map((name) => `"${name}"`).join(', ')}.`,
    detail: { table: table.name, field: names[0] },
    errors: names.map((name) => ({
      field: name,
      code: 'unknown_field',
      text: `The table "${table.name}" has no field "${name}".`,
    })),
  })
