import type { Catalogue, Table } from '../../catalogue/catalogue.js'
import { toColumn } from '../../catalogue/column-values.js'
import { isWritable } from '../../catalogue/field-rules.js'
import { type StoredValue, Unusable } from '../../catalogue/field-types/field-type.js'
import { keyword } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'
import { inBatches } from '../rows/row-batches.js'
import type { RawRow } from '../rows/store.js'
import { selectHolders } from '../rows/store.js'
import { referencesOf } from '../writing/referenced-values.js'

/** The values of a row by column, as they are to be written. */
export type RowValues = Map<string, StoredValue>

/**
 * What of a kept row fits the table as it is now. Columns that are gone, or whose type a value no longer
 * fits, are named in `skipped`.
 */
export function fittingValues(
  table: Table,
  kept: RawRow,
  names: Iterable<string> = Object.keys(kept),
): { readonly values: RowValues; readonly skipped: string[] } {
  const values: RowValues = new Map()
  const skipped: string[] = []
  for (const name of names) {
    if (['id', 'creator', 'id_link'].includes(name)) continue
    const field = table.fields.get(name)
    const value = kept[name]
    const stored = field && isWritable(field) && value !== undefined ? fit(field.dbType, value) : undefined
    if (stored === undefined) skipped.push(name)
    else values.set(name, stored)
  }
  return { values, skipped }
}

function fit(type: keyof typeof toColumn, value: unknown): StoredValue | undefined {
  // What is a text already stays as it was, empty or not.
  if (value === null || (type === 'TEXT' && typeof value === 'string')) return value
  const stored = toColumn[type](value)
  return stored instanceof Unusable ? undefined : stored
}

/**
 * Empties the values that refer to a record which is gone.
 *
 * @param self a record that is about to come back: to refer to it is well
 * @returns the columns in which something was emptied
 */
export async function emptyDangling(
  reader: Reader,
  catalogue: Catalogue,
  table: Table,
  rows: readonly RowValues[],
  self: { readonly table: Table; readonly id: number },
): Promise<string[]> {
  const emptied = new Set<string>()
  for (const field of table.fields.values()) {
    for (const target of referencesOf(catalogue, table, field)) {
      const type = target.table.fields.get(target.column)?.dbType
      if (!type) continue
      const wanted = rows.map((row) => fit(type, row.get(field.name) ?? null))
      const sought = [...new Set(wanted.filter((value) => value !== null && value !== undefined))]
      if (sought.length === 0 && wanted.every((value) => value === null)) continue
      const known = new Set<StoredValue>()
      for (const some of inBatches(sought)) {
        const holders = await selectHolders(reader, target.table, target.column, some, keyword(''))
        for (const { value } of holders) known.add(value)
      }
      if (target.table === self.table && target.column === 'id') known.add(self.id)
      rows.forEach((row, place) => {
        const value = wanted[place]
        if (value === null || (value !== undefined && known.has(value))) return
        row.set(field.name, null)
        emptied.add(field.name)
      })
    }
  }
  return [...emptied]
}
