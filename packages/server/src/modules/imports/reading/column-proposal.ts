import type { ColumnKind } from '@trowel/contract/import-proposal.js'
import { listsUnits } from '@trowel/contract/model/relation-words.js'
import { ownedField } from '../../../catalogue/plugin-owned-fields.js'
import { reservedFieldNames } from '../../../catalogue/reserved-names.js'
import type { CellFormats } from './cell-formats.js'
import type { ColumnFacts } from './column-watch.js'

/** A field that would hold a column of a file. */
export interface ColumnProposal {
  /** The name in the file. */
  readonly column: string
  readonly name: string
  readonly label: string
  readonly kind: ColumnKind
}

/** Headers of columns that people write sentences in, in the languages of those who keep tables. */
const sentences =
  /note|comment|descri|remark|observ|osserv|comment|bemerk|beschreib|anmerk|testo|text|riferiment|reference|bibliogr/i

/**
 * What the values of a column are.
 * @param written how the file is written: in another form they are no numbers, and no days
 */
export function kindOf(column: string, facts: ColumnFacts, written: CellFormats): ColumnKind {
  const { filled, isWhole, numbers, days, isAnswer, longest, hasLines } = facts
  if (filled === 0) return 'text'
  if (strayMarkers(facts, written) === 0) {
    if (isWhole) return 'wholeNumber'
    // `4,5` among units are two of them.
    if (numbers.includes(written.decimal ?? 'plain') && !listsUnits(column)) return 'number'
    if (days.includes(written.dates ?? 'yyyy-mm-dd')) return 'date'
    if (isAnswer) return 'yesNo'
  }
  if (hasLines || longest > 200 || (longest > 60 && sentences.test(column))) return 'longText'
  return isChoice(valuesOf(facts, written), filled) ? 'choice' : 'text'
}

/** How many cells have a text such as `NA` that counts as a value. */
const strayMarkers = ({ markers }: ColumnFacts, { empty }: CellFormats): number =>
  markers.reduce((sum, [text, times]) => sum + (empty.includes(text) ? 0 : times), 0)

/** The different values of a column with how often each occurs; `undefined` when they are too many. */
export const valuesOf = (
  { values, markers }: ColumnFacts,
  { empty }: CellFormats,
): readonly (readonly [value: string, times: number])[] | undefined =>
  values && [...values, ...markers.filter(([text]) => !empty.includes(text))]

/** Longer ones are sentences. */
const maxChoiceLength = 60

/** A day in a form that no field reads, such as `9-Jul-12` or `9 July 2012`, and a moment. */
const looksLikeDay =
  /^(?:\d{4}-\d{1,2}-\d{1,2}\b.*|\d{1,2}\.?[-/. ](?:\d{1,2}|\p{L}{3,10}\.?)[-/. ,]+(?:\d{4}|\d{2})|\p{L}{3,10}\.? \d{1,2}, ?\d{4})$/u

/** Few values that come again and again; the more rows there are, the more values. */
function isChoice(values: ReturnType<typeof valuesOf>, filled: number): boolean {
  if (!values || values.length < 2 || values.some(([value]) => value.length > maxChoiceLength)) return false
  // A few of the days in such a column are often in doubt: `before 1912`.
  if (values.filter(([value]) => looksLikeDay.test(value)).length > values.length / 2) return false
  return values.length <= (filled >= 20 * values.length ? 250 : 60) && filled >= 3 * values.length
}

const maxLabelLength = 200

/** What people call a column, as it stands in the file. */
export const labelOf = (column: string): string => column.replace(/\s+/g, ' ').trim().slice(0, maxLabelLength)

/**
 * The fields that would hold the columns of a file. @param known names of fields that are there already
 */
export function proposeFields(
  columns: readonly string[],
  facts: readonly ColumnFacts[],
  written: CellFormats,
  known: Iterable<string> = [],
): ColumnProposal[] {
  const names = proposeNames(columns, known)
  return columns.map((column, place) => {
    const [name = column, found] = [names[place], facts[place]]
    const kind = found ? kindOf(column, found, written) : 'text'
    return { column, name, label: labelOf(column), kind }
  })
}

/** Names that no field may have or that a switch of its table brings along. */
const isReserved = (name: string): boolean => reservedFieldNames.has(name) || ownedField(name) !== undefined

const maxNameLength = 63

/**
 * A valid name of a field for each header, no two alike: `Mass (g)` becomes `mass_g`, `id` becomes
 * `original_id`.
 *
 * @param known names that are taken already
 */
export function proposeNames(headers: readonly string[], known: Iterable<string> = []): string[] {
  const taken = new Set(known)
  return headers.map((header, index) => {
    const plain = header
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '')
    const begun = plain === '' ? `column_${index + 1}` : /^[a-z]/.test(plain) ? plain : `column_${plain}`
    const wanted = (isReserved(begun) ? `original_${begun}` : begun).slice(0, maxNameLength)
    let name = wanted
    for (let number = 2; taken.has(name); number++) {
      name = `${wanted.slice(0, maxNameLength - String(number).length - 1)}_${number}`
    }
    taken.add(name)
    return name
  })
}
