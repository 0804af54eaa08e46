import {
  beforeTable,
  changeCounts,
  changeSets,
  changes,
  undoneSets,
} from '../../storage/journal/journal-tables.js'
import { makeOwnerIndex } from '../../storage/journal/journaled-schema-editor.js'
import { pastSets, stamps } from '../../storage/journal/stamps.js'
import { id, sql } from '../../storage/sql.js'
import type { Transaction } from '../../storage/storage.js'
import { selectJournalStart } from '../journal-start.js'
import { selectJournaledTables } from './0014-journal.js'
import type { Step } from './migration.js'

/**
 * Versions and creations are read from the journal. What is older than it stays where it is; what was kept
 * twice since it began goes. Changes and change sets are numbered above the old versions, so that an id means
 * one version, and an old one is a change set of its own.
 */
export const oneHistory: Step = {
  name: '0018_one_history',
  async up(tx) {
    const start = await selectJournalStart(tx)
    if (!start) throw new Error('There is no journal.')
    const highest = await maxId(tx, 'sys_versions')
    await dropKeptTwice(tx, start.time)
    const tables = [...(await selectJournaledTables(tx))]
    const shapes = await tx.schema.inspect()
    const kept = tables.map(beforeTable).filter((table) => shapes.has(table))
    for (const table of tables) {
      const before = shapes.get(beforeTable(table))
      if (before) await makeOwnerIndex(tx.schema, table, before.columns)
    }
    if ((await maxId(tx, 'sys_versions')) === 0) return
    await numberAbove(tx, highest, kept)
    if (start.set === 0) await beginWithSet(tx, highest, start.time)
    await tx.schema.keepIdsAbove(changes, Math.max(highest, await maxId(tx, changes)))
  },
}

async function maxId(tx: Transaction, table: string): Promise<number> {
  const row = await tx.get<{ highest: number | null }>(sql`SELECT max("id") AS "highest" FROM ${id(table)}`)
  return row?.highest ?? 0
}

/** A person's write since the journal began is in the journal, and was committed after his request began. */
async function dropKeptTwice(tx: Transaction, began: number): Promise<void> {
  for (const table of ['sys_versions', 'sys_creations']) {
    await tx.run(sql`DELETE FROM ${id(table)} WHERE "time" >= ${began} AND EXISTS (
      SELECT 1 FROM ${id(changeSets)} s
      WHERE s."user_id" = ${id(table, 'userid')} AND s."time" >= ${id(table, 'time')})`)
  }
}

/** Far above every id: numbers are raised by way of it, so that none is there twice in between. */
const aside = 2 ** 50

/** Adds to every number of the journal. */
async function numberAbove(tx: Transaction, by: number, kept: readonly string[]): Promise<void> {
  const raise = async (table: string, column: string, more: number) => {
    const value = id(column)
    await tx.run(
      sql`UPDATE ${id(table)} SET ${value} = ${value} + ${aside + more} WHERE ${value} > 0 AND ${value} < ${aside}`,
    )
    await tx.run(
      sql`UPDATE ${id(table)} SET ${value} = ${value} - ${aside} WHERE ${value} > ${aside} AND ${value} < ${2 * aside}`,
    )
  }
  for (const table of [changes, ...kept]) await raise(table, 'id', by)
  for (const column of ['first_change', 'last_change']) await raise(changeSets, column, by)
  const sets = by + 1
  for (const [table, column] of setColumns) await raise(table, column, sets)
}

/** Where the number of a change set stands. */
const setColumns = [
  [changeSets, 'id'],
  [changeSets, 'undone_by'],
  [changeCounts, 'set_id'],
  [changes, 'set_id'],
  [undoneSets, 'set_id'],
  [undoneSets, 'undone_id'],
  [stamps, 'set_id'],
  [stamps, 'until_set'],
  [stamps, 'created_set'],
  [pastSets, 'id'],
  ['sys_webhooks', 'last_set'],
  ['sys_webhook_deliveries', 'set_id'],
] as const

/** The set from which the journal goes on: only the state right after it is known. */
const beginWithSet = (tx: Transaction, highest: number, time: number): Promise<number> =>
  tx.insert(changeSets, {
    id: highest + 1,
    time,
    ...{ user_id: 0, key_id: null, origin: 'api', note: null, incomplete: 0 },
    ...{ first_change: 0, last_change: highest, undone_by: null },
  })
