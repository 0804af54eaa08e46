import type { Field } from '../../catalogue/catalogue.js'
import { plainField } from '../../catalogue/plain-field.js'
import type { ColumnDefinition, ForeignKey } from '../../storage/storage.js'

/** The fields that every table of its kind has. */
export const fieldsOfNewTable = (isPlugin: boolean): Field[] => [
  { ...plainField('id', 'Id', 'INTEGER', 0), readonly: true },
  isPlugin
    ? { ...plainField('id_link', 'Linked id', 'INTEGER', 1), hide: true }
    : { ...plainField('creator', 'Creator', 'INTEGER', 1), readonly: true },
]

/** The columns of a new table besides `id`. */
export const columnsOfNewTable = (isPlugin: boolean): ColumnDefinition[] => [
  isPlugin ? { name: 'id_link', type: 'INTEGER', notNull: true } : { name: 'creator', type: 'INTEGER' },
]

/** A record outlives the user who made it. */
export const keysOfNewTable = (isPlugin: boolean): ForeignKey[] =>
  isPlugin
    ? []
    : [{ column: 'creator', table: 'sys_users', target: 'id', onDelete: 'SET NULL', onUpdate: 'NO ACTION' }]
