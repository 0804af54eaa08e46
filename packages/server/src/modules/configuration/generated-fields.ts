import type { Field } from '../../catalogue/catalogue.js'
import type { ColumnDefinition, ColumnType, ForeignKey } from '../../storage/storage.js'

/** A field of which only name, label and column are known. */
export const plainField = (name: string, label: string, dbType: ColumnType, sort: number): Field => ({
  name,
  label,
  type: 'text',
  dbType,
  sort,
  idFromTable: undefined,
  valuesFrom: undefined,
  vocabulary: undefined,
  options: undefined,
  checks: [],
  readonly: false,
  hide: false,
  defaultValue: undefined,
  maxLength: undefined,
  min: undefined,
  max: undefined,
  pattern: undefined,
  help: undefined,
  widget: undefined,
  direction: undefined,
  extra: {},
})

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
