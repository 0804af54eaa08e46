import { type FieldType, Unusable } from './field-type.js'

const forms = new Map<unknown, 0 | 1>([
  [true, 1],
  ['true', 1],
  [1, 1],
  ['1', 1],
  [false, 0],
  ['false', 0],
  [0, 0],
  ['0', 0],
])

/** Yes or no, kept as 1 and 0. */
export const boolean: FieldType = {
  name: 'boolean',
  column: 'INTEGER',
  offersChoices: false,
  boundsAreDays: false,
  takesAnyText: false,
  holdsList: false,
  prepare: (value) =>
    forms.get(typeof value === 'string' ? value.trim() : value) ??
    new Unusable('boolean', { text: 'Yes or no: write true or false, 1 or 0.' }),
}
