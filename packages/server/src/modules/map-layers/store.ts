import { sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

export interface MapConfiguration {
  /** JSON text. */
  readonly layers: string
  readonly epsg: number | null
}

export async function selectConfiguration(reader: Reader): Promise<MapConfiguration> {
  const row = await reader.get<MapConfiguration>(
    sql`SELECT "layers", "epsg" FROM "sys_cfg_geoface" ORDER BY "id" LIMIT 1`,
  )
  return row ?? { layers: '[]', epsg: null }
}

/** @param layers JSON text */
export async function storeLayers(tx: Transaction, layers: string): Promise<void> {
  const changed = await tx.run(sql`UPDATE "sys_cfg_geoface" SET "layers" = ${layers}`)
  if (changed === 0) await tx.insert('sys_cfg_geoface', { layers })
}

export async function storeReferenceSystem(tx: Transaction, epsg: number | null): Promise<void> {
  const changed = await tx.run(sql`UPDATE "sys_cfg_geoface" SET "epsg" = ${epsg}`)
  if (changed === 0) await tx.insert('sys_cfg_geoface', { layers: '[]', epsg })
}
