import { asSent, type FieldType } from './field-type.js'

/** As scripts write it; behaves as text, its column decides. */
export const integer: FieldType = {
  name: 'integer',
  column: 'TEXT',
  offersChoices: false,
  boundsAreDays: false,
  takesAnyText: false,
  holdsList: false,
  prepare: asSent,
}
