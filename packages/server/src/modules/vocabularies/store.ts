import type { RequestScope } from '../../http/scope.js'
import { andVisible } from '../../records/rows/row-access.js'
import { and, id, type SqlValue, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'
import type { VocabularyField } from './vocabulary-fields.js'

export interface VocabularyItem {
  readonly id: number
  readonly voc: string
  readonly def: string
  readonly sort: number
}

const table = id('sys_vocabularies')

/** Every item, by vocabulary, in the order that people gave them. */
export const selectItems = (reader: Reader): Promise<VocabularyItem[]> =>
  reader.all(sql`SELECT "id", "voc", "def", "sort" FROM ${table} ORDER BY "voc", "sort", "id"`)

export const selectItemsOf = (reader: Reader, vocabulary: string): Promise<VocabularyItem[]> =>
  reader.all(
    sql`SELECT "id", "voc", "def", "sort" FROM ${table} WHERE "voc" = ${vocabulary} ORDER BY "sort", "id"`,
  )

export async function selectItem(reader: Reader, itemId: number): Promise<VocabularyItem | undefined> {
  if (!Number.isSafeInteger(itemId)) return undefined
  return reader.get(sql`SELECT "id", "voc", "def", "sort" FROM ${table} WHERE "id" = ${itemId}`)
}

export async function hasDefinition(
  reader: Reader,
  vocabulary: string,
  definition: string,
): Promise<boolean> {
  const row = await reader.get(
    sql`SELECT 1 AS "found" FROM ${table} WHERE "voc" = ${vocabulary} AND "def" = ${definition}`,
  )
  return row !== undefined
}

/** The highest place that an item of the vocabulary has; -1 when there is none. */
export async function selectHighestSort(tx: Transaction, vocabulary: string): Promise<number> {
  const row = await tx.get<{ highest: number | null }>(
    sql`SELECT max("sort") AS "highest" FROM ${table} WHERE "voc" = ${vocabulary}`,
  )
  return row?.highest ?? -1
}

export const insertItem = (
  tx: Transaction,
  vocabulary: string,
  definition: string,
  sort: number,
): Promise<number> => tx.insert('sys_vocabularies', { voc: vocabulary, def: definition, sort })

export const updateDefinition = (tx: Transaction, itemId: number, definition: string): Promise<number> =>
  tx.run(sql`UPDATE ${table} SET "def" = ${definition} WHERE "id" = ${itemId}`)

export const deleteItem = (tx: Transaction, itemId: number): Promise<number> =>
  tx.run(sql`DELETE FROM ${table} WHERE "id" = ${itemId}`)

/** @param places place and id of each item */
export async function updatePlaces(
  tx: Transaction,
  places: readonly (readonly [number, number])[],
): Promise<void> {
  const [first] = places
  if (first) await tx.runMany(sql`UPDATE ${table} SET "sort" = ${first[0]} WHERE "id" = ${first[1]}`, places)
}

/**
 * The different values of a field, in batches, each with the number of rows that have it, of those that the
 * caller may see.
 */
export function streamValues(
  scope: RequestScope,
  { table, field }: VocabularyField,
): AsyncIterable<SqlValue[][]> {
  const { interruptible } = scope.db.dialect
  const column = id('t', field.name)
  const conditions = [sql`${column} IS NOT NULL`, ...(interruptible ? [interruptible] : [])]
  return scope.db.stream(
    sql`SELECT ${column} AS "value", count(*) AS "n" FROM ${id(table.name)} t
      WHERE ${and(conditions)}${andVisible(scope, table)} GROUP BY ${column}`,
    [
      { name: 'value', kind: 'text' },
      { name: 'n', kind: 'number' },
    ],
  )
}
