import type { SourceDatabase, SourceRow } from '../source.js'

/** The rows of a table, as they come. */
export async function readAll(source: SourceDatabase, table: string): Promise<SourceRow[]> {
  const rows: SourceRow[] = []
  for await (const row of source.rows(table)) rows.push(row)
  return rows
}
