import { withoutFormula } from '@trowel/contract/csv.js'
import type { SqlValue } from '../storage/sql.js'

/** What XML 1.0 has no way to write (§2.2): most control characters, halves of characters. */
const notInXml = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** A text as a cell holds it: without the characters that XML forbids, and no formula. */
export const sheetText = (text: string): string => withoutFormula(text.replace(notInXml, ''))

/**
 * The texts of a cell may be this long, in UTF-16 units (ECMA-376 leaves it open; the programs agree on it).
 */
export const maxSheetTextLength = 32_767

/**
 * The name of a sheet: 31 characters at most, none of `[]:*?/\`, no apostrophe at either end, and not the one
 * that spreadsheet programs keep for themselves.
 *
 * @param number from 1; a second sheet of the same table has it in brackets
 */
export function sheetName(label: string, number: number): string {
  const ending = number === 1 ? '' : ` (${number})`
  const allowed = label.replace(notInXml, '').replace(/[[\]:*?/\\]/g, '')
  const start = trimmed(trimmed(allowed.replace(/\s+/g, ' ')).slice(0, 31 - ending.length))
  return `${start === '' ? 'Records' : /^history$/i.test(start) ? `${start}_` : start}${ending}`
}

const trimmed = (name: string): string =>
  name.replace(/^['\s]+|(?<!['\s\p{Surrogate}])['\s\p{Surrogate}]+$/gu, '')

/**
 * `_x0041_` in a cell means the character with that code: what looks so and is meant as it stands is written
 * with its `_` as code.
 */
const looksLikeCode = /_(?=x[0-9A-Fa-f]{4}_)/g

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

export const xmlText = (text: string): string =>
  text.replace(/[&<>"\r]/g, (character) => entities[character] ?? '')

/** The letters of a column, from 0: A … Z, AA … */
export function columnLetters(column: number): string {
  const before = Math.floor(column / 26)
  return (before > 0 ? columnLetters(before - 1) : '') + String.fromCharCode(65 + (column % 26))
}

/** A cell as SpreadsheetML: numbers as numbers, all else as text; nothing where there is no value. */
export function cellXml(place: string, value: SqlValue, style: string): string {
  if (value === null || value === '') return ''
  if (typeof value === 'number' && Number.isFinite(value))
    return `<c r="${place}"${style}><v>${value}</v></c>`
  const text = xmlText(sheetText(String(value)).replace(looksLikeCode, '_x005F_'))
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}
