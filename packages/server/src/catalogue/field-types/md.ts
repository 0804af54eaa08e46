import { asSent, type FieldType } from './field-type.js'

/** Text with Markdown. */
export const markdown: FieldType = {
  name: 'md',
  column: 'TEXT',
  offersChoices: false,
  boundsAreDays: false,
  takesAnyText: true,
  holdsList: false,
  prepare: asSent,
}
