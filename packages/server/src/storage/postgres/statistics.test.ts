import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { id, sql } from '../sql.js'

describe.runIf(engines.includes('pgsql'))('what PostgreSQL knows of tables that grow at once', () => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig('pgsql')
    await dig.application.db.write(async (tx) => {
      for (const table of ['contexts', 'sys_changes', 'sys_before_contexts']) {
        // It does not look by itself meanwhile.
        await tx.run(sql`ALTER TABLE ${id(table)} SET (autovacuum_enabled = false)`)
        await tx.run(sql`ANALYZE ${id(table)}`)
      }
    })
  })
  afterEach(() => dig.close())

  /** The rows that the server believes to be there. */
  const believed = async (table: string): Promise<number> => {
    const row = await dig.application.db.quick.get<{ n: number }>(
      sql`SELECT reltuples::bigint AS n FROM pg_class WHERE oid = ${table}::regclass`,
    )
    return row?.n ?? Number.NaN
  }
  const add = (count: number) =>
    dig.application.db.write((tx) =>
      tx.insertMany(
        'contexts',
        ['ctx_no'],
        Array.from({ length: count }, (_, k) => [`${count}.${k}`]),
      ),
    )

  test('it knows of as many rows as one transaction wrote, in the table and in the journal', async () => {
    expect(await believed('contexts')).toBe(6)
    await add(2000)
    await dig.application.db.write((tx) => tx.run(sql`UPDATE "contexts" SET "count_of" = 77`))
    expect(await believed('contexts')).toBe(2006)
    expect(await believed('sys_before_contexts')).toBe(2006)
    expect(await believed('sys_changes')).toBeGreaterThanOrEqual(2006)
  })

  test('a few rows are not worth the work, nor are as many as the table has already', async () => {
    await add(10)
    expect(await believed('contexts')).toBe(6)
    await add(3000)
    // So many texts get an index in the background, and making one counts the rows as well.
    await dig.application.db.whenIdle()
    await add(1200)
    expect(await believed('contexts')).toBe(3016)
  })

  test('a transaction whose statement failed is refused for that reason, though its work went on', async () => {
    const writing = dig.application.db.write(async (tx) => {
      await tx.insertMany(
        'contexts',
        ['ctx_no'],
        Array.from({ length: 1500 }, (_, k) => [`${k}`]),
      )
      await tx.run(sql`SELECT * FROM "no_such_table"`).catch(() => undefined)
    })
    await expect(writing).rejects.toThrow(/no_such_table/)
    expect(await believed('contexts')).toBe(6)
  })
})
