import type { Table } from '../../catalogue/catalogue.js'
import { addTablesRead } from '../../query/tables-read.js'
import { id, type Sql, sql } from '../../storage/sql.js'
import type { Database } from '../../storage/storage.js'
import { VersionedCache } from '../../storage/versioned-cache.js'
import type { ListPlan } from './list-plan.js'

/** The directory of pages notes the id at every so many places. */
export const directoryStep = 1024

/** Counting a large table takes a hundred times as long as asking whether anything was written. */
const totals = new VersionedCache<number>(5000, () => true, true)
const directories = new VersionedCache<readonly number[]>(50)

/** The number of records that a plan's condition leaves. */
export function cachedTotal(db: Database, plan: ListPlan, count: Sql): Promise<number> {
  const key = `${count.text.join('?')}\u0000${count.values.join('\u0000')}`
  const tables = addTablesRead(plan.condition, new Set([plan.table.name]))
  return totals.get(db, [...tables], key, async () => {
    const row = await db.scan.get<{ n: number }>(count)
    return row?.n ?? 0
  })
}

/** The id at every 1,024th place of the table in id order; `undefined` where the engine could not keep it. */
export async function pageStarts(db: Database, table: Table): Promise<readonly number[] | undefined> {
  if (db.writeVersion(table.name) === undefined) return undefined
  return directories.get(db, [table.name], table.name, async () => {
    const rows = await db.scan.all<{ id: number }>(
      sql`SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM ${id(table.name)}) numbered
        WHERE place % ${directoryStep} = 0 ORDER BY id`,
    )
    return rows.map((row) => row.id)
  })
}
