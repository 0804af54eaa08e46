import { asSent, type FieldType } from './field-type.js'

/** One line of text, or a number where the column is numeric. */
export const text: FieldType = {
  name: 'text',
  column: 'TEXT',
  offersChoices: false,
  boundsAreDays: false,
  takesAnyText: true,
  holdsList: false,
  prepare: asSent,
}
