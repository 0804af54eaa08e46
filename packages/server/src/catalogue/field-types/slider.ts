import { asSent, type FieldType } from './field-type.js'

/** A number, set by moving a handle between the bounds. */
export const slider: FieldType = {
  name: 'slider',
  column: 'INTEGER',
  offersChoices: false,
  boundsAreDays: false,
  takesAnyText: false,
  holdsList: false,
  prepare: asSent,
}
