import { csvLine } from '@trowel/contract/csv.js'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anyText } from '../testing/any-text.js'
import { engines, openDatabase, type TestDatabase } from '../testing/open-database.js'
import type { RowText } from './row-texts.js'
import { keyword, type Sql, type SqlValue, sql } from './sql.js'
import type { Database, JsonColumn, JsonRows, Reader } from './storage.js'

const columns: readonly JsonColumn[] = [
  { name: 'id', kind: 'number' },
  { name: 'name', kind: 'text' },
  { name: 'size', kind: 'float' },
  { name: 'pieces', kind: 'number' },
]
const query = sql`SELECT id, name, size, pieces FROM things ORDER BY id`
const parse = ({ text }: Pick<JsonRows, 'text'>): unknown =>
  JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text))

describe.each(engines)('reading (%s)', (engine) => {
  let opened: TestDatabase
  let db: Database
  beforeEach(async () => {
    opened = await openDatabase(engine, { queryTimeMs: 500 })
    db = opened.db
    await db.write(
      (tx) =>
        tx.schema.createTable(
          'things',
          [
            { name: 'name', type: 'TEXT' },
            { name: 'size', type: 'FLOAT' },
            { name: 'pieces', type: 'INTEGER' },
          ],
          [],
        ),
      { schema: true },
    )
  })
  // A statement that cannot be stopped is waited for here, at the low priority of readers.
  afterEach(() => opened.close(), 180_000)

  const fill = (rows: readonly (readonly SqlValue[])[]): Promise<number[]> =>
    db.write((tx) => tx.insertMany('things', ['name', 'size', 'pieces'], rows))

  /** What is asked of it at once travels together, where the engine is far. */
  const together = (): Reader => db.together?.() ?? db.quick

  /** All rows as text. */
  async function textOf(each: RowText, query: Sql, columns: readonly JsonColumn[]): Promise<string> {
    const pieces: string[] = []
    for await (const piece of db.streamTexts(query, columns, { each, between: '\n' }))
      pieces.push(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(piece))
    return pieces.join('\n')
  }
  const objectsOf = async (query: Sql, columns: readonly JsonColumn[]): Promise<unknown> =>
    JSON.parse(`[${(await textOf('json', query, columns)).replaceAll('\n', ',')}]`)

  test('rows are plain objects in the order of the query, alike by every way', async () => {
    await fill([
      ['a', 1.5, 7],
      ['b', null, null],
    ])
    const expected = [
      { id: 1, name: 'a', size: 1.5, pieces: 7 },
      { id: 2, name: 'b', size: null, pieces: null },
    ]
    for (const reader of [db.quick, db.scan, together()]) {
      const rows = await reader.all<object>(query)
      expect(rows).toStrictEqual(expected)
      expect(Object.getPrototypeOf(rows[0])).toBe(Object.prototype)
      expect(await reader.get(query)).toStrictEqual(expected[0])
      expect(await reader.get(sql`SELECT id FROM things WHERE id = ${99}`)).toBeUndefined()
      expect(parse(await reader.json(query, columns))).toStrictEqual(expected)
      expect(
        parse(await reader.json(sql`SELECT id FROM things WHERE id = ${99}`, columns.slice(0, 1))),
      ).toEqual([])
    }
    const read: SqlValue[][] = []
    for await (const batch of db.stream(query, columns)) read.push(...batch)
    expect(read).toEqual(expected.map(Object.values))
    expect(await objectsOf(query, columns)).toStrictEqual(expected)
    expect(await textOf('csv', query, columns)).toBe('1,a,1.5,7\n2,b,,')
    expect(await textOf('json', sql`SELECT id FROM things WHERE id = ${99}`, columns.slice(0, 1))).toBe('')
  })

  test('every number and text comes back as it was stored, as rows and as JSON', async () => {
    const text = anyText({ maxLength: 30 }).map((value) => value.replaceAll('\0', ''))
    const number = fc.oneof(
      fc
        .double({ noDefaultInfinity: true, noNaN: true, min: -1e300, max: 1e300 })
        .filter((x) => x === 0 || Math.abs(x) > 1e-300),
      fc.constantFrom(
        0.1,
        0.1 + 0.2,
        1e21,
        1e-7,
        5,
        2 / 3,
        1e15,
        123456789012345680000,
        1e-17,
        -0.9999999999999999,
        1.1,
      ),
    )
    const row = fc.tuple(
      fc.option(text),
      fc.option(number),
      fc.option(fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
        await db.write((tx) => tx.run(sql`DELETE FROM things`))
        const ids = await fill(rows)
        const expected = rows.map(([name, size, pieces], k) => ({
          id: ids[k],
          name,
          size: size === null ? null : size + 0,
          pieces,
        }))
        expect(await db.quick.all(query)).toEqual(expected)
        const reader = together()
        expect(await Promise.all([reader.all(query), reader.get(query)])).toEqual([expected, expected[0]])
        expect(parse(await db.quick.json(query, columns))).toEqual(expected)
        expect(parse(await db.scan.json(query, columns))).toEqual(
          parse({ text: Buffer.from(JSON.stringify(expected)) }),
        )
        expect(await objectsOf(query, columns)).toEqual(JSON.parse(JSON.stringify(expected)))
        expect(await textOf('csv', query, columns)).toBe(
          expected.map((row) => csvLine(Object.values(row))).join('\n'),
        )
      }),
      { numRuns: 30 },
    )
  })

  test('an integer that JavaScript cannot hold comes as text', async () => {
    await fill([
      ['huge', 0, 2n ** 62n],
      ['safe', 0, Number.MAX_SAFE_INTEGER],
      ['least', 0, -(2n ** 63n)],
    ])
    const expected = [String(2n ** 62n), Number.MAX_SAFE_INTEGER, String(-(2n ** 63n))]
    const pieces = sql`SELECT pieces FROM things ORDER BY id`
    const column = [{ name: 'pieces', kind: 'number' }] as const
    for (const reader of [db.quick, db.scan]) {
      expect(await reader.all(pieces)).toEqual(expected.map((each) => ({ pieces: each })))
      expect(await reader.get(pieces)).toEqual({ pieces: expected[0] })
      expect(parse(await reader.json(pieces, column))).toEqual(expected.map((each) => ({ pieces: each })))
    }
    const read: SqlValue[][] = []
    for await (const batch of db.stream(pieces, column)) read.push(...batch)
    expect(read.flat()).toEqual(expected)
    expect(await objectsOf(pieces, column)).toEqual(expected.map((each) => ({ pieces: each })))
    expect(await textOf('csv', pieces, column)).toBe(expected.join('\n'))
  })

  test('ids are answered beside the JSON, each once and in the order of the rows', async () => {
    await fill([
      ['a', 0, 7],
      ['b', 0, null],
      ['c', 0, 2n ** 62n],
      ['d', 0, -3],
      ['e', 0, 7],
      ['f', 0, Number.MAX_SAFE_INTEGER],
    ])
    const query = sql`SELECT name, pieces, pieces AS "true" FROM things ORDER BY name DESC`
    const withIds: readonly JsonColumn[] = [
      { name: 'name', kind: 'text' },
      { name: 'pieces', kind: 'number', holdsIds: true },
      { name: 'true', kind: 'number', holdsIds: true },
    ]
    const expected = [Number.MAX_SAFE_INTEGER, 7, -3]
    await db.write(async (tx) => {
      for (const reader of [db.quick, db.scan, tx]) {
        const rows = await reader.json(query, withIds)
        expect(parse(rows)).toEqual(await reader.all(query))
        expect([...rows.ids].map(([name, ids]) => [name, [...ids]])).toEqual([
          ['pieces', expected],
          ['true', expected],
        ])
        const none = await reader.json(
          sql`SELECT name, pieces, pieces AS "true" FROM things WHERE id = 0`,
          withIds,
        )
        expect([parse(none), none.ids]).toEqual([
          [],
          new Map([
            ['pieces', new Set()],
            ['true', new Set()],
          ]),
        ])
      }
    })
  })

  test('JSON keeps the order of the query, also of a page', async () => {
    await fill(Array.from({ length: 500 }, (_, k) => [`n${(k * 7919) % 500}`, k, k % 13]))
    const page = sql`SELECT id, name, size, pieces FROM things ORDER BY pieces DESC, name LIMIT ${100} OFFSET ${50}`
    const rows = await db.quick.all(page)
    expect(parse(await db.quick.json(page, columns))).toEqual(rows)
    expect(parse(await db.scan.json(page, columns))).toEqual(rows)
  })

  test('columns may have names that need quoting', async () => {
    const odd = sql`SELECT id AS "it's ""odd""", name AS "select" FROM things`
    await fill([['x', 1, 1]])
    const as = [
      { name: 'it\'s "odd"', kind: 'number' },
      { name: 'select', kind: 'text' },
    ] as const
    expect(parse(await db.quick.json(odd, as))).toEqual([{ 'it\'s "odd"': 1, select: 'x' }])
  })

  test('a wide row is one object', async () => {
    const wide = Array.from({ length: 900 }, (_, k) => `c${k}`)
    const select = { text: [`SELECT ${wide.map((name, k) => `${k} AS ${name}`).join(', ')}`], values: [] }
    const expected = [Object.fromEntries(wide.map((name, k) => [name, k]))]
    const as = wide.map((name) => ({ name, kind: 'number' }) as const)
    expect(parse(await db.quick.json(select, as))).toEqual(expected)
    expect(await objectsOf(select, as)).toEqual(expected)
  })

  test('a stream reads one state of the database, whatever is written meanwhile', async () => {
    await fill(Array.from({ length: 5_000 }, (_, k) => [`n${k}`, k, k]))
    let rows = 0
    for await (const batch of db.stream(query, columns)) {
      if (rows === 0) await db.write((tx) => tx.run(sql`DELETE FROM things WHERE id > ${10}`))
      rows += batch.length
    }
    expect(rows).toBe(5_000)
    expect(await db.quick.get(sql`SELECT count(*) AS n FROM things`)).toEqual({ n: 10 })
  })

  test('a stream may be left early, many times, and others read meanwhile', async () => {
    await fill(Array.from({ length: 5_000 }, (_, k) => [`n${k}`, k, k]))
    for (let k = 0; k < 20; k++) {
      for await (const batch of db.stream(query, columns)) {
        expect(batch.length).toBeGreaterThan(0)
        expect(await db.scan.get(sql`SELECT count(*) AS n FROM things`)).toEqual({ n: 5_000 })
        break
      }
      for await (const piece of db.streamTexts(query, columns, { each: 'json', between: ',' })) {
        expect(piece.length).toBeGreaterThan(0)
        break
      }
    }
    expect(await db.write((tx) => tx.run(sql`DELETE FROM things`))).toBe(5_000)
  })

  test('a stream of a statement that fails throws its error', async () => {
    const read = async (): Promise<void> => {
      for await (const _ of db.stream(sql`SELECT nothing FROM nowhere`, [{ name: 'nothing', kind: 'text' }]))
        break
    }
    await expect(read()).rejects.toThrow()
    await expect(textOf('csv', sql`SELECT nothing FROM nowhere`, [])).rejects.toThrow()
  })

  test('a statement that takes too long is stopped, and reading goes on', async () => {
    const endless = sql`WITH RECURSIVE steps(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM steps)
      SELECT count(*) AS n FROM steps WHERE ${db.dialect.interruptible ?? sql`1 = 1`}`
    await expect(db.scan.get(endless)).rejects.toMatchObject({ problem: 'timeout' })
    await expect(db.scan.json(endless, [{ name: 'n', kind: 'number' }])).rejects.toMatchObject({
      problem: 'timeout',
    })
    await expect(
      (async () => {
        for await (const _ of db.stream(endless, [{ name: 'n', kind: 'number' }])) break
      })(),
    ).rejects.toMatchObject({ problem: 'timeout' })
    expect(await db.scan.get(sql`SELECT 1 AS one`)).toEqual({ one: 1 })
  })

  if (engine === 'sqlite') {
    test('a statement that cannot be stopped is waited for no longer, and others are answered', async () => {
      // Ends soon after it is given up: SQLite looks at the clock again before each row that is answered, and
      // for each step, as the arguments differ.
      const end = Math.floor(Date.now() / 1000) + 5
      const stubborn = sql`WITH RECURSIVE steps(n) AS
        (SELECT 1 UNION ALL SELECT n + 1 FROM steps WHERE unixepoch('now', (n % 1) || ' seconds') < ${end})
        SELECT n FROM steps WHERE n % 10000 = 0`
      await expect(db.scan.all(stubborn)).rejects.toMatchObject({ problem: 'timeout' })
      expect(await db.scan.get(sql`SELECT 1 AS one`)).toEqual({ one: 1 })
    })

    test('those who wait for a reader longer than a statement may take are refused', async () => {
      const slow = sql`WITH RECURSIVE steps(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM steps)
        SELECT count(*) AS n FROM steps WHERE ${db.dialect.interruptible ?? sql`1 = 1`}`
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => db.scan.get(slow)))
      for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { problem: 'timeout' } })
      expect(await db.scan.get(sql`SELECT 1 AS one`)).toEqual({ one: 1 })
    })
  }

  test('a table that changed its shape is read in its new one', async () => {
    await fill([['a', 1, 1]])
    const everything = sql`SELECT * FROM things`
    for (const reader of [db.quick, db.scan])
      expect(Object.keys((await reader.get<object>(everything)) ?? {})).toHaveLength(4)
    await db.write((tx) => tx.schema.addColumns('things', { name: 'colour', type: 'TEXT' }), { schema: true })
    for (const reader of [db.quick, db.scan]) {
      expect(await reader.get(everything)).toEqual({ id: 1, name: 'a', size: 1, pieces: 1, colour: null })
    }
  })

  test('the values of a closed reader are not asked for', async () => {
    await db.scan.get(sql`SELECT 1 AS one`)
    await db.close()
    const again = await opened.storage.open('dig')
    expect(await again.scan.get(sql`SELECT count(*) AS n FROM things`)).toEqual({ n: 0 })
    expect(await again.quick.get(sql`SELECT count(*) AS n FROM things`)).toEqual({ n: 0 })
  })

  test('reads asked for at once are sent as few statements, and each gets its own rows', async () => {
    await fill([['a', 1, 1]])
    const { quick } = db
    let asked = 0
    const counted: Reader = {
      all: (query) => quick.all(query),
      get: (query) => {
        asked += 1
        return quick.get(query)
      },
      json: (query, columns) => quick.json(query, columns),
    }
    Object.defineProperty(db, 'quick', { value: counted })
    const reader = together()
    const rows = await Promise.all(
      Array.from({ length: 20 }, (_, k) => reader.get(sql`SELECT name, ${k} + 0 AS k FROM things`)),
    )
    expect(rows).toEqual(Array.from({ length: 20 }, (_, k) => ({ name: 'a', k })))
    expect(asked).toBe(engine === 'pgsql' ? 2 : 20)
  })

  test('reads asked for at once that cannot be answered are refused', async () => {
    const reader = together()
    const [known, gone] = await Promise.allSettled([
      reader.all(query),
      reader.all(sql`SELECT colour FROM things`),
    ])
    // One statement fails as a whole.
    expect(known).toMatchObject({ status: engine === 'pgsql' ? 'rejected' : 'fulfilled' })
    expect(gone).toMatchObject({ reason: { problem: 'schema_changed' } })
    expect(await reader.all(query)).toEqual([])
  })
})

describe.runIf(engines.includes('pgsql'))('reads asked for at once (pgsql)', () => {
  test.each([
    ['9007199254740993::bigint'],
    ['12345678901234567890::numeric'],
    ["'NaN'::float8"],
    ["'-Infinity'::float8"],
    ['true'],
    ['\'{"a": [1, 2]}\'::json'],
    ["ARRAY['a', 'b']"],
    ["'2026-01-02 03:04:05'::text"],
  ])('%s is answered as if it was asked for alone', async (expression) => {
    const opened = await openDatabase('pgsql')
    try {
      const query = sql`SELECT ${keyword(expression)} AS value, ${'x'}::text AS name`
      const reader = opened.db.together?.() ?? opened.db.quick
      const alone = await opened.db.quick.all(query)
      expect(await Promise.all([reader.all(query), reader.all(query)])).toEqual([alone, alone])
    } finally {
      await opened.close()
    }
  })
})

test.runIf(engines.includes('pgsql'))('no statement is compiled before it runs (pgsql)', async () => {
  const opened = await openDatabase('pgsql')
  try {
    const asked = sql`SELECT current_setting('jit') AS compiled`
    const rows = [
      ...(await opened.db.quick.all(asked)),
      ...(await opened.db.scan.all(asked)),
      ...(await opened.db.write((tx) => tx.all(asked))),
    ]
    expect(rows).toEqual(rows.map(() => ({ compiled: 'off' })))
    expect(rows).toHaveLength(3)
  } finally {
    await opened.close()
  }
})
