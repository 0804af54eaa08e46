import type { FieldType } from './field-type.js'

/** Several values out of a list, kept in one text with `;` between them and no blanks around it. */
export const multiSelect: FieldType = {
  name: 'multi_select',
  column: 'TEXT',
  offersChoices: true,
  boundsAreDays: false,
  takesAnyText: false,
  holdsList: true,
  prepare(value) {
    if (typeof value === 'string') return value.includes(';') ? joined(value.split(';')) : value
    if (!Array.isArray(value)) return value
    const isPlain = (one: unknown): boolean =>
      one === null || typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean'
    return value.every(isPlain) ? joined(value.map((one) => (one === null ? '' : String(one)))) : value
  },
}

const joined = (values: readonly string[]): string =>
  values
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .join(';')
