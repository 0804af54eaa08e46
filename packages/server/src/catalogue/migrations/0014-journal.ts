import { changeCounts, changeSets, changes } from '../../storage/journal/journal-tables.js'
import { sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'
import { journalEntities, systemTables } from '../system-tables.js'
import { makeSystemTable } from './0001-initial.js'
import type { Step } from './migration.js'

const own: ReadonlySet<string> = new Set([changeSets, changeCounts, changes])

/** Every change of rows is kept from now on. */
export const journal: Step = {
  name: '0014_journal',
  async up(tx) {
    for (const table of systemTables) {
      if (own.has(table.name) && !(await tx.schema.shapeOf(table.name))) await makeSystemTable(tx, table)
    }
    await journalEverything(tx)
  },
}

/** Puts every table in the journal whose rows belong to the application. */
export async function journalEverything(
  tx: Transaction,
  options: { readonly anew?: boolean } = {},
): Promise<void> {
  await tx.schema.journal([...(await selectJournaledTables(tx))], options)
}

/** The tables whose rows belong to the application. */
export async function selectJournaledTables(reader: Reader): Promise<ReadonlySet<string>> {
  const configured = await reader.all<{ name: string }>(
    sql`SELECT "name" FROM "sys_cfg_tables" ORDER BY "id"`,
  )
  return new Set([...Object.keys(journalEntities), ...configured.map(({ name }) => name)])
}
