import type { Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

export interface NamedField {
  readonly name: string
  readonly label: string
}

/** `--map "Col=field"`: the column's title may contain "=", a field's name never does. */
export function parseMapOption(given: string, others: ReadonlyMap<string, string>): Map<string, string> {
  const at = given.lastIndexOf('=')
  const title = given.slice(0, at).trim()
  const field = given.slice(at + 1).trim()
  if (at < 0 || title === '') {
    throw new UsageError(`--map takes "Column=field", or "Column=" to leave a column out; not "${given}".`)
  }
  return new Map(others).set(title, field)
}

/**
 * Which column of the file goes into which field: as `--map` says, otherwise where the title is the field's
 * name or label, whatever the case, blanks and signs. Columns that lead nowhere are left out.
 * @throws UsageError that names what `--map` says of columns or fields that do not exist, or of two columns
 *   for one field
 */
export function mapColumns(
  titles: readonly string[],
  fields: readonly NamedField[],
  wanted: ReadonlyMap<string, string>,
): Record<string, string> {
  refuseUnknownTitles(titles, wanted)
  const names = new Set(fields.map((field) => field.name))
  const unknownFields = [...wanted.values()].filter((field) => field !== '' && !names.has(field))
  if (unknownFields.length > 0) {
    throw new UsageError(`The table has no field ${quoted(unknownFields)}. It has: ${quoted([...names])}.`)
  }
  const mapping: Record<string, string> = {}
  const taken = new Map<string, string>()
  const assign = (title: string, field: string): void => {
    const other = taken.get(field)
    if (other !== undefined) throw new UsageError(`Both "${other}" and "${title}" would go into "${field}".`)
    taken.set(field, title)
    mapping[title] = field
  }
  for (const [title, field] of wanted) if (field !== '') assign(title, field)
  const likely = fields.filter((field) => !ownFields.includes(field.name))
  for (const title of titles) {
    if (wanted.has(title)) continue
    const field =
      likely.find((one) => alike(one.name, title)) ?? likely.find((one) => alike(one.label, title))
    if (field && !taken.has(field.name)) assign(title, field.name)
  }
  return mapping
}

/** @throws UsageError when `--map` names a column that the file does not have */
export function refuseUnknownTitles(titles: readonly string[], wanted: ReadonlyMap<string, string>): void {
  const unknownTitles = [...wanted.keys()].filter((title) => !titles.includes(title))
  if (unknownTitles.length > 0) {
    throw new UsageError(`The file has no column ${quoted(unknownTitles)}. It has: ${quoted(titles)}.`)
  }
}

/**
 * What the service fills itself. A column may go into `id` only when a user says so: it is seldom the id
 * that is meant.
 */
const ownFields = ['id', 'creator']

/** Says which columns lead nowhere. */
export function noteLeftOut(
  terminal: Terminal,
  titles: readonly string[],
  mapping: Readonly<Record<string, string>>,
): void {
  const leftOut = titles.filter((title) => !Object.hasOwn(mapping, title))
  if (leftOut.length === 0) return
  terminal.note(`Left out, because no field has that name or label: ${leftOut.join(', ')}`)
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
const alike = (one: string, other: string): boolean => plain(one) !== '' && plain(one) === plain(other)
const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')
