import { relationNamed } from '@trowel/contract/model/relation-words.js'
import type { CellFormats } from './cell-formats.js'
import { type ColumnProposal, proposeFields, valuesOf } from './column-proposal.js'
import type { ColumnFacts, EmptyText } from './column-watch.js'
import { type PlaceProposal, proposePlace } from './place-proposal.js'
import type { DetectedForms, FileScan } from './worker-protocol.js'

/** The table as a file suggests it. */
export interface TableProposal {
  readonly fields: readonly ProposedField[]
  /** The field by whose value people would call the records. */
  readonly idField: string | undefined
  readonly place: PlaceProposal | undefined
  /** How the file seems to be written. */
  readonly written: CellFormats
}

export interface ProposedField extends ColumnProposal {
  readonly filled: number
  /** Has every row a value of its own? */
  readonly isUnique: boolean
  /** The different ones in order; `undefined` when they are too many for a vocabulary. */
  readonly values: readonly string[] | undefined
}

/** @param known names of fields that are there already */
export function proposeTable(
  { columns, count, detected, geometry }: FileScan,
  facts: readonly ColumnFacts[],
  known: Iterable<string> = [],
): TableProposal {
  const written = { ...formsIn(detected), empty: emptyTextsIn(facts) }
  const fields = proposeFields(columns, facts, written, known).map((field, place): ProposedField => {
    const found = facts[place]
    return {
      ...field,
      filled: found?.filled ?? 0,
      isUnique: found !== undefined && count > 0 && found.filled === count && found.distinct === count,
      values: found && inOrder(valuesOf(found, written)),
    }
  })
  const isNumber = (place: number): boolean => isNumeric(fields[place])
  const place = geometry
    ? { geometry: true as const, epsg: geometry.epsg ?? null }
    : proposePlace(columns, facts, isNumber)
  return { fields, idField: idFieldOf(fields, facts, count), place, written }
}

const inOrder = (values: ReturnType<typeof valuesOf>): readonly string[] | undefined =>
  values && [...values.map(([value]) => value)].sort(byText)

/** As people look for them: by their letters, and by the numbers in them. */
const byText = new Intl.Collator('en', { numeric: true }).compare

const isNumeric = (field: ColumnProposal | undefined): boolean =>
  field?.kind === 'number' || field?.kind === 'wholeNumber'

export const formsIn = ({ decimal, dates }: DetectedForms): Pick<CellFormats, 'decimal' | 'dates'> => ({
  decimal: decimal.value ?? undefined,
  dates: dates.value ?? undefined,
})

/** Programs write these where there is no value; nobody calls anything so. */
const certain: readonly EmptyText[] = ['NA', 'N/A', '#N/A', 'NULL']

/** What stands in the file for no value: what programs write, and what stands among numbers and days. */
function emptyTextsIn(facts: readonly ColumnFacts[]): readonly string[] {
  const found = new Set<string>()
  for (const { markers, numbers, days } of facts) {
    const isAmongOthers = numbers.length > 0 || days.length > 0
    for (const [text] of markers) if (isAmongOthers || certain.includes(text)) found.add(text)
  }
  return [...found]
}

/** Headers of what people call records by. */
const callsRecords =
  /(?:^|[^a-z])(?:id|no|nr|num|numero|number|code|codice|inv|label|name|nome|title|titolo|us|sigla)(?:[^a-z]|$)/i
/** So many of a hundred rows have a value of their own. */
const nearlyAll = 0.98

/** The first column whose values tell the rows apart; measured numbers and units above do so by chance. */
function idFieldOf(
  fields: readonly ProposedField[],
  facts: readonly ColumnFacts[],
  count: number,
): string | undefined {
  if (count === 0) return undefined
  const isCalled = ({ column }: ProposedField): boolean =>
    callsRecords.test(column.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' '))
  const may = fields.filter(
    (field, place) =>
      relationNamed(field.column) === undefined &&
      (field.kind === 'text' || (field.kind === 'wholeNumber' && (place === 0 || isCalled(field)))),
  )
  const unique = may.filter((field) => field.isUnique)
  const tellsNearlyAll = (field: ProposedField): boolean =>
    isCalled(field) && (facts[fields.indexOf(field)]?.distinct ?? 0) >= nearlyAll * count
  const best = unique.find(isCalled) ?? unique[0] ?? may.find(tellsNearlyAll)
  return best?.name
}
