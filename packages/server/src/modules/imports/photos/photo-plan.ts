import { setImmediate } from 'node:timers/promises'
import { fieldOf, type Table } from '../../../catalogue/catalogue.js'
import { normaliseValue } from '../../../catalogue/field-rules.js'
import { Unusable } from '../../../catalogue/field-types/field-type.js'
import type { ArchiveEntry } from '../../../formats/zip-archive.js'
import type { RequestScope } from '../../../http/scope.js'
import { andVisible } from '../../../records/rows/row-access.js'
import { inBatches } from '../../../records/rows/row-batches.js'
import { selectHolders } from '../../../records/rows/store.js'
import type { Reader } from '../../../storage/storage.js'
import { type IndexRow, recordIdOf } from '../reading/photo-index.js'
import type { PhotoEntries } from './photo-archive.js'

/** A picture that goes to a record. */
export interface PhotoForRecord {
  readonly entry: ArchiveEntry
  readonly recordId: number
}

export interface PhotoPlan {
  readonly photos: readonly PhotoForRecord[]
  /** Rows of the index without a picture or an id; pictures whose name says no record, or several. */
  readonly lost: readonly string[]
}

/** As an index tells which picture goes to which record. */
export function planByIndex(index: readonly IndexRow[], entries: PhotoEntries): PhotoPlan {
  const photos: PhotoForRecord[] = []
  const lost: string[] = []
  for (const row of index) {
    const entry = row.filename === '' ? undefined : entries.find(row.filename)
    const recordId = recordIdOf(row)
    if (entry && recordId !== undefined) photos.push({ entry, recordId })
    else lost.push(row.filename)
  }
  return { photos, lost }
}

/** How the name of a picture tells its record. */
export interface NameRule {
  /** The field whose values stand in names. */
  readonly field: string
  readonly valuesIn: (path: string) => readonly string[]
  /** Does the first of these values that a record has decide, or is a name with two records none? */
  readonly firstCounts: boolean
}

/** Only records that the caller may see are found, and only where a name says a single one. */
export async function planByNames(
  reader: Reader,
  scope: RequestScope,
  table: Table,
  rule: NameRule,
  { all }: PhotoEntries,
): Promise<PhotoPlan> {
  const field = fieldOf(table, rule.field)
  const named: { readonly entry: ArchiveEntry; readonly values: readonly (string | number)[] }[] = []
  for (const [index, entry] of all.entries()) {
    // Many long names take a while: others are let in between.
    if (index % 100 === 99) await setImmediate()
    const texts = entry.names.flatMap((name) => rule.valuesIn(name))
    const values = texts.flatMap((text) => {
      const value = normaliseValue(field, text)
      return value === null || value instanceof Unusable ? [] : [value]
    })
    named.push({ entry, values: [...new Set(values)] })
  }
  const owners = new Map<string | number, number[]>()
  for (const values of inBatches(new Set(named.flatMap((one) => one.values)))) {
    for (const { id, value } of await selectHolders(
      reader,
      table,
      field.name,
      values,
      andVisible(scope, table),
    )) {
      owners.set(value, [...(owners.get(value) ?? []), id])
    }
  }
  const photos: PhotoForRecord[] = []
  const lost: string[] = []
  for (const { entry, values } of named) {
    const found = values.map((value) => owners.get(value) ?? [])
    const first = found.find((ids) => ids.length > 0) ?? []
    const [recordId, ...others] = new Set(rule.firstCounts ? first : found.flat())
    if (recordId !== undefined && others.length === 0) photos.push({ entry, recordId })
    else lost.push(entry.names[0] ?? '')
  }
  return { photos, lost }
}
