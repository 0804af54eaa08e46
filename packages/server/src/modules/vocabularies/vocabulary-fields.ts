import type { Catalogue, Field, Table } from '../../catalogue/catalogue.js'

/** A field whose values come out of a vocabulary. */
export interface VocabularyField {
  readonly table: Table
  readonly field: Field
}

/**
 * The fields that are configured with a vocabulary, by its name, in configuration order; of `only` that one,
 * if given.
 */
export function vocabularyFields(
  { tables }: Catalogue,
  only?: string,
): ReadonlyMap<string, readonly VocabularyField[]> {
  const found = new Map<string, VocabularyField[]>()
  for (const table of tables.values()) {
    for (const field of table.fields.values()) {
      const name = field.vocabulary
      if (name === undefined || (only !== undefined && name !== only)) continue
      found.set(name, [...(found.get(name) ?? []), { table, field }])
    }
  }
  return found
}
