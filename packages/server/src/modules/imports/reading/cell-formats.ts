import type { DayForm, DecimalMark } from '@trowel/contract/imports.js'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { Field } from '../../../catalogue/catalogue.js'
import { Unusable } from '../../../catalogue/field-types/field-type.js'
import { type Message, message } from '../../../message.js'

/** How the numbers and days of a file are written, where the caller says so. */
export interface CellFormats {
  readonly decimal: DecimalMark | undefined
  readonly dates: DayForm | undefined
  /** Texts that say that there is no value. */
  readonly empty: readonly string[]
}

export const asTheyAre: CellFormats = { decimal: undefined, dates: undefined, empty: [] }

/** The order of their parts. */
export const partsOfDay = {
  'yyyy-mm-dd': ['year', 'month', 'day'],
  'yyyy/mm/dd': ['year', 'month', 'day'],
  'yyyy.mm.dd': ['year', 'month', 'day'],
  'dd/mm/yyyy': ['day', 'month', 'year'],
  'dd.mm.yyyy': ['day', 'month', 'year'],
  'dd-mm-yyyy': ['day', 'month', 'year'],
  'mm/dd/yyyy': ['month', 'day', 'year'],
  'mm-dd-yyyy': ['month', 'day', 'year'],
} as const satisfies Readonly<Record<DayForm, readonly string[]>>

const isDayForm = (text: string): text is DayForm => Object.hasOwn(partsOfDay, text)
export const dayForms = Object.keys(partsOfDay).filter(isDayForm)

/**
 * Between groups of three digits: the other mark, a space of any width, an apostrophe. The same one
 * throughout.
 */
const written: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^([-+]?)(\d{1,3}(?:([, '’\u00a0\u202f])\d{3})(?:\3\d{3})*|\d*)(?:\.(\d*))?([eE][-+]?\d+)?$/,
  ',': /^([-+]?)(\d{1,3}(?:([. '’\u00a0\u202f])\d{3})(?:\3\d{3})*|\d*)(?:,(\d*))?([eE][-+]?\d+)?$/,
}

const examples: Readonly<Record<DecimalMark, Message>> = {
  '.': message('number_with_point', {}),
  ',': message('number_with_comma', {}),
}

/** A number as the fields take it: `1.234,5` becomes `1234.5`. */
export function plainNumber(text: string, mark: DecimalMark): string | Unusable {
  const parts = written[mark].exec(text.trim())
  const [, sign = '', whole = '', , decimals = '', exponent = ''] = parts ?? []
  if (!parts || whole + decimals === '') return new Unusable('number', examples[mark], text)
  const digits = whole.replace(/\D/g, '') || '0'
  return `${sign}${digits}${decimals === '' ? '' : `.${decimals}`}${exponent}`
}

const writtenDay = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/

/**
 * A day as the fields take it, `YYYY-MM-DD`; a day that is written so already stays, because it can mean only
 * one.
 */
export function plainDay(text: string, form: DayForm): string | Unusable {
  const value = text.trim()
  if (/^\d{4}-\d{2}-\d{2}/.test(value)) return value
  const [, first = '', separator, second = '', third = ''] = writtenDay.exec(value) ?? []
  const order = partsOfDay[form]
  const parts = Object.fromEntries(order.map((part, index) => [part, [first, second, third][index] ?? '']))
  const { year = '', month = '', day = '' } = parts
  if (separator === undefined || !form.includes(separator) || year.length !== 4 || day.length > 2) {
    return new Unusable('date', message('day_written', { form }), text)
  }
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/**
 * Yes and no as tables say it, by hand or by a spreadsheet program, in the languages of those who keep them.
 */
const yes = new Set(['yes', 'true', 'si', 'sì', 'vero', 'ja', 'wahr', 'oui', 'vrai', 'sí', 'verdadero'])
const no = new Set(['no', 'false', 'falso', 'nein', 'falsch', 'non', 'faux'])

/** Is it one of these words? */
export function isAnswer(text: string): boolean {
  const word = text.normalize('NFC').toLowerCase()
  return yes.has(word) || no.has(word)
}

/** Yes or no as the fields take it; what is neither stays, for the field to refuse. */
export function plainAnswer(text: string): string {
  const word = text.trim().normalize('NFC').toLowerCase()
  return yes.has(word) ? '1' : no.has(word) ? '0' : text
}

/** What a cell of a field says, put into the form that the fields take. */
export function plainCell(field: Field, cell: unknown, { decimal, dates, empty }: CellFormats): unknown {
  if (typeof cell !== 'string' || cell.trim() === '') return cell
  if (empty.length > 0 && empty.includes(cell.trim())) return ''
  if (describeFieldType(field.type).holds === 'answer') return plainAnswer(cell)
  // A blank around a choice would make it another one.
  if (field.vocabulary !== undefined) return cell.trim()
  if (dates !== undefined && holdsDays(field)) return plainDay(cell, dates)
  if (decimal !== undefined && isNumeric(field) && /\d/.test(cell)) return plainNumber(cell, decimal)
  return cell
}

/** A lookup field may say what people call the record. */
const isNumeric = ({ dbType, idFromTable }: Field): boolean =>
  idFromTable === undefined && (dbType === 'INTEGER' || dbType === 'FLOAT')

const holdsDays = ({ type, dbType }: Field): boolean =>
  describeFieldType(type).holds === 'day' || dbType === 'TIMESTAMP'
