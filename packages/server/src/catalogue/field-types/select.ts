import { asSent, type FieldType } from './field-type.js'

/** One value out of a list; stored values are not compared with the list. */
export const select: FieldType = {
  name: 'select',
  column: 'TEXT',
  offersChoices: true,
  boundsAreDays: false,
  takesAnyText: false,
  holdsList: false,
  prepare: asSent,
}
