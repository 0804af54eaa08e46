import {
  dropUnusedPastSets,
  pastSets,
  stampColumns,
  stillHolds,
  stamps as table,
  unknownSet,
} from '../../storage/journal/stamps.js'
import { id, keyword, type Sql, sql } from '../../storage/sql.js'
import type { Transaction } from '../../storage/storage.js'
import { systemTables } from '../system-tables.js'
import { makeSystemTable } from './0001-initial.js'
import { journalEverything } from './0014-journal.js'
import type { Step } from './migration.js'

const own: ReadonlySet<string> = new Set([table, pastSets])

/** It is kept who made each record and changed it last, and when. */
export const stamps: Step = {
  name: '0017_stamps',
  isInNew: true,
  async up(tx) {
    for (const made of systemTables) {
      if (own.has(made.name) && !(await tx.schema.shapeOf(made.name))) await makeSystemTable(tx, made)
    }
    const records = await selectMainTables(tx)
    if (records.length > 0) await stampFromVersions(tx, records)
    await journalEverything(tx, { anew: true })
  },
}

async function selectMainTables(tx: Transaction): Promise<readonly string[]> {
  const tables = await tx.all<{ name: string }>(
    sql`SELECT "name" FROM "sys_cfg_tables" WHERE "is_plugin" = 0 ORDER BY "id"`,
  )
  const shapes = await tx.schema.inspect()
  return tables.map(({ name }) => name).filter((name) => shapes.has(name))
}

/**
 * Records from before: who made them is said by their creations, who changed them by their newest versions.
 * These are numbered below 0 in the order of their times.
 */
async function stampFromVersions(tx: Transaction, tables: readonly string[]): Promise<void> {
  await tx.run(sql`INSERT INTO ${id(pastSets)} ("id", "time", "user_id")
    SELECT row_number() OVER (ORDER BY q."time", q."userid") - count(*) OVER () - 1, q."time", q."userid"
    FROM (SELECT "time", "userid" FROM "sys_creations" UNION SELECT "time", "userid" FROM "sys_versions") q`)
  const setOf = (alias: string): Sql =>
    sql`(SELECT p."id" FROM ${id(pastSets)} p WHERE p."time" = ${id(alias, 'time')} AND p."user_id" = ${id(alias, 'userid')})`
  for (const name of tables) {
    // Of which nothing was known while they were put in the journal.
    await tx.run(sql`DELETE FROM ${id(table)} WHERE "tb" = ${name}
      AND "set_id" = ${unknownSet} AND "created_set" = ${unknownSet}`)
    const made = sql`SELECT "id" FROM "sys_creations" WHERE "tb" = ${name} AND "operation" = 'insert'`
    await tx.run(sql`INSERT INTO ${id(table)} ${keyword(stampColumns)}
      SELECT n."name", t."id", coalesce(${setOf('v')}, ${setOf('c')}, ${unknownSet}), ${stillHolds},
        coalesce(${setOf('c')}, ${unknownSet})
      FROM ${id(name)} t CROSS JOIN (SELECT CAST(${name} AS TEXT) AS "name") n
      LEFT JOIN "sys_creations" c ON c."id" = (SELECT max(q."id") FROM (
        ${made} AND "first_id" = t."id" UNION ALL ${made} AND "last_id" >= t."id" AND "first_id" <= t."id") q)
      LEFT JOIN "sys_versions" v ON v."id" = (
        SELECT max(w."id") FROM "sys_versions" w WHERE w."tb" = ${name} AND w."rowid" = t."id")
      WHERE NOT EXISTS (SELECT 1 FROM ${id(table)} s WHERE s."tb" = ${name} AND s."record_id" = t."id")`)
  }
  await dropUnusedPastSets(tx)
}
