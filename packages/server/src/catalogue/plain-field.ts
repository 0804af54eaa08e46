import { holdProperties } from '@trowel/contract/model/field-properties.js'
import type { ColumnType } from '../storage/storage.js'
import type { Field } from './catalogue.js'

const unset = () => undefined

/** A field of which only name, label and column are known. */
export const plainField = (name: string, label: string, dbType: ColumnType, sort: number): Field => ({
  name,
  label,
  type: 'text',
  dbType,
  sort,
  ...holdProperties({
    vocabulary: unset,
    source: unset,
    table: unset,
    options: unset,
    checks: () => [],
    flag: () => false,
    text: unset,
    value: unset,
    length: unset,
    bound: unset,
    pattern: unset,
    numbering: unset,
    formula: unset,
    widget: unset,
    direction: unset,
  }),
  extra: {},
})
