import { id, or, sql } from '../../storage/sql.js'
import type { Database } from '../../storage/storage.js'

/** A system table whose rows hang from records of any table; `columns` name that table. */
export interface Satellite {
  readonly table: string
  readonly columns: readonly string[]
}

interface Known {
  readonly version: number
  readonly any: boolean
}

const memories = new WeakMap<Database, Map<string, Known>>()

/**
 * May a record of the table have rows there? Most tables have no files, no links, no citations at all: that is found out once
 * and holds until somebody writes to the satellite, so that reading a record does not ask for what cannot be.
 */
export async function mayHaveRows(db: Database, satellite: Satellite, tableName: string): Promise<boolean> {
  const version = db.writeVersion(satellite.table)
  if (version === undefined) return true
  const memory = memoryOf(db)
  const key = `${satellite.table}/${tableName}`
  const known = memory.get(key)
  if (known?.version === version) return known.any
  const named = or(satellite.columns.map((column) => sql`${id(column)} = ${tableName}`))
  const row = await db.quick.get(sql`SELECT 1 AS "found" FROM ${id(satellite.table)} WHERE ${named} LIMIT 1`)
  const any = row !== undefined
  memory.set(key, { version, any })
  return any
}

function memoryOf(db: Database): Map<string, Known> {
  const memory = memories.get(db) ?? new Map<string, Known>()
  memories.set(db, memory)
  return memory
}
