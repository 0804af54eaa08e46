import { numberOf } from '../../catalogue/column-values.js'
import { canonicalTimestamp } from '../../catalogue/timestamp.js'
import type { SqlValue } from '../../storage/sql.js'
import type { ColumnType } from '../../storage/storage.js'
import type { TableNotes } from './report.js'
import type { SourceDatabase, SourceRow, SourceValue } from './sources/source.js'

/** The values of a row of ours by their columns; what is not named is null. */
export type Values = Readonly<Record<string, SqlValue>>

/** The rows of a small table. */
export async function rowsOf(source: SourceDatabase, notes: TableNotes): Promise<SourceRow[]> {
  const rows: SourceRow[] = []
  if (await source.columns(notes.table)) for await (const row of source.rows(notes.table)) rows.push(row)
  for (const row of rows) noteUnkeepable(row, notes)
  notes.read = rows.length
  return rows
}

/** Has a text the character NUL, or half of a character? */
export const isUnkeepable = (value: SourceValue): boolean =>
  typeof value === 'string' && textOf(value) !== value

export const charactersLeftOut = 'characters that no database can keep'

/** Columns whose values no report tells. */
const secrets: ReadonlySet<string> = new Set(['password', 'key_hash', 'api_key'])

/** Says which texts come without some of their characters. */
export function noteUnkeepable(row: SourceRow, notes: TableNotes): void {
  for (const [column, value] of Object.entries(row)) {
    if (!isUnkeepable(value)) continue
    const [was, now] = secrets.has(column) ? [null, null] : [value, textOf(value)]
    notes.change(idOf(row), column, was, now, charactersLeftOut)
  }
}

export const idOf = (row: SourceRow): number => integerOf(row['id']) ?? 0

/** As text, without what no engine can keep; nothing is `''`. */
export function textOf(value: SourceValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  const text = value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value)
  return text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\uFFFD')
}

export const textOrNull = (value: SourceValue | undefined): string | null =>
  value === undefined || value === null ? null : textOf(value)

/** A whole number, also where it is kept as text. */
export function integerOf(value: SourceValue | undefined): number | undefined {
  if (value === undefined || value === null) return undefined
  const text = textOf(value).trim()
  const number = /^[-+]?\d+(\.0*)?$/.test(text) ? Number(text) : undefined
  return number !== undefined && Number.isSafeInteger(number) ? number + 0 : undefined
}

export const integerOrNull = (value: SourceValue | undefined): number | null => integerOf(value) ?? null

/** The old service writes yes and no as 1, `"1"`, true, `"on"` and their opposites. */
export const isOn = (value: unknown): boolean =>
  value === true ||
  value === 1 ||
  value === 1n ||
  ['1', 'true', 'on', 'yes'].includes(String(value).trim().toLowerCase())

/** Unix seconds as milliseconds. */
export function momentOf(value: SourceValue | undefined): number | null {
  const seconds = integerOf(value)
  return seconds === undefined ? null : seconds * 1000
}

/** What a column makes of a value, and why it is another where it is. */
export interface Stored {
  readonly value: SqlValue
  readonly why?: string
}

/** What a column of each type keeps of a value. */
export const storedIn: Readonly<Record<ColumnType, (value: SourceValue) => Stored>> = {
  TEXT: (value) => ({ value: textOrNull(value) }),
  INTEGER: asInteger,
  FLOAT: asFloat,
  TIMESTAMP: asMoment,
}

const emptied = (why: string): Stored => ({ value: null, why })
const nothing = emptied('nothing')

const minInteger = -(2n ** 63n)
const maxInteger = 2n ** 63n - 1n

function asInteger(value: SourceValue): Stored {
  if (value === null) return { value }
  const text = textOf(value).trim()
  if (text === '') return nothing
  const number = integerOf(value)
  if (number !== undefined) return { value: number }
  if (/^-?\d{16,19}$/.test(text)) {
    const large = BigInt(text)
    // Backups have such numbers as digits, too.
    if (large >= minInteger && large <= maxInteger) return { value: String(large) }
  }
  if (/^-?\d+$/.test(text)) return emptied('a number that is too large')
  return emptied(
    numberOf(text) === undefined
      ? 'text in a column of whole numbers'
      : 'a part in a column of whole numbers',
  )
}

const withComma = /^[-+]?\d+,\d+$/

function asFloat(value: SourceValue): Stored {
  if (value === null) return { value }
  const text = textOf(value).trim()
  if (text === '') return nothing
  const number = numberOf(text)
  if (number !== undefined) return { value: number + 0 }
  if (withComma.test(text)) return { value: Number(text.replace(',', '.')) + 0, why: 'a comma in a number' }
  return emptied('text in a column of numbers')
}

function asMoment(value: SourceValue): Stored {
  if (value === null) return { value }
  const text = textOf(value).trim()
  if (text === '') return nothing
  const moment = canonicalTimestamp(text)
  return moment === undefined ? emptied('not a date') : { value: moment }
}

/**
 * A moment that the old service wrote down as the clocks of Rome show it, whose time it always sets; in the
 * hour that comes twice it is the first.
 */
export function romanMoment(value: SourceValue | undefined): number | null {
  const text = canonicalTimestamp(textOf(value))
  if (text === undefined) return null
  const shown = Date.parse(text)
  const offsets = [shown - 3 * hour, shown + 3 * hour].map(offsetOfRome)
  const moments = offsets.map((offset) => shown - offset).filter((at) => at + offsetOfRome(at) === shown)
  return Math.min(...(moments.length > 0 ? moments : offsets.map((offset) => shown - offset)))
}

const hour = 3_600_000

const romanClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Rome',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** How far the clocks of Rome are ahead of UTC, in milliseconds. */
const offsetOfRome = (at: number): number => Date.parse(`${romanClock.format(at).replace(' ', 'T')}Z`) - at
