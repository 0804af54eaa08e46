import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { type Dig, engines, openDig } from '../../../testing/open-dig.js'

const as = 'super_admin'
const url = '/api/config/table/finds/indexes'

describe.each(engines)('no index (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const listed = async (table = 'finds') =>
    (await dig.get(`/api/config/table/${table}/indexes`, as)).json().data

  test.each([
    [{ columns: ['inv_no'] }, 400, 'parameter_missing'],
    [{ name: 'x' }, 400, 'parameter_missing'],
    [{ name: 'x', columns: [] }, 400, 'parameter_missing'],
    [{ name: 'x', columns: 'inv_no' }, 400, 'invalid_parameter'],
    [{ name: 'By Number', columns: ['inv_no'] }, 422, 'invalid_name'],
    [{ name: 'x', columns: ['inv_no', 'gone'] }, 422, 'field_not_found'],
    [{ name: 'x', columns: ['found_on'], unique: 1 }, 409, 'index_duplicates_found'],
  ])('is made by %j', async (body, status, code) => {
    const reply = await dig.post(url, body, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    expect(await listed()).toEqual([])
  })
})

describe.each(engines)('indexes (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  const listed = async (table = 'finds') =>
    (await dig.get(`/api/config/table/${table}/indexes`, as)).json().data

  test('a text that is too long for an index is told, where the engine has such a limit', async () => {
    const long = Array.from({ length: 9000 }, (_, k) =>
      String.fromCodePoint(0x4e00 + ((k * 7919) % 20000)),
    ).join('')
    const expected = engine === 'pgsql' ? [409, 'conflict', 'index_limit'] : [200, undefined, undefined]
    const outcome = async (reply: Awaited<ReturnType<typeof dig.post>>) => {
      const { code, detail } = reply.json()
      return reply.statusCode === 200 ? [200, undefined, undefined] : [reply.statusCode, code, detail]
    }
    expect((await dig.post(url, { name: 'by_material', columns: ['material'] }, as)).statusCode).toBe(200)
    const saved = await dig.post('/api/record/finds', { core: { inv_no: 'F20', material: long } }, 'writer')
    expect(await outcome(saved)).toEqual(expected)
    await dig.application.db.write((tx) => tx.insert('contexts', { ctx_no: 'C20', notes: long }))
    const made = await dig.post(
      '/api/config/table/contexts/indexes',
      { name: 'by_notes', columns: ['notes'] },
      as,
    )
    expect(await outcome(made)).toEqual(expected)
  })

  test('a unique index refuses what repeats from then on, and its deletion ends that', async () => {
    const { db } = dig.application
    const made = await dig.post(
      url,
      { name: 'by_number', columns: ['inv_no', 'inv_no'], is_unique: true },
      as,
    )
    const { id } = made.json()
    expect(made.json()).toEqual({ status: 'success', code: 'index_saved', id: expect.any(Number) })
    expect(await listed()).toEqual([
      { id, tb: 'finds', name: 'by_number', columns: ['inv_no'], is_unique: true, auto: false },
    ])
    const twice = () => db.write((tx) => tx.insert('finds', { inv_no: 'F1' }))
    await expect(twice()).rejects.toMatchObject({ problem: 'unique' })
    const elsewhere = await dig.delete(`/api/config/table/contexts/indexes/${id}`, undefined, as)
    expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([404, 'not_found'])
    expect((await dig.delete(`${url}/${id}`, undefined, as)).json()).toEqual({
      status: 'success',
      code: 'index_deleted',
    })
    await expect(twice()).resolves.toBeGreaterThan(0)
    expect(await listed()).toEqual([])
  })

  test('indexes of different tables may have the same name, however long', async () => {
    const name = 'n'.repeat(63)
    for (const table of ['finds', 'contexts']) {
      const reply = await dig.post(`/api/config/table/${table}/indexes`, { name, columns: ['id'] }, as)
      expect(reply.json().code).toBe('index_saved')
    }
  })

  test('repeated values are counted; missing ones repeat as often as they like', async () => {
    const { db } = dig.application
    const reply = await dig.post(url, { name: 'x', columns: ['found_on'], is_unique: true }, as)
    expect(reply.json().detail).toEqual({ groups: 1 })
    await db.write((tx) => tx.run(sql`UPDATE "finds" SET "found_on" = NULL`))
    expect((await dig.post(url, { name: 'x', columns: ['found_on'], is_unique: true }, as)).statusCode).toBe(
      200,
    )
  })

  test('a name is given once in a table', async () => {
    await dig.post(url, { name: 'x', columns: ['inv_no'] }, as)
    const reply = await dig.post(url, { name: 'x', columns: ['material'] }, as)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'index_already_exists'])
  })

  test('what a relation needs is not deleted', async () => {
    const unique = { name: 'by_code', columns: ['code'], is_unique: true }
    const { id } = (await dig.post('/api/config/table/trenches/indexes', unique, as)).json()
    await dig.post('/api/config/table/finds/field', { name: 'trench_code', type: 'text' }, as)
    const link = [
      { other_tb: 'contexts', fld: [{ my: 'context', other: 'id' }] },
      { other_tb: 'trenches', fld: [{ my: 'trench_code', other: 'code' }] },
    ]
    expect((await dig.put('/api/config/table/finds', { link }, as)).statusCode).toBe(200)
    const shape = await dig.application.db.write((tx) => tx.schema.shapeOf('finds'), { schema: true })
    expect(shape?.foreignKeys.map(({ column }) => column).sort()).toEqual([
      'context',
      'creator',
      'trench_code',
    ])
    const automatic = await listed()
    expect(automatic).toMatchObject([
      { name: 'idx_finds_context', columns: ['context'], auto: true },
      { name: 'idx_finds_trench_code', columns: ['trench_code'], auto: true },
    ])
    for (const [table, index] of [
      ['finds', automatic[0].id],
      ['trenches', id],
    ]) {
      const reply = await dig.delete(`/api/config/table/${table}/indexes/${index}`, undefined, as)
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'index_in_use'])
    }
    await dig.put('/api/config/table/finds', { link: [] }, as)
    expect(await listed()).toEqual([])
    expect((await dig.delete(`/api/config/table/trenches/indexes/${id}`, undefined, as)).statusCode).toBe(200)
  })
})
