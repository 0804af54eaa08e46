import { asSent, type FieldType } from './field-type.js'

/** One value out of a list, or another one that a user types. */
export const comboSelect: FieldType = {
  name: 'combo_select',
  column: 'TEXT',
  offersChoices: true,
  boundsAreDays: false,
  takesAnyText: true,
  holdsList: false,
  prepare: asSent,
}
