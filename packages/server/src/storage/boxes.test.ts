import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, openDatabase, type TestDatabase } from '../testing/open-database.js'
import { keyword, type Sql, sql } from './sql.js'
import type { Database } from './storage.js'
import { type Box, boxOfWkt } from './wkt-box.js'

const coordinate = fc.oneof(
  // As many decimals as are ever stored.
  fc.integer({ min: -1_800_000_000_000, max: 1_800_000_000_000 }).map((value) => value / 1e10),
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom(1e-7, -1e-7, 12.000000001, 1e17),
)
const line = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 4 })
const wkt = line.map((positions) =>
  positions.length === 1
    ? `POINT (${positions[0]?.join(' ')})`
    : `LineString(${positions.map((position) => position.join('\t')).join(' ,')})`,
)
const box: fc.Arbitrary<Box> = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .map(([a, b, c, d]) => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)])

describe.each(engines)('boxes of geometries (%s)', (engine) => {
  let opened: TestDatabase
  let db: Database
  beforeEach(async () => {
    opened = await openDatabase(engine)
    db = opened.db
    await db.write(
      async (tx) => {
        await tx.schema.createTable('places', [{ name: 'wkt', type: 'TEXT' }], [])
        await tx.insert('places', { wkt: 'POINT (13.25 45.5)' })
        await tx.insert('places', { wkt: 'somewhere' })
        await tx.schema.indexBoxes('places', 'wkt')
      },
      { schema: true },
    )
  })
  afterEach(() => opened.close())

  const found = async (around: Box): Promise<number[]> => {
    const rows = await db.quick.all<{ id: number }>(sql`
      SELECT id FROM (${db.dialect.idsInBox('places', around)}) AS found ORDER BY id`)
    return rows.map(({ id }) => id)
  }
  const boxes = (): Promise<object[]> =>
    db.quick.all<object>(sql`
      SELECT id, west, south, east, north FROM ${db.dialect.boxesOf('places')} AS boxes ORDER BY id`)
  const run = (text: string): Promise<unknown> => db.write((tx) => tx.run(keyword(text)))

  test('rows that were there before are indexed', async () => {
    expect(await boxes()).toEqual([{ id: 1, west: 13.25, south: 45.5, east: 13.25, north: 45.5 }])
    expect(await found([13, 45, 14, 46])).toEqual([1])
    expect(await found([14, 45, 15, 46])).toEqual([])
  })

  test('every way of changing rows is followed within the transaction', async () => {
    await run(`INSERT INTO places (wkt) VALUES ('LINESTRING (0 0, 2 3)'), (NULL), ('POINT (1e999 1)')`)
    expect(await found([1, 1, 1, 1])).toEqual([3])
    await run(`UPDATE places SET wkt = 'POINT (9 9)' WHERE id = 3`)
    expect([await found([1, 1, 1, 1]), await found([9, 9, 9, 9])]).toEqual([[], [3]])
    await run(`UPDATE places SET id = 30 WHERE id = 3`)
    expect(await found([9, 9, 9, 9])).toEqual([30])
    await run(`UPDATE places SET wkt = 'nowhere' WHERE id = 1`)
    expect(await found([-180, -90, 180, 90])).toEqual([30])
    await run('DELETE FROM places')
    expect(await boxes()).toEqual([])
    const undone = db.write(async (tx) => {
      await tx.insert('places', { wkt: 'POINT (1 1)' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await boxes()).toEqual([])
  })

  test('nobody sees it among tables, columns and indexes, and an index made anew is the same', async () => {
    const look = () =>
      db.write(async (tx) => [await tx.schema.describe(), await tx.schema.shapeOf('places')], {
        schema: true,
      })
    const before = await look()
    expect(JSON.stringify([before, [...(await db.inspect())]])).not.toContain('box')
    const known = await boxes()
    await db.write((tx) => tx.schema.indexBoxes('places', 'wkt'), { schema: true })
    expect(await boxes()).toEqual(known)
    expect(await look()).toEqual(before)
  })

  test('a table goes with its index, and can be made again', async () => {
    for (const wktOfRow of ['POINT (5 5)', 'POINT (6 6)']) {
      await db.write(
        async (tx) => {
          await tx.schema.dropTable('places')
          await tx.schema.createTable('places', [{ name: 'wkt', type: 'TEXT' }], [])
          await tx.schema.indexBoxes('places', 'wkt')
          await tx.insert('places', { wkt: wktOfRow })
        },
        { schema: true },
      )
      expect(await boxes()).toHaveLength(1)
    }
  })

  test.each([1, 2, 8])('one of %i is the same, whether looked for by its box or by its id', async (oneOf) => {
    await run('DELETE FROM places')
    const rows = Array.from({ length: 60 }, (_, k) => [`POINT (${k % 10} ${Math.floor(k / 10)})`])
    const ids = await db.write((tx) => tx.insertMany('places', ['wkt'], rows))
    const last = Math.max(...ids)
    const idsOf = async (query: Sql) =>
      (await db.quick.all<{ id: number }>(query)).map(({ id }) => id).sort((a, b) => a - b)
    for (const around of [
      [-180, -90, 180, 90],
      [2.5, 0.5, 7.5, 4.5],
      [20, 20, 30, 30],
    ] as const) {
      const expected = (await found(around)).filter((id) => id % oneOf === 0)
      expect(await idsOf(db.dialect.idsNearBox('places', around, oneOf))).toEqual(expected)
      expect(await idsOf(db.dialect.multiplesNearBox('places', around, { oneOf, last }))).toEqual(expected)
    }
    const none = db.dialect.multiplesNearBox('places', [-180, -90, 180, 90], { oneOf: last + 1, last })
    expect(await idsOf(none)).toEqual([])
  })

  test('what meets a box is what its sides say, to the last digit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(wkt, { minLength: 1, maxLength: 12 }),
        fc.array(box, { maxLength: 4 }),
        async (texts, asked) => {
          await run('DELETE FROM places')
          const ids = await db.write((tx) =>
            tx.insertMany(
              'places',
              ['wkt'],
              texts.map((text) => [text]),
            ),
          )
          const sides = texts.map((text) => boxOfWkt(text) as Box)
          for (const around of [...asked, ...sides.slice(0, 2)]) {
            const expected = ids.filter((_, place) => meets(sides[place] as Box, around))
            expect(await found(around)).toEqual(expected)
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})

const meets = (a: Box, b: Box): boolean => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]

describe('the box around a text', () => {
  test.each([
    ['POINT (1 2)', [1, 2, 1, 2]],
    ['multipoint(1 2, (-3 4))', [-3, 2, 1, 4]],
    ['POLYGON ZM ((0 0 9 9, 1 0 9 9, 1 1 9 9, 0 0 9 9))', [0, 0, 1, 1]],
    ['POINT (.5 -1e2)', [0.5, -100, 0.5, -100]],
    ['POINT (a b)', null],
    ['CIRCLE (1 2)', null],
    ['POINT EMPTY', null],
    ['POINT (1e999 2)', null],
    ['', null],
  ])('%s', (text, expected) => {
    expect(boxOfWkt(text)).toEqual(expected)
  })

  test('is found quickly in whatever text', () => {
    for (const part of ['(', '( ', ',', '1', ' ', '(1', '1.'])
      expect(boxOfWkt(`POINT (${part.repeat(100_000)}`)).toBeNull()
  })
})
