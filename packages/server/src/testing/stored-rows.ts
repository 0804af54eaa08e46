import { journalEntities } from '../catalogue/system-tables.js'
import { id, sql } from '../storage/sql.js'
import type { Dig } from './open-dig.js'

type Row = Readonly<Record<string, unknown>>

/** Every row that belongs to the application, as it is stored, by table. */
export async function storedRows({ application }: Dig): Promise<Readonly<Record<string, readonly Row[]>>> {
  const { db, catalogue } = application
  const stored: Record<string, readonly Row[]> = {}
  for (const table of [...catalogue.tables.keys(), ...Object.keys(journalEntities)]) {
    stored[table] = await db.scan.all<Row>(sql`SELECT * FROM ${id(table)} ORDER BY "id"`)
  }
  return stored
}
