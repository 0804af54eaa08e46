import { sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

/** The stored list of layers, JSON text. */
export async function selectLayers(reader: Reader): Promise<string> {
  const row = await reader.get<{ layers: string }>(
    sql`SELECT "layers" FROM "sys_cfg_geoface" ORDER BY "id" LIMIT 1`,
  )
  return row?.layers ?? '[]'
}

/** @param layers JSON text */
export async function storeLayers(tx: Transaction, layers: string): Promise<void> {
  const changed = await tx.run(sql`UPDATE "sys_cfg_geoface" SET "layers" = ${layers}`)
  if (changed === 0) await tx.insert('sys_cfg_geoface', { layers })
}
