import { canonicalTimestamp } from '../timestamp.js'
import { type FieldType, Unusable } from './field-type.js'

/** A calendar day, kept as `YYYY-MM-DD` in a column of text or of moments alike. */
export const date: FieldType = {
  name: 'date',
  column: 'TEXT',
  offersChoices: false,
  boundsAreDays: true,
  takesAnyText: false,
  holdsList: false,
  prepare(value) {
    const day = typeof value === 'string' ? value.trim() : ''
    if (day.length === 10 && canonicalTimestamp(day) === day) return day
    return new Unusable('date', {
      text: 'A day of the calendar, written YYYY-MM-DD, for example 2024-05-01.',
    })
  },
}
