import type { FoundInTable } from '@trowel/contract/search.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'

describe.each(engines)('the search in all tables (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    const long = `${'soil and gravel '.repeat(20)}above a 𐌀 Palmette capital ${'and rubble '.repeat(20)}`
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`UPDATE "contexts" SET "notes" = ${long} WHERE "ctx_no" = 'C3'`)
      await tx.run(sql`UPDATE "finds" SET "material" = 'palmette' WHERE "inv_no" = 'F4'`)
    })
  })
  afterAll(() => dig.close())
  beforeEach(async () => {
    await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
  })

  const found = async (q: string, as: Role = 'reader', more = ''): Promise<FoundInTable[]> => {
    const reply = await dig.get(`/api/search?q=${encodeURIComponent(q)}${more}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ tables: FoundInTable[] }>().tables
  }
  const labels = async (q: string, as?: Role, more?: string) =>
    (await found(q, as, more)).map(({ tb, records }) => [tb, ...records.map(({ label }) => label)])

  test('finds a text in any field of any table, and tells where it stands', async () => {
    const [contexts, finds, ...others] = await found('PALMETTE')
    expect(others).toEqual([])
    expect(contexts).toMatchObject({ tb: 'contexts', label: 'Contexts', more: false })
    const [record] = contexts?.records ?? []
    expect(record).toMatchObject({ label: 'C3', field: 'notes', field_label: 'Notes' })
    expect(record?.text).toMatch(/^…\S.* a 𐌀 Palmette capital and rubble .*…$/)
    expect(record?.text?.length).toBeLessThan(130)
    expect(finds).toMatchObject({
      tb: 'finds',
      records: [{ label: 'F4', field: 'material', field_label: 'Material', text: 'palmette' }],
    })
  })

  test('finds rows of plugin tables as their records', async () => {
    expect(await found('graz')).toMatchObject([
      {
        tb: 'contexts',
        records: [{ label: 'C3', field: 'samples.lab', field_label: 'Samples › Lab', text: 'Graz' }],
      },
    ])
  })

  test('answers at most so many of each table, and says where there are more', async () => {
    expect(await labels('f', 'reader', '&limit=2')).toEqual([['finds', 'F1', 'F2']])
    const [finds] = await found('f', 'reader', '&limit=2')
    expect(finds?.more).toBe(true)
    expect((await found('f', 'reader', '&limit=100'))[0]).toMatchObject({ more: false })
  })

  test('looks for fewer than three characters in names alone', async () => {
    expect(await labels('pa')).toEqual([])
    expect(await labels('pal')).toEqual([
      ['contexts', 'C3'],
      ['finds', 'F4'],
    ])
  })

  test('takes signs of a pattern as they are, and finds nothing for blanks', async () => {
    expect(await labels('100% s')).toEqual([['contexts', 'C5']])
    expect(await labels('100_ s')).toEqual([])
    expect(await labels('   ')).toEqual([])
  })

  test('names what is called so first, then what begins so', async () => {
    expect(await found('c3')).toMatchObject([
      { tb: 'contexts', records: [{ label: 'C3', field: null, field_label: null, text: null }] },
    ])
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`UPDATE "finds" SET "material" = 'bronze' WHERE "inv_no" = 'F1'`)
      for (const [was, becomes] of [
        ['F3', 'old bronze'],
        ['F7', 'Bronze 2'],
        ['F8', 'bronze'],
      ])
        await tx.run(sql`UPDATE "finds" SET "inv_no" = ${becomes ?? ''} WHERE "inv_no" = ${was ?? ''}`)
    })
    expect(await labels('Bronze')).toEqual([['finds', 'bronze', 'Bronze 2', 'old bronze', 'F1']])
  })

  test('names what is called so first, however many others have it in their names', async () => {
    await dig.application.db.write(async (tx) => {
      for (let number = 0; number < 60; number++)
        await tx.insert('finds', { inv_no: `K12-${number}`, creator: 1 })
      await tx.insert('finds', { inv_no: 'K12', creator: 1 })
    })
    for (const q of ['K12', 'k12']) expect((await labels(q, 'reader', '&limit=2'))[0]?.[1], q).toBe('K12')
    await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "finds" WHERE "inv_no" LIKE 'K12%'`))
  })

  test('neither finds nor counts what the caller may not see', async () => {
    await hideTable(dig, 'reader', 'finds')
    await hideRows(dig, 'reader', 'contexts', { ctx_no: { _neq: 'C3' } })
    for (const q of ['palmette', 'graz', 'C3', 'F4']) expect(await found(q), q).toEqual([])
    expect(await labels('palmette', 'writer')).toEqual([
      ['contexts', 'C3'],
      ['finds', 'F4'],
    ])
  })

  test.each([
    ['without a text', ''],
    ['for a text with a NUL character', '?q=a%00b'],
    ['for a number of records that is none', '?q=abc&limit=0'],
  ])('is refused %s', async (_what, query) => {
    const reply = await dig.get(`/api/search${query}`, 'reader')
    expect([reply.statusCode, reply.json().status]).toEqual([400, 'error'])
  })

  test('is for those who may enter', async () => {
    expect((await dig.get('/api/search?q=abc')).statusCode).toBe(401)
    expect((await dig.get('/api/search?q=abc', 'key30')).statusCode).toBe(200)
  })
})
