import { message } from '../message.js'
import type { ColumnType } from '../storage/storage.js'
import { type StoredValue, Unusable } from './field-types/field-type.js'
import { canonicalTimestamp } from './timestamp.js'

/** What a column makes of a value; each answers the stored form, or why there is none. */
export const toColumn: Readonly<Record<ColumnType, (value: unknown) => StoredValue | Unusable>> = {
  TEXT: toText,
  INTEGER: toInteger,
  FLOAT: toFloat,
  TIMESTAMP: toTimestamp,
}

/** The value as a column of another type would hold it; `undefined` when none there reads alike. */
export function sameIn(type: ColumnType, value: string | number): string | number | undefined {
  const held = toColumn[type](value)
  return held === null || held instanceof Unusable || String(held) !== String(value) ? undefined : held
}

const wholeNumber = new Unusable('int', message('int_needed', {}))
const anyNumber = new Unusable('number', message('number_needed', {}))
const plainText = new Unusable('text', message('value_is_list', {}))
const noNulCharacter = new Unusable('text', message('value_has_nul', {}))
const noHalfCharacter = new Unusable('text', message('value_has_half_character', {}))
const moment = new Unusable('date', message('moment_needed', {}))

function toText(value: unknown): StoredValue | Unusable {
  const text = typeof value === 'string' ? value : plain(value)
  if (typeof text !== 'string' || text === '') return text === '' ? null : plainText
  return textProblem(text) ?? text
}

/** Why a text cannot be kept on every engine alike; `undefined` when it can. */
export function textProblem(text: string): Unusable | undefined {
  if (text.includes('\u0000')) return noNulCharacter
  return /\p{Surrogate}/u.test(text) ? noHalfCharacter : undefined
}

/** Numbers and booleans as the text that a filter compares them with. */
function plain(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  if (typeof value === 'boolean') return value ? '1' : '0'
  return undefined
}

function toInteger(value: unknown): StoredValue | Unusable {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : wholeNumber
  if (typeof value !== 'string') return wholeNumber
  const text = value.trim()
  if (text === '') return null
  if (!/^-?\d+$/.test(text)) return wholeNumber
  const number = Number(text)
  return Number.isSafeInteger(number) ? number + 0 : wholeNumber
}

function toFloat(value: unknown): StoredValue | Unusable {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : anyNumber
  if (typeof value !== 'string') return anyNumber
  const text = value.trim()
  if (text === '') return null
  const number = numberOf(text)
  return number === undefined ? anyNumber : number + 0
}

/** The finite number that a text writes out; `undefined` for everything else, decimal commas included. */
export function numberOf(text: string): number | undefined {
  if (!/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(text)) return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}

function toTimestamp(value: unknown): StoredValue | Unusable {
  if (typeof value !== 'string') return moment
  if (value.trim() === '') return null
  return canonicalTimestamp(value) ?? moment
}
