import { asSent, type FieldType } from './field-type.js'

/** Several lines of text. */
export const longText: FieldType = {
  name: 'long_text',
  column: 'TEXT',
  offersChoices: false,
  boundsAreDays: false,
  takesAnyText: true,
  holdsList: false,
  prepare: asSent,
}
