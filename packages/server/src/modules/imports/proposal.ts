import type { ImportProposal, ProposedField } from '@trowel/contract/import-proposal.js'
import { type Field, fieldOf, mainTables, type Table } from '../../catalogue/catalogue.js'
import { normaliseValue } from '../../catalogue/field-rules.js'
import { Unusable } from '../../catalogue/field-types/field-type.js'
import type { RequestScope } from '../../http/scope.js'
import { andVisible } from '../../records/rows/row-access.js'
import { selectHolders } from '../../records/rows/store.js'
import { definitionsByVocabulary } from '../vocabularies/index.js'
import type { ColumnFacts } from './reading/column-watch.js'
import { type ProposedField as FieldInFile, proposeTable } from './reading/table-proposal.js'
import type { WatchedScan } from './reading/worker-protocol.js'

/** So many values of a column are told, for people to know it by. */
const maxShown = 12

/**
 * The fields that the columns of a file would become, held against what there is: tables whose records a
 * column names, vocabularies that have its values already.
 *
 * @param table that is to get the fields; a new one where none is given
 */
export async function proposeFrom(
  scope: RequestScope,
  { scan, facts }: WatchedScan,
  table: Table | undefined,
): Promise<ImportProposal> {
  const { fields, idField, place, written } = proposeTable(scan, facts, table?.fields.keys())
  const targets = await linkTargets(scope, fields, facts, idField)
  const vocabularies = await definitionsByVocabulary(scope.db.quick)
  const taken = new Set(vocabularies.keys())
  return {
    fields: fields.map((field, index): ProposedField => {
      const target = targets[index]
      const { values } = field
      return {
        column: field.column,
        name: field.name,
        label: field.label,
        kind: target ? 'link' : field.kind,
        wanted: field.filled > 0 || !isNamedByService(field.column),
        filled: field.filled,
        unique: field.isUnique,
        distinct: values ? values.length : null,
        values: [...(values ?? facts[index]?.first ?? [])].slice(0, maxShown),
        vocabulary: values ? vocabularyFor(field.label, values, vocabularies, taken) : null,
        tb: target?.name ?? null,
      }
    }),
    id_field: idField ?? null,
    place: place ?? null,
    empty: [...written.empty],
  }
}

/** A column that had no name in the header. */
const isNamedByService = (column: string): boolean => /^Column \d+( \(\d+\))?$/.test(column)

/** Of the values that a vocabulary has, so many of a hundred are enough to take it. */
const mostValues = 0.8

/** The vocabulary that has most of the values, or the name of a new one. @param taken grows by that */
function vocabularyFor(
  label: string,
  values: readonly string[],
  vocabularies: ReadonlyMap<string, readonly string[]>,
  taken: Set<string>,
): string {
  const share = (known: readonly string[]): number =>
    values.filter((value) => known.includes(value)).length / Math.max(values.length, 1)
  const [best] = [...vocabularies]
    .map(([name, known]) => ({ name, share: share(known) }))
    .filter((one) => one.share >= mostValues && values.length > 1)
    .sort((one, other) => other.share - one.share)
  if (best) return best.name
  let name = label.slice(0, 90)
  for (let number = 2; taken.has(name); number++) name = `${label.slice(0, 90)} ${number}`
  taken.add(name)
  return name
}

/** So many of the values of a column must name records, where its header names their table; else all. */
const nearlyAll = 0.9
/** So many values are looked for in a table at once. */
const maxSought = 2000

/**
 * For each field the table whose records the values of its column name. Each table is asked once.
 * @param idField what the records of the file are called by refers to no others
 */
async function linkTargets(
  scope: RequestScope,
  fields: readonly FieldInFile[],
  facts: readonly ColumnFacts[],
  idField: string | undefined,
): Promise<readonly (Table | undefined)[]> {
  const best: { table: Table; share: number }[] = []
  for (const table of mainTables(scope.catalogue)) {
    const label = fieldOf(table, table.idField)
    // What is called by another record has its number and no name.
    if (!scope.rights.visibilityOf(table).readable || label.idFromTable !== undefined) continue
    const sought = fields.map((field, index) =>
      field.name === idField ? [] : valuesToSeek(field, facts[index], table, label),
    )
    const wanted = [...new Set(sought.flat())].filter((value) => value !== undefined).slice(0, maxSought)
    if (wanted.length === 0) continue
    const holders = await selectHolders(scope.db.scan, table, label.name, wanted, andVisible(scope, table))
    const known = heldOnce(holders.map(({ value }) => value))
    for (const [index, values] of sought.entries()) {
      const named = values.filter((value) => value !== undefined && known.has(value)).length
      const share = named / Math.max(values.length, 1)
      const enough = namesTable(fields[index]?.column ?? '', table, label) ? nearlyAll : 1
      if (share >= enough && share > (best[index]?.share ?? 0)) best[index] = { table, share }
    }
  }
  return fields.map((_, index) => best[index]?.table)
}

/** A name that two records have names neither. */
function heldOnce<Value>(values: readonly Value[]): ReadonlySet<Value> {
  const once = new Set<Value>()
  const again = new Set<Value>()
  for (const value of values) {
    if (again.has(value)) continue
    if (!once.delete(value)) once.add(value)
    else again.add(value)
  }
  return once
}

/**
 * The first values as the label of the table would hold them; `undefined` is one that it cannot hold. Numbers
 * are the labels of many tables: they count only under the name of the table.
 */
function valuesToSeek(
  { column, kind }: FieldInFile,
  facts: ColumnFacts | undefined,
  table: Table,
  label: Field,
): (string | number | undefined)[] {
  const mayName = kind === 'text' || kind === 'choice' || kind === 'wholeNumber'
  if (!facts || !mayName || facts.first.length < 2) return []
  const numbers = facts.first.filter((value) => /^[-+]?\d+(?:[.,]\d+)?$/.test(value))
  if (numbers.length > facts.first.length / 2 && !namesTable(column, table, label)) return []
  return facts.first.map((text) => {
    const value = normaliseValue(label, text)
    return value === null || value instanceof Unusable ? undefined : value
  })
}

/** What the labels of many tables are called. */
export const anyLabel =
  /^(?:original)?(?:id|no|nr|num|number|numero|nummer|name|nome|label|code|codice|key|title|titolo|sigla)$/

/** Does a header name a table, or what its records are called by? */
function namesTable(header: string, table: Table, label: Field): boolean {
  const names = anyLabel.test(plain(label.label)) ? [] : [label.label]
  return [table.label, table.name, ...names].some((name) => isAbout(header, name))
}

export const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Does a header name something: `Context no.` a context of the table `Contexts`? */
export function isAbout(header: string, name: string): boolean {
  const [one, other] = [plain(header), plain(name)]
  const shared = [...one].findIndex((letter, at) => letter !== other[at])
  const length = shared < 0 ? one.length : shared
  return length >= 2 && length >= Math.min(one.length, other.length) - 2
}
