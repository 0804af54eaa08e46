import { type FieldKindDescription, fieldKinds } from '@trowel/contract/model/field-types.js'

/** The kinds of fields that can be made of a column. */
export const columnKinds = ['text', 'longText', 'wholeNumber', 'number', 'date'] as const
export type ColumnKind = (typeof columnKinds)[number]

/** What a field of a kind is to the service. */
export function settingsOfKind(kind: ColumnKind) {
  const { type, dbType, checks }: FieldKindDescription = fieldKinds[kind]
  return { type, db_type: dbType, ...(checks && { check: checks }) }
}

/** From so many characters on a text needs several lines. */
const long = 80

const wholeNumber = /^-?(0|[1-9]\d{0,14})$/
const number = /^-?(0|[1-9]\d*)([.,]\d+)?$/
const day = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})$/

/** What the values of a column seem to be; text when some do not fit. */
export function guessKind(values: readonly unknown[]): ColumnKind {
  const texts = values.map((value) => String(value ?? '').trim()).filter((text) => text !== '')
  const all = (form: RegExp) => texts.length > 0 && texts.every((text) => form.test(text))
  if (all(wholeNumber)) return 'wholeNumber'
  if (all(number)) return 'number'
  if (all(day)) return 'date'
  return texts.some((text) => text.length > long || text.includes('\n')) ? 'longText' : 'text'
}
