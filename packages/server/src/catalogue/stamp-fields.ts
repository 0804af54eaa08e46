import type { StampColumn } from '../storage/journal/stamps.js'
import type { ColumnType } from '../storage/storage.js'
import { weakMemoize } from '../storage/weak-memoize.js'
import { type Field, fieldOf, type Table } from './catalogue.js'
import { plainField } from './plain-field.js'

/** Who made a record and changed it last, and when, as columns of lists. */
const stampFields: readonly (Omit<StampColumn, 'table'> & {
  name: string
  label: string
  type: ColumnType
})[] = [
  { name: 'sys_created_at', label: 'Created', event: 'created', fact: 'at', type: 'TIMESTAMP' },
  { name: 'sys_created_by', label: 'Created by', event: 'created', fact: 'by', type: 'INTEGER' },
  { name: 'sys_changed_at', label: 'Last changed', event: 'changed', fact: 'at', type: 'TIMESTAMP' },
  { name: 'sys_changed_by', label: 'Last changed by', event: 'changed', fact: 'by', type: 'INTEGER' },
]

export const stampFieldNames: readonly string[] = stampFields.map(({ name }) => name)

const stampFieldsOf = weakMemoize((table: Table): ReadonlyMap<string, Field> => {
  if (table.isPlugin || table.fields.has('id_link')) return new Map()
  const fields = stampFields.map(({ name, label, event, fact, type }, place): [string, Field] => [
    name,
    {
      ...plainField(name, label, type, place),
      ...(type === 'TIMESTAMP' && { type: 'date' }),
      stamp: { table: table.name, event, fact },
    },
  ])
  return new Map(fields)
})

/** A field of the table, or what is known of its records besides. A field of people's own goes first. */
export const listedField = (table: Table, name: string): Field | undefined =>
  table.fields.get(name) ?? stampFieldsOf(table).get(name)

/** @throws `unknown_field` */
export const listedFieldOf = (table: Table, name: string): Field =>
  listedField(table, name) ?? fieldOf(table, name)

/** Instead of the id of a person his name; `undefined` for every other field. */
export function nameField(field: Field): Field | undefined {
  const { stamp, name, label, sort } = field
  if (stamp?.fact !== 'by') return undefined
  return { ...plainField(name, label, 'TEXT', sort), stamp: { ...stamp, fact: 'name' } }
}
