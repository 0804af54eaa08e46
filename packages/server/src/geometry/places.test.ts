import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, layDown, makeOne } from '../modules/backups/testing/carry-backup.js'
import { compileCondition } from '../query/compile.js'
import { type Sql, sql } from '../storage/sql.js'
import { isLong } from '../testing/long-tests.js'
import { type Dig, engines, openDig } from '../testing/open-dig.js'
import { type Box, extentOf, inBox, parseBox } from './places.js'

const geometries = [
  ['contexts', 1, 'POINT (13.25 45.5)'],
  ['contexts', 2, 'LINESTRING (10 40, 12 41)'],
  ['contexts', 3, 'POINT (179.5 1)'],
  ['contexts', 4, 'POINT (-179.5 2)'],
  ['contexts', 5, 'POINT (somewhere)'],
  ['finds', 1, 'POINT (0 0)'],
] as const

const rows = async (dig: Dig, box: Box): Promise<number[]> => {
  const { db } = dig.application
  const found = await db.quick.all<{ id: number }>(sql`
    SELECT g."id_link" AS id FROM "sys_geodata" g
    WHERE g."table_link" = ${'contexts'} AND ${inBox(db.dialect, box, sql`g."id"`)} ORDER BY g."id_link"`)
  return found.map(({ id }) => id)
}
const around: Box = [13, 45, 14, 46]

describe.each(engines)('places in a box (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.application.db.write((tx) =>
      tx.insertMany('sys_geodata', ['table_link', 'id_link', 'geometry'], geometries),
    )
  })
  afterAll(() => dig.close())

  test.each<[string, Box, number[]]>([
    ['a point inside', around, [1]],
    ['a point on the border', [13.25, 45.5, 20, 50], [1]],
    ['what reaches into it', [11, 40, 11.5, 42], [2]],
    ['across the 180th meridian', [179, -10, -179, 10], [3, 4]],
    ['the whole world', [-180, -90, 180, 90], [1, 2, 3, 4]],
    ['nothing there', [50, 50, 51, 51], []],
  ])('%s', async (_what, box, ids) => {
    expect(await rows(dig, box)).toEqual(ids)
  })

  test('what lies beyond single precision is in the boxes around it, and in no others', async () => {
    const { db } = dig.application
    const id = await db.write((tx) =>
      tx.insert('sys_geodata', {
        table_link: 'contexts',
        id_link: 5,
        geometry: 'LINESTRING (-1e300 4e38, 1e300 1e308)',
      }),
    )
    const everywhere = Number.MAX_VALUE
    expect(await rows(dig, [-everywhere, 3e38, everywhere, everywhere])).toEqual([5])
    expect(await rows(dig, [1e300, 4e38, 1e301, 4e38])).toEqual([5])
    expect(await rows(dig, [1e301, 0, everywhere, everywhere])).toEqual([])
    expect(await rows(dig, [-180, -90, 180, 3.9e38])).toEqual([1, 2, 3, 4])
    await db.write((tx) => tx.run(sql`DELETE FROM "sys_geodata" WHERE "id" = ${id}`))
  })

  test('the extent of a table is that of the records somebody sees', async () => {
    const { db, catalogue } = dig.application
    const [contexts, trenches] = ['contexts', 'trenches'].map((name) => catalogue.tables.get(name))
    if (!contexts || !trenches) throw new Error('no tables')
    expect(await extentOf(db.quick, db.dialect, contexts)).toEqual([-179.5, 1, 179.5, 45.5])
    expect(await extentOf(db.quick, db.dialect, contexts, sql`t."id" = 2`)).toEqual([10, 40, 12, 41])
    expect(await extentOf(db.quick, db.dialect, trenches)).toBeUndefined()
    const nothing = compileCondition({ kind: 'or', of: [] }, 't', { dialect: db.dialect, table: contexts })
    expect(await extentOf(db.quick, db.dialect, contexts, nothing)).toBeUndefined()
  })

  test('a place that any statement moves or takes away is found where it is', async () => {
    const run = (statement: Sql) => dig.application.db.write((tx) => tx.run(statement))
    await run(
      sql`INSERT INTO "sys_geodata" ("table_link", "id_link", "geometry") VALUES ('contexts', 6, 'POINT (80 8)')`,
    )
    expect(await rows(dig, [80, 8, 80, 8])).toEqual([6])
    await run(sql`UPDATE "sys_geodata" SET "geometry" = 'POINT (81 8)' WHERE "id_link" = 6`)
    expect([await rows(dig, [80, 8, 80, 8]), await rows(dig, [81, 8, 81, 8])]).toEqual([[], [6]])
    await run(sql`DELETE FROM "sys_geodata" WHERE "id_link" = 6`)
    expect(await rows(dig, [81, 8, 81, 8])).toEqual([])
  })

  test.each([
    engine === 'sqlite' ? 'DELETE FROM sys_box_sys_geodata' : 'UPDATE sys_geodata SET box = NULL',
    engine === 'sqlite' ? 'DELETE FROM sys_box_sys_geodata_rowid' : 'DROP INDEX sys_box_sys_geodata',
    engine === 'sqlite'
      ? 'DROP TRIGGER sys_box_sys_geodata_inserted'
      : 'ALTER TABLE sys_geodata DROP COLUMN box',
  ])('raw SQL cannot change the index itself: %s', async (statement) => {
    await dig.confirm()
    const reply = await dig.post('/api/free-sql/run', { sql: statement }, 'super_admin')
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    expect(reply.statusCode).toBeLessThan(500)
    expect(await rows(dig, around)).toEqual([1])
  })

  test('a deleted record is in no box, and in the same when it is back', async () => {
    await dig.delete('/api/record/contexts/1', undefined, 'admin')
    expect(await rows(dig, around)).toEqual([])
    const { versions } = (await dig.get('/api/record/contexts/1/versions', 'admin')).json()
    const reply = await dig.post(`/api/version/${versions[0].id}/restore`, {}, 'admin')
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await rows(dig, around)).toEqual([1])
  })
})

const ways = engines.flatMap((from) => engines.map((to) => ({ from, to })))

describe.each(ways.filter(({ from, to }) => isLong || engines.length === 1 || from !== to))(
  'a backup made on $from, restored on $to',
  ({ from, to }) => {
    test('has its places in their boxes, also those that come later', async () => {
      const [source, target] = [await openDig(from), await openDig(to)]
      try {
        await source.application.db.write((tx) =>
          tx.insertMany('sys_geodata', ['table_link', 'id_link', 'geometry'], geometries),
        )
        const file = await makeOne(source)
        await layDown(target, file, await bytesOf(source, file))
        const reply = await target.post(`/api/backup/${file}/restore`, undefined, 'super_admin')
        expect(reply.statusCode, reply.body).toBe(200)
        expect(await rows(target, around)).toEqual([1])
        const { db } = target.application
        await db.write((tx) =>
          tx.insert('sys_geodata', { table_link: 'contexts', id_link: 6, geometry: 'POINT (13.5 45.5)' }),
        )
        expect(await rows(target, around)).toEqual([1, 6])
      } finally {
        await source.close()
        await target.close()
      }
    }, 60_000)
  },
)

describe('the box of an address', () => {
  test.each([
    ['1,2,3,4', [1, 2, 3, 4]],
    [' -1.5 , 2e0 ,3, 4', [-1.5, 2, 3, 4]],
    ['1,2,-99,3,4,99', [1, 2, 3, 4]],
    ['170,-10,-170,10', [170, -10, -170, 10]],
  ])('%s', (text, box) => {
    expect(parseBox(text)).toEqual(box)
  })

  test.each([
    '',
    '1,2,3',
    '1,2,3,4,5',
    '1,2,3,x',
    '1,2,3,',
    '1,5,3,4',
    'NaN,1,2,3',
    '1,2,Infinity,4',
    ['1,2,3,4'],
    7,
  ])('%j is none', (text) => {
    expect(() => parseBox(text)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }))
  })
})
