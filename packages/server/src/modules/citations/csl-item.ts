import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { storableText } from './storable-text.js'

/**
 * A work as CSL-JSON describes it, the form in which bibliographic programs exchange works
 * (https://github.com/citation-style-language/schema, `csl-data.json`, version 1.0.2).
 */
export type CslItem = { readonly type: string } & Readonly<Record<string, CslValue>>
type CslValue = string | readonly CslName[] | CslDate
type CslName = Readonly<Record<string, string>>
type CslDate = Readonly<Record<string, string | readonly (readonly number[])[]>>

/** `csl-data.json`: what holds people. */
const nameFields: ReadonlySet<string> = new Set([
  'author',
  'chair',
  'collection-editor',
  'compiler',
  'composer',
  'container-author',
  'contributor',
  'curator',
  'director',
  'editor',
  'editorial-director',
  'executive-producer',
  'guest',
  'host',
  'illustrator',
  'interviewer',
  'narrator',
  'organizer',
  'original-author',
  'performer',
  'producer',
  'recipient',
  'reviewed-author',
  'script-writer',
  'series-creator',
  'translator',
])

/** `csl-data.json`: what holds a date. */
const dateFields: ReadonlySet<string> = new Set([
  'accessed',
  'available-date',
  'event-date',
  'issued',
  'original-date',
  'submitted',
])

/** `csl-data.json`: how every field is written. */
const fieldName = /^[A-Za-z-]{1,50}$/

/**
 * The work that a value from outside describes, without whatever has no place in CSL-JSON; `undefined` when
 * it describes none.
 */
export function readCslItem(value: unknown): CslItem | undefined {
  if (!isObject(value) || typeof value['type'] !== 'string' || value['type'] === '') return undefined
  const item: Record<string, CslValue> = {}
  for (const [field, given] of Object.entries(value)) {
    const read = nameFields.has(field)
      ? readNames(given)
      : dateFields.has(field)
        ? readDate(given)
        : readPlain(given)
    if (read !== undefined && fieldName.test(field)) item[field] = read
  }
  // Programs look types up in lists of theirs, where what every object has is no type.
  return { ...item, type: value['type'] in Object.prototype ? 'document' : storableText(value['type']) }
}

/** A volume may be a number or a text: as a text it is the same to everybody. */
const readPlain = (value: unknown): string | undefined => {
  if (typeof value === 'string') return storableText(value)
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}

function readNames(value: unknown): readonly CslName[] | undefined {
  if (!Array.isArray(value)) return undefined
  const names = value.filter(isObject).map(readName)
  return names.filter((name) => ['family', 'given', 'literal'].some((part) => name[part]))
}

const nameParts = [
  'family',
  'given',
  'literal',
  'suffix',
  'dropping-particle',
  'non-dropping-particle',
] as const

const readName = (value: JsonObject): CslName =>
  Object.fromEntries(
    nameParts.flatMap((part) => {
      const text = value[part]
      return typeof text === 'string' ? [[part, storableText(text)]] : []
    }),
  )

function readDate(value: unknown): CslDate | undefined {
  if (!isObject(value)) return undefined
  const parts = readDateParts(value['date-parts'])
  const texts = ['raw', 'literal', 'season', 'circa'].flatMap((name) => {
    const given = readPlain(value[name])
    return given === undefined ? [] : [[name, given] as const]
  })
  const date = { ...(parts ? { 'date-parts': parts } : {}), ...Object.fromEntries(texts) }
  return Object.keys(date).length > 0 ? date : undefined
}

/** One day, or the first and the last: year, month, day, as far as they are known. */
function readDateParts(value: unknown): number[][] | undefined {
  if (!Array.isArray(value)) return undefined
  const dates = value
    .slice(0, 2)
    .filter(Array.isArray)
    .map(knownParts)
    .filter((date) => date.length > 0)
  return dates.length > 0 ? dates : undefined
}

function knownParts(date: readonly unknown[]): number[] {
  const parts: number[] = []
  for (const part of date.slice(0, 3).map(Number)) {
    const highest = [Number.MAX_SAFE_INTEGER, 12, 31][parts.length] ?? 0
    const lowest = parts.length === 0 ? Number.MIN_SAFE_INTEGER : 1
    if (!Number.isInteger(part) || part < lowest || part > highest) break
    parts.push(part)
  }
  return parts
}
