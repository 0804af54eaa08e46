import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, openDatabase, type TestDatabase } from '../testing/open-database.js'
import { join, sql } from './sql.js'
import type { Database, Transaction } from './storage.js'

describe.each(engines)('transactions (%s)', (engine) => {
  let opened: TestDatabase
  let db: Database
  beforeEach(async () => {
    opened = await openDatabase(engine)
    db = opened.db
    await db.write(
      async (tx) => {
        await tx.schema.createTable(
          'finds',
          [
            { name: 'code', type: 'TEXT' },
            { name: 'weight', type: 'FLOAT' },
            { name: 'pieces', type: 'INTEGER' },
          ],
          [],
        )
        await tx.schema.createIndex('finds_code', 'finds', ['code'], 'unique')
        const parent = {
          column: 'find',
          table: 'finds',
          target: 'id',
          onDelete: 'RESTRICT',
          onUpdate: 'NO ACTION',
        } as const
        await tx.schema.createTable('drawings', [{ name: 'find', type: 'INTEGER' }], [parent])
      },
      { schema: true },
    )
  })
  afterEach(() => opened.close())

  const codes = async (): Promise<string[]> =>
    (await db.quick.all<{ code: string }>(sql`SELECT code FROM finds ORDER BY id`)).map(({ code }) => code)
  const insert = (code: string) => (tx: Transaction) => tx.insert('finds', { code })

  test('what a transaction did is there when its promise resolves, for every reader', async () => {
    await db.write(insert('F1'))
    expect(await codes()).toEqual(['F1'])
    expect(await db.scan.get(sql`SELECT code FROM finds`)).toEqual({ code: 'F1' })
  })

  test('a transaction sees what it wrote itself, and nobody else does before its end', async () => {
    await db.write(async (tx) => {
      await tx.insert('finds', { code: 'F1', pieces: 3 })
      expect(await tx.get(sql`SELECT code, pieces FROM finds`)).toEqual({ code: 'F1', pieces: 3 })
      const columns = [{ name: 'code', kind: 'text' }] as const
      expect(
        JSON.parse(new TextDecoder().decode((await tx.json(sql`SELECT code FROM finds`, columns)).text)),
      ).toEqual([{ code: 'F1' }])
      expect(await codes()).toEqual([])
    })
  })

  test('nothing of a transaction that fails is stored', async () => {
    const failing = db.write(async (tx) => {
      await tx.insert('finds', { code: 'F1' })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await codes()).toEqual([])
    await db.write(insert('F2'))
    expect(await codes()).toEqual(['F2'])
  })

  test('a statement that failed cannot be passed over, unless a savepoint undid it', async () => {
    await db.write(insert('F1'))
    const passingOver = db.write(async (tx) => {
      await tx.insert('finds', { code: 'F2' })
      await tx.insert('finds', { code: 'F1' }).catch(() => undefined)
    })
    await expect(passingOver).rejects.toThrow()
    expect(await codes()).toEqual(['F1'])
  })

  test('a savepoint that fails undoes its own part alone', async () => {
    await db.write(async (tx) => {
      await tx.insert('finds', { code: 'F1' })
      await expect(
        tx.savepoint(async () => {
          await tx.insert('finds', { code: 'F2' })
          await tx.savepoint(async () => tx.insert('finds', { code: 'F3' }))
          await tx.insert('finds', { code: 'F1' })
        }),
      ).rejects.toMatchObject({ problem: 'unique' })
      await tx.savepoint(async () => tx.insert('finds', { code: 'F4' }))
    })
    expect(await codes()).toEqual(['F1', 'F4'])
  })

  test('what is asked at the same time is done in the order in which it was asked', async () => {
    const seen = await db.write(async (tx) => {
      const [first, second, rows] = await Promise.all([
        tx.insert('finds', { code: 'F1' }),
        tx.insert('finds', { code: 'F2' }),
        tx.all<{ code: string }>(sql`SELECT code FROM finds ORDER BY id`),
      ])
      return [first < second, rows.map(({ code }) => code)]
    })
    expect(seen).toEqual([true, ['F1', 'F2']])
    const refused = db.write((tx) =>
      Promise.all(['F3', 'F1', 'F4'].map((code) => tx.insert('finds', { code }))),
    )
    await expect(refused).rejects.toMatchObject({ problem: 'unique' })
    expect(await codes()).toEqual(['F1', 'F2'])
  })

  test('a value that is there already is refused with the name of its column', async () => {
    await db.write(insert('F1'))
    await expect(db.write(insert('F1'))).rejects.toMatchObject({
      problem: 'unique',
      constraint: 'finds.code',
    })
  })

  test('a reference to a row that does not exist is refused, and so is the removal of a row that is referred to', async () => {
    await expect(db.write((tx) => tx.insert('drawings', { find: 99 }))).rejects.toMatchObject({
      problem: 'foreign_key',
    })
    const find = await db.write(insert('F1'))
    await db.write((tx) => tx.insert('drawings', { find }))
    await expect(db.write((tx) => tx.run(sql`DELETE FROM finds WHERE id = ${find}`))).rejects.toMatchObject({
      problem: 'foreign_key',
    })
    expect(await codes()).toEqual(['F1'])
  })

  test('many writers at once do not interleave: no increment is lost', async () => {
    const id = await db.write((tx) => tx.insert('finds', { code: 'F1', pieces: 0 }))
    await Promise.all(
      Array.from({ length: 200 }, () =>
        db.write(async (tx) => {
          const row = await tx.get<{ pieces: number }>(sql`SELECT pieces FROM finds WHERE id = ${id}`)
          await tx.run(sql`UPDATE finds SET pieces = ${(row?.pieces ?? 0) + 1} WHERE id = ${id}`)
        }),
      ),
    )
    expect(await db.quick.get(sql`SELECT pieces FROM finds`)).toEqual({ pieces: 200 })
  })

  test('of many transactions at once those that fail take nobody with them', async () => {
    await db.write(insert('taken'))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 150 }, (_, k) =>
        db.write(async (tx) => {
          await tx.insert('finds', { code: `F${k}` })
          if (k % 10 === 3) await tx.insert('finds', { code: 'taken' })
          if (k % 10 === 7) throw new Error('refused')
          return k
        }),
      ),
    )
    outcomes.forEach((outcome, k) => {
      expect(outcome.status).toBe(k % 10 === 3 || k % 10 === 7 ? 'rejected' : 'fulfilled')
      if (outcome.status === 'fulfilled') expect(outcome.value).toBe(k)
    })
    expect(await codes()).toEqual([
      'taken',
      ...Array.from({ length: 150 }, (_, k) => k)
        .filter((k) => k % 10 !== 3 && k % 10 !== 7)
        .map((k) => `F${k}`),
    ])
  })

  test('the first of a group may fail, too', async () => {
    const outcomes = await Promise.allSettled([
      db.write(async (tx) => {
        await tx.insert('finds', { code: 'lost' })
        throw new Error('refused')
      }),
      db.write(insert('F1')),
      db.write(insert('F2')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(await codes()).toEqual(['F1', 'F2'])
  })

  test('a text with a NUL character is refused, not cut short', async () => {
    await expect(db.write(insert('a\0b'))).rejects.toMatchObject({ problem: 'invalid_text' })
    for (const reader of [db.quick, db.scan]) {
      await expect(reader.all(sql`SELECT id FROM finds WHERE code = ${'a\0b'}`)).rejects.toMatchObject({
        problem: 'invalid_text',
      })
    }
  })

  test('more values than an engine binds are refused with their reason', async () => {
    const values = Array.from({ length: 70_000 }, (_, place) => place)
    for (const reader of [db.quick, db.scan])
      await expect(reader.all(sql`SELECT 1 WHERE 1 IN (${join(values)})`)).rejects.toMatchObject({
        problem: 'too_many_values',
      })
  })

  test('a transaction that has ended takes no more statements', async () => {
    let kept: Transaction | undefined
    await db.write(async (tx) => {
      kept = tx
    })
    await expect(kept?.insert('finds', { code: 'late' })).rejects.toThrow('has ended')
    await expect(kept?.all(sql`SELECT 1 AS one`)).rejects.toThrow('has ended')
    expect(await codes()).toEqual([])
  })

  test('a database that was closed takes no more transactions', async () => {
    await db.close()
    await expect(db.write(insert('late'))).rejects.toMatchObject({ problem: 'unavailable' })
  })

  test('reading goes on while a transaction is open', async () => {
    await db.write(insert('F1'))
    await db.write(async (tx) => {
      await tx.insert('finds', { code: 'F2' })
      expect(await db.scan.all(sql`SELECT code FROM finds`)).toEqual([{ code: 'F1' }])
    })
  })

  test('run tells how many rows changed', async () => {
    await db.write((tx) => tx.insertMany('finds', ['code'], [['a'], ['b'], ['c']]))
    expect(await db.write((tx) => tx.run(sql`UPDATE finds SET pieces = 1 WHERE code <> ${'b'}`))).toBe(2)
    expect(await db.write((tx) => tx.run(sql`DELETE FROM finds WHERE code = ${'x'}`))).toBe(0)
  })

  test('a statement is run for each of many rows', async () => {
    const ids = await db.write((tx) =>
      tx.insertMany(
        'finds',
        ['code', 'pieces'],
        Array.from({ length: 2_500 }, (_, k) => [`F${k}`, k]),
      ),
    )
    expect(ids).toHaveLength(2_500)
    expect(new Set(ids).size).toBe(2_500)
    const changes = await db.write((tx) =>
      tx.runMany(
        sql`UPDATE finds SET pieces = pieces + ${1} WHERE id = ${0}`,
        ids.map((id, k) => [k % 2, id]),
      ),
    )
    expect(changes).toBe(2_500)
    const [first, last] = [ids[0] ?? 0, ids.at(-1) ?? 0]
    expect(
      await db.quick.all(sql`SELECT code, pieces FROM finds WHERE id IN (${first}, ${last}) ORDER BY id`),
    ).toEqual([
      { code: 'F0', pieces: 0 },
      { code: 'F2499', pieces: 2500 },
    ])
    expect(await db.write((tx) => tx.runMany(sql`DELETE FROM finds WHERE id = ${0}`, []))).toBe(0)
    expect(await db.write((tx) => tx.insertMany('finds', ['code'], []))).toEqual([])
  })

  test('an id that was given is kept, and no id is handed out twice', async () => {
    expect(await db.write((tx) => tx.insert('finds', { id: 40, code: 'F40' }))).toBe(40)
    expect(await db.write(insert('next'))).toBe(41)
    await db.write((tx) => tx.run(sql`DELETE FROM finds`))
    expect(await db.write(insert('after'))).toBe(42)
    expect(await db.write((tx) => tx.insert('finds', { id: 7, code: 'older' }))).toBe(7)
    expect(await db.write(insert('newest'))).toBe(43)
    expect(
      await db.write((tx) =>
        tx.insertMany(
          'finds',
          ['id', 'code'],
          [
            [60, 'x'],
            [50, 'y'],
          ],
        ),
      ),
    ).toEqual([60, 50])
    expect(await db.write(insert('last'))).toBe(61)
  })

  test('a row may be made of defaults alone', async () => {
    const id = await db.write((tx) => tx.insert('finds', {}))
    expect(await db.quick.all(sql`SELECT id, code, weight, pieces FROM finds`)).toEqual([
      { id, code: null, weight: null, pieces: null },
    ])
  })

  test('shapes of tables are changed in a transaction opened for that', async () => {
    await expect(db.write(async (tx) => tx.schema.dropTable('drawings'))).rejects.toThrow('schema')
  })

  if (engine === 'sqlite') {
    test('a configuration change is announced to nobody when there can be no other process', async () => {
      const heard: string[] = []
      opened.storage.onConfigurationChange((app) => heard.push(app))
      await db.write((tx) => db.announceConfigurationChange(tx))
      expect(heard).toEqual([])
    })
  }
})
