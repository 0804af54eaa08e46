import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../../testing/long-tests.js'
import { openDatabase, type TestDatabase } from '../../testing/open-database.js'
import { fold } from '../fold.js'
import { id, keyword, sql } from '../sql.js'
import type { Database, Transaction } from '../storage.js'

const columns = ['code', 'note']
const fewRows = 2_001
const syllables = [
  'Öf',
  'en',
  'ab',
  'BA',
  'an',
  'na',
  ' ',
  '"',
  "'",
  '%',
  '*',
  'ß',
  'Σσ',
  '😀',
  '-',
  'é',
  'e\u0301',
  '漢字',
  '{',
  '}',
  ':',
]

type Row = { readonly id: number; readonly code: string | null; readonly note: string | null }

describe('text indexes of the embedded engine', () => {
  let opened: TestDatabase
  let db: Database
  beforeEach(async () => {
    opened = await openDatabase('sqlite')
    db = opened.db
    await db.write(
      async (tx) => {
        await tx.schema.createTable(
          'finds',
          [
            { name: 'code', type: 'TEXT' },
            { name: 'note', type: 'TEXT' },
            { name: 'weight', type: 'FLOAT' },
          ],
          [],
        )
      },
      { schema: true },
    )
  })
  afterEach(() => opened.close())

  const maintain = async (...tables: string[]): Promise<void> => {
    db.maintainTextIndexes(tables.map((table) => ({ table, columns })))
    await db.whenIdle()
  }
  const fill = (rows: number): Promise<unknown> =>
    db.write((tx) =>
      tx.insertMany(
        'finds',
        columns,
        Array.from({ length: rows }, (_, k) => [`F${k}`, `Öfen banana ${k % 7}`]),
      ),
    )
  const rowsOf = (): Promise<Row[]> => db.quick.all<Row>(sql`SELECT id, code, note FROM finds ORDER BY id`)

  /** Ids out of the index, as it gives them. */
  const search = async (needle: string, within = columns, table = 'finds'): Promise<number[]> => {
    const ids = db.dialect.textSearch(table, within, fold(needle))
    if (!ids) throw new Error('There is no index.')
    return (await db.quick.all<{ id: number }>(ids)).map((row) => row.id)
  }
  const naive = async (needle: string, within = columns): Promise<number[]> => {
    const folded = fold(needle)
    const hasIt = (row: Row): boolean =>
      within.some((name) => fold(String((name === 'code' ? row.code : row.note) ?? '')).includes(folded))
    return (await rowsOf()).filter(hasIt).map((row) => row.id)
  }

  test('a small table has none, a large one gets one in the background', async () => {
    await fill(100)
    await maintain('finds')
    expect(db.dialect.textSearch('finds', columns, 'banana')).toBeUndefined()
    await fill(fewRows)
    await db.whenIdle()
    expect(await search('BANANA 3')).toEqual(await naive('banana 3'))
    expect(await search('öFEN', ['note'])).toEqual(await naive('öfen', ['note']))
    expect(await search('f77', ['code'])).toEqual(await naive('f77', ['code']))
    expect(await search('banana', ['code'])).toEqual([])
  })

  test('it does not serve what it cannot answer exactly', async () => {
    await fill(fewRows)
    await maintain('finds')
    expect(db.dialect.textSearch('finds', columns, 'ba')).toBeUndefined()
    expect(db.dialect.textSearch('finds', columns, '😀a')).toBeUndefined()
    expect(db.dialect.textSearch('finds', columns, 'ban\0')).toBeUndefined()
    expect(db.dialect.textSearch('finds', ['weight'], 'banana')).toBeUndefined()
    expect(db.dialect.textSearch('finds', [], 'banana')).toBeUndefined()
    expect(db.dialect.textSearch('nothing', columns, 'banana')).toBeUndefined()
  })

  test('it is made anew around a change of very many rows, and answers exactly all the time', async () => {
    await fill(fewRows)
    await maintain('finds')
    const change = (tx: Transaction) => tx.run(sql`UPDATE finds SET note = replace(note, 'banana', 'cherry')`)
    const undone = db.write(async (tx) => {
      await tx.remakeTextIndex('finds')
      await change(tx)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await search('banana 3')).toEqual(await naive('banana 3'))
    const asked = db.dialect.textSearch('finds', columns, 'cherry 3') ?? sql`SELECT 1`
    await db.write(async (tx) => {
      await tx.remakeTextIndex('finds')
      await tx.remakeTextIndex('no such table')
      await change(tx)
    })
    // What was asked of the index in the moment before the change is read from the rows now.
    expect((await db.quick.all<{ id: number }>(asked)).map((row) => row.id)).toEqual(await naive('cherry 3'))
    expect(db.dialect.textSearch('finds', columns, 'cherry')).toBeUndefined()
    await db.whenIdle()
    for (const needle of ['banana', 'cherry', 'cherry 3', 'f77'])
      expect(await search(needle)).toEqual(await naive(needle))
  })

  test('a listing pages through it without reading all that it finds', async () => {
    await fill(5_000)
    await maintain('finds')
    const found = db.dialect.textSearch('finds', columns, 'banana') ?? sql`SELECT 1`
    const page = sql`SELECT id FROM (${found}) ORDER BY id LIMIT ${30} OFFSET ${60}`
    expect(await db.quick.all(page)).toEqual(Array.from({ length: 30 }, (_, k) => ({ id: 61 + k })))
    const plan = await db.quick.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${page}`)
    expect(plan.filter(({ detail }) => detail.includes('TEMP B-TREE'))).toEqual([])
    const inRows = sql`SELECT count(*) AS n FROM finds WHERE weight IS NULL AND id IN (${found})`
    expect(await db.scan.get(inRows)).toEqual({ n: 5_000 })
  })

  test('after any changes, on both sides of its mark, it finds what reading all rows finds', async () => {
    await fill(fewRows)
    await maintain('finds')
    const text = fc.option(
      fc.array(fc.constantFrom(...syllables), { maxLength: 8 }).map((parts) => parts.join('')),
    )
    const place = fc.integer({ min: 1, max: fewRows + 20 })
    const change = fc.oneof(
      fc.record({ do: fc.constant('insert' as const), at: fc.constant(0), code: text, note: text }),
      fc.record({ do: fc.constant('insert at' as const), at: place, code: text, note: text }),
      fc.record({ do: fc.constant('update' as const), at: place, code: text, note: text }),
      fc.record({ do: fc.constant('move away' as const), at: place, code: text, note: text }),
      fc.record({ do: fc.constant('move back' as const), at: place, code: text, note: text }),
      fc.record({ do: fc.constant('delete' as const), at: place, code: text, note: text }),
      fc.record({ do: fc.constant('undo' as const), at: place, code: text, note: text }),
      fc.record({ do: fc.constant('settle' as const), at: fc.constant(0), code: text, note: text }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), text, async (changes, wanted) => {
        for (const { do: what, at, code, note } of changes) {
          const where = sql`WHERE id = ${at}`
          if (what === 'settle') await db.whenIdle()
          else if (what === 'insert') await db.write((tx) => tx.insert('finds', { code, note }))
          else if (what === 'update')
            await db.write((tx) => tx.run(sql`UPDATE finds SET code = ${code}, note = ${note} ${where}`))
          else if (what === 'move away')
            await db.write((tx) =>
              tx.run(sql`UPDATE finds SET id = (SELECT max(id) + 1 FROM finds) ${where}`),
            )
          else if (what === 'move back') {
            await db.write((tx) =>
              tx.run(
                sql`UPDATE finds SET id = ${at} WHERE id = (SELECT max(id) FROM finds) AND NOT EXISTS (SELECT 1 FROM finds ${where})`,
              ),
            )
          } else if (what === 'delete') await db.write((tx) => tx.run(sql`DELETE FROM finds ${where}`))
          else if (what === 'insert at') {
            await db.write(async (tx) => {
              await tx.run(sql`DELETE FROM finds ${where}`)
              await tx.insert('finds', { id: at, code, note })
            })
          } else {
            await db
              .write(async (tx) => {
                await tx.run(sql`UPDATE finds SET note = 'undone' ${where}`)
                throw new Error('undone')
              })
              .catch(() => undefined)
          }
        }
        const needles = [
          wanted ?? '',
          ...changes.map(({ note }) => note ?? ''),
          'banana 5',
          'undone',
          'F19',
        ].flatMap((needle) => {
          const characters = [...fold(needle)]
          return characters.length < 3 ? [] : [needle, characters.slice(-3).join('')]
        })
        for (const needle of needles) {
          expect(await search(needle)).toEqual(await naive(needle))
          expect(await search(needle, ['note'])).toEqual(await naive(needle, ['note']))
        }
      }),
      { numRuns: isLong ? 60 : 20 },
    )
    expect(await db.quick.get(keyword('PRAGMA integrity_check'))).toEqual({ integrity_check: 'ok' })
  })

  test('it says nothing while too many rows wait above its mark', async () => {
    await fill(fewRows)
    await maintain('finds')
    await fill(fewRows + 500)
    expect(db.dialect.textSearch('finds', columns, 'banana')).toBeUndefined()
    await db.whenIdle()
    expect(await search('banana 6')).toEqual(await naive('banana 6'))
  })

  test('it follows the catalogue: other columns, a table that is gone', async () => {
    await fill(fewRows)
    await maintain('finds')
    db.maintainTextIndexes([{ table: 'finds', columns: ['note'] }])
    await db.whenIdle()
    expect(db.dialect.textSearch('finds', columns, 'banana')).toBeUndefined()
    expect(await search('banana', ['note'])).toEqual(await naive('banana', ['note']))
    await maintain()
    expect(db.dialect.textSearch('finds', ['note'], 'banana')).toBeUndefined()
    expect(await db.quick.all(sql`SELECT name FROM sqlite_schema WHERE name LIKE 'sys_fts%'`)).toEqual([])
  })

  const shape = (work: (tx: Transaction) => Promise<void>): Promise<void> => db.write(work, { schema: true })

  test('it survives changes of the table that leave its columns, and gives way to the others', async () => {
    await fill(fewRows)
    await maintain('finds')
    await shape((tx) => tx.schema.changeColumnType('finds', 'weight', 'TEXT'))
    await shape((tx) => tx.schema.addColumns('finds', { name: 'colour', type: 'TEXT' }))
    await db.write((tx) => tx.run(sql`UPDATE finds SET note = 'zarathustra' WHERE id = 5`))
    expect(await search('thus')).toEqual([5])
    await shape((tx) => tx.schema.renameColumn('finds', 'note', 'remark'))
    expect(db.dialect.textSearch('finds', ['code'], 'banana')).toBeUndefined()
    await shape((tx) => tx.schema.renameColumn('finds', 'remark', 'note'))
    await maintain('finds')
    expect(await search('thus')).toEqual([5])
    await shape((tx) => tx.schema.renameTable('finds', 'objects'))
    expect(db.dialect.textSearch('finds', columns, 'thus')).toBeUndefined()
    await maintain('objects')
    expect(await search('thus', columns, 'objects')).toEqual([5])
    await shape((tx) => tx.schema.dropColumn('objects', 'code'))
    expect(db.dialect.textSearch('objects', ['note'], 'thus')).toBeUndefined()
    await shape((tx) => tx.schema.dropTable('objects'))
    expect(await db.quick.all(sql`SELECT name FROM sqlite_schema WHERE name LIKE ${'sys_fts%'}`)).toEqual([])
  })

  test('a column of any name is indexed', async () => {
    const odd = ['rank', 'it\'s "odd"']
    await shape(async (tx) => {
      await tx.schema.createTable(
        'order',
        odd.map((name) => ({ name, type: 'TEXT' })),
        [],
      )
      await tx.insertMany(
        'order',
        odd,
        Array.from({ length: fewRows }, (_, k) => [`one ${k}`, `two ${k}`]),
      )
    })
    db.maintainTextIndexes([{ table: 'order', columns: odd }])
    await db.whenIdle()
    await db.write((tx) => tx.run(sql`UPDATE ${id('order')} SET ${id('it\'s "odd"')} = 'three' WHERE id = 7`))
    expect(await search('three', [odd[1] ?? ''], 'order')).toEqual([7])
    expect(await search('one 1999', odd, 'order')).toEqual([2000])
  })

  test('writing goes on while it is made', async () => {
    await fill(20_000)
    db.maintainTextIndexes([{ table: 'finds', columns }])
    for (let k = 1; k <= 20; k++)
      await db.write((tx) => tx.run(sql`UPDATE finds SET note = ${`changed ${k}`} WHERE id = ${k * 900}`))
    await db.whenIdle()
    expect(await search('changed')).toEqual(Array.from({ length: 20 }, (_, k) => (k + 1) * 900))
  })

  test('its segments are merged when it is made', async () => {
    await fill(fewRows)
    await maintain('finds')
    // More than are left to wait: each time they become a segment.
    for (let k = 0; k < 8; k++) {
      await fill(300)
      await db.whenIdle()
    }
    const index = id('sys_fts_finds')
    const changes = sql`SELECT total_changes() AS n`
    const changed = await db.write(async (tx) => {
      const before = await tx.get<{ n: number }>(changes)
      await tx.run(sql`INSERT INTO ${index} (${index}, rank) VALUES ('merge', 64)`)
      return Number((await tx.get<{ n: number }>(changes))?.n) - Number(before?.n)
    })
    // The engine's sign that there was nothing to merge.
    expect(changed).toBeLessThan(2)
    expect(await search('banana 3')).toEqual(await naive('banana 3'))
  })

  test('it is there again when the application is opened again', async () => {
    await fill(fewRows)
    await maintain('finds')
    await db.close()
    const again = await opened.storage.open('dig')
    expect(again.dialect.textSearch('finds', columns, 'banana')).toBeDefined()
  })
})
