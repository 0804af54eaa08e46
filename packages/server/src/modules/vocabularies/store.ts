import { id, sql } from '../../storage/sql.js'
import type { Transaction } from '../../storage/storage.js'

/** The highest place that an item of the vocabulary has; -1 when there is none. */
export async function selectHighestSort(tx: Transaction, vocabulary: string): Promise<number> {
  const row = await tx.get<{ highest: number | null }>(
    sql`SELECT max("sort") AS "highest" FROM ${id('sys_vocabularies')} WHERE "voc" = ${vocabulary}`,
  )
  return row?.highest ?? -1
}

export const insertItem = (
  tx: Transaction,
  vocabulary: string,
  definition: string,
  sort: number,
): Promise<number> => tx.insert('sys_vocabularies', { voc: vocabulary, def: definition, sort })
