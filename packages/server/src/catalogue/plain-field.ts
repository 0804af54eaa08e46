import type { ColumnType } from '../storage/storage.js'
import type { Field } from './catalogue.js'

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
