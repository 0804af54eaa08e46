import { join, sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'
import { inBatches } from './row-batches.js'

/** What users are called, by id; of accounts that are gone nothing. */
export async function selectUserNames(reader: Reader, ids: Iterable<number>): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (const some of inBatches(ids)) {
    const rows = await reader.all<{ id: number; name: string }>(
      sql`SELECT "id", "name" FROM "sys_users" WHERE "id" IN (${join(some)})`,
    )
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}
