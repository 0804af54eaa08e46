import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type TestDatabase } from '../testing/open-database.js'
import { engines } from '../testing/open-dig.js'
import { sql } from './sql.js'

const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'

describe.each(engines)('a statement of a person on %s', (engine) => {
  let opened: TestDatabase
  const run = (text: string) => opened.db.runRaw({ text, secrets: {}, fixedPrefix: 'sys_', readsOnly: false })
  const names = async () =>
    (await opened.db.scan.all<{ name: string }>(sql`SELECT name FROM finds ORDER BY id`)).map(
      ({ name }) => name,
    )

  beforeEach(async () => {
    opened = await openDatabase(engine, { queryTimeMs: 1_500 })
    await opened.db.write(
      async (tx) => {
        await tx.schema.createTable('finds', [{ name: 'name', type: 'TEXT' }], [])
        await tx.insert('finds', { name: 'awl' })
      },
      { schema: true },
    )
  })
  afterEach(() => opened.close())

  test('is really stopped when its time is over, and others go on meanwhile', async () => {
    const stopped = run(endless)
    stopped.catch(() => undefined)
    await sleep(300)
    await opened.db.write((tx) => tx.insert('finds', { name: 'bead' }))
    expect(await names()).toEqual(['awl', 'bead'])
    await expect(stopped).rejects.toMatchObject({ problem: 'timeout' })
    expect(await run('SELECT name FROM finds')).toMatchObject({ rows: [['awl'], ['bead']] })
  })

  test('that writes and never ends is undone as a whole, and writers go on', async () => {
    const write = `UPDATE finds SET name = (${endless})`
    await expect(run(write)).rejects.toMatchObject({ problem: 'timeout' })
    await opened.db.write((tx) => tx.insert('finds', { name: 'bead' }))
    expect(await names()).toEqual(['awl', 'bead'])
  })

  test('takes its turn among those who write', async () => {
    const writes = Array.from({ length: 6 }, (_, k) =>
      k % 2 === 0
        ? run(`INSERT INTO finds (name) VALUES ('raw')`)
        : opened.db.write((tx) => tx.insert('finds', { name: 'own' })),
    )
    await Promise.all(writes)
    expect((await names()).sort()).toEqual(['awl', 'own', 'own', 'own', 'raw', 'raw', 'raw'])
  })

  test('makes what was remembered of tables worthless', async () => {
    const before = opened.db.writeVersion('finds')
    await run(`UPDATE finds SET name = 'axe'`)
    if (engine === 'sqlite') expect(opened.db.writeVersion('finds')).toBeGreaterThan(before as number)
    expect(await names()).toEqual(['axe'])
  })

  test('keeps the text index exact, and gives a table of another shape a new one', async () => {
    const { db } = opened
    await db.write(async (tx) => {
      await tx.insertMany(
        'finds',
        ['name'],
        Array.from({ length: 3_000 }, (_, k) => [`sherd ${k}`]),
      )
    })
    const found = async (text: string) => {
      const ids =
        db.dialect.textSearch('finds', ['name'], text) ??
        sql`SELECT id FROM finds WHERE ${db.dialect.contains(db.dialect.fold(sql`name`), text)}`
      return (await db.scan.all<{ id: number }>(sql`SELECT id FROM finds WHERE id IN (${ids})`)).length
    }
    db.maintainTextIndexes([{ table: 'finds', columns: ['name'] }])
    await db.whenIdle()
    expect(await found('sherd 299')).toBe(11)
    await run(`UPDATE finds SET name = 'Amphora' WHERE name = 'sherd 299'`)
    expect([await found('sherd 299'), await found('amphora')]).toEqual([10, 1])
    await run(`DELETE FROM finds WHERE name = 'Amphora'`)
    expect(await found('amphora')).toBe(0)
    await run('ALTER TABLE finds ADD COLUMN more TEXT')
    await db.whenIdle()
    expect(await found('sherd 299')).toBe(10)
    await run('DROP TABLE finds')
    await db.whenIdle()
    await db.write(async (tx) => tx.schema.createTable('finds', [{ name: 'name', type: 'TEXT' }], []), {
      schema: true,
    })
    expect(await names()).toEqual([])
  })

  test('does not survive the database it runs on', async () => {
    const running = run(endless)
    running.catch(() => undefined)
    await sleep(200)
    await opened.db.close()
    await expect(running).rejects.toThrow()
  })

  test('is told to be wrong', async () => {
    const wrong = [
      'DROP TABLE nowhere',
      'CREATE TABLE finds (x INTEGER)',
      'INSERT INTO finds (nothing_such) VALUES (1)',
      'SELECT $1',
      '/* nothing */',
      ';',
    ]
    for (const text of wrong)
      await expect(run(text), text).rejects.toMatchObject({ name: 'RawStatementError' })
  })
})
