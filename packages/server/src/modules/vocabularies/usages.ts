import type { RowsByField, VocabularyUsage } from '@trowel/contract/vocabularies.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { countRows } from '../../records/writing/column-change.js'
import { keepsList, storedForm, useOf } from './item-values.js'
import { selectItem, selectItemsOf, streamValues } from './store.js'
import { type VocabularyField, vocabularyFields } from './vocabulary-fields.js'

/**
 * The fields that take their values out of each vocabulary, of tables that the caller may read, by name of
 * the vocabulary.
 *
 * @param options.counts add how many rows, of those that the caller may see, use each item
 * @param options.vocabulary of this one only
 */
export async function listUsages(
  scope: RequestScope,
  options: { readonly counts?: boolean | undefined; readonly vocabulary?: string | undefined } = {},
): Promise<Record<string, VocabularyUsage[]>> {
  const usages: [string, VocabularyUsage[]][] = []
  for (const [name, places] of vocabularyFields(scope.catalogue, options.vocabulary)) {
    const entries: VocabularyUsage[] = []
    for (const place of places) {
      const { table, field } = place
      if (!scope.rights.visibilityOf(table).readable) continue
      entries.push({
        tb: table.name,
        tb_label: table.label,
        field: field.name,
        field_label: field.label || field.name,
        ...(options.counts ? { counts: await countItems(scope, name, place) } : {}),
      })
    }
    if (entries.length > 0) usages.push([name, entries])
  }
  return Object.fromEntries(usages)
}

/**
 * How many rows use each item of the vocabulary in one field, by id of the item; items without rows are left
 * out.
 */
async function countItems(
  scope: RequestScope,
  vocabulary: string,
  place: VocabularyField,
): Promise<Record<string, number>> {
  const items = new Map<unknown, number>()
  for (const { id, def } of await selectItemsOf(scope.db.quick, vocabulary))
    items.set(storedForm(place, def), id)
  const counts: Record<string, number> = {}
  const isList = keepsList(place)
  for await (const batch of streamValues(scope, place)) {
    for (const [value, rows] of batch) {
      for (const one of isList ? new Set(String(value).split(';')) : [value]) {
        const item = items.get(one)
        if (item !== undefined) counts[item] = (counts[item] ?? 0) + Number(rows)
      }
    }
  }
  return counts
}

/** How many rows use an item, in whatever table. @throws `error_def_erase` when there is no such item */
export async function countUses(scope: RequestScope, itemId: number): Promise<RowsByField> {
  const item = await selectItem(scope.db.quick, itemId)
  if (!item) throw new AppError('error_def_erase')
  const { db, catalogue } = scope
  const counts: [VocabularyField, number][] = []
  for (const place of vocabularyFields(catalogue, item.voc).get(item.voc) ?? []) {
    const use = useOf(db.dialect, place, item.def)
    if (use) counts.push([place, await countRows(db.scan, scope, use)])
  }
  return rowsByField(counts)
}

/** Counts of fields as an answer has them; fields without rows are left out. */
export function rowsByField(counts: readonly (readonly [VocabularyField, number])[]): RowsByField {
  const found = counts.filter(([, count]) => count > 0)
  return {
    total: found.reduce((sum, [, count]) => sum + count, 0),
    fields: found.map(([{ table, field }, count]) => ({ tb: table.name, field: field.name, count })),
  }
}
