import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journalEntities } from '../catalogue/system-tables.js'
import { beforeTable } from '../storage/journal/journal-tables.js'
import { sql } from '../storage/sql.js'
import { type Dig, engines, openDig } from '../testing/open-dig.js'

describe.each(engines)('what requests change (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const newestSet = async () => {
    const [set] = await dig.application.db.scan.all<{ id: number }>(
      sql`SELECT "id", "user_id", "key_id", "origin" FROM "sys_change_sets" ORDER BY "id" DESC LIMIT 1`,
    )
    const counts = await dig.application.db.scan.all(
      sql`SELECT "tb", "created", "updated", "deleted" FROM "sys_change_counts"
        WHERE "set_id" = ${set?.id ?? 0} ORDER BY "tb"`,
    )
    return { ...set, counts }
  }
  const counted = (tb: string, created: number, updated: number, deleted: number) => ({
    tb,
    created,
    updated,
    deleted,
  })

  test('is one set of the journal with its author and its way, and counts every row', async () => {
    const made = await dig.post('/api/record/finds', { core: { inv_no: 'J1' } }, 'writer')
    expect(made.statusCode, made.body).toBe(200)
    const { id } = made.json<{ id: number }>()
    const writer = { user_id: dig.userId('writer'), key_id: null }
    expect(await newestSet()).toMatchObject({
      ...writer,
      origin: 'form',
      counts: [counted('finds', 1, 0, 0)],
    })
    const changed = await dig.patch('/api/records/finds', { ids: [id], core: { material: 'bone' } }, 'writer')
    expect(changed.statusCode, changed.body).toBe(200)
    expect(await newestSet()).toMatchObject({
      ...writer,
      origin: 'bulk',
      counts: [counted('finds', 0, 1, 0)],
    })
    const deleted = await dig.delete(`/api/record/finds/${id}`, undefined, 'key20')
    expect(deleted.statusCode, deleted.body).toBe(200)
    expect(await newestSet()).toMatchObject({
      user_id: 0,
      key_id: expect.any(Number),
      origin: 'form',
      counts: [counted('finds', 0, 0, 1)],
    })
  })

  const write = (note: string) =>
    dig.request(
      {
        method: 'POST',
        url: '/api/record/finds/2',
        payload: { core: { material: `amber ${note}` } },
        headers: { 'x-change-note': note },
      },
      'writer',
    )

  test.each([
    ['plain words', 'inventory of May', 'inventory of May'],
    ['Latin-1', 'più in là', 'più in là'],
    ['UTF-8 as programs send it', Buffer.from('žluť, più').toString('latin1'), 'žluť, più'],
    ['percent signs', "UTF-8''%C5%BElu%C5%A5%20100%25", 'žluť 100%'],
    ['percent signs that mean themselves', '100%25 certain', '100%25 certain'],
    ['blanks', '   ', null],
    ['500 characters', "UTF-8''".concat('%F0%9F%8F%BA'.repeat(500)), '🏺'.repeat(500)],
  ])('has the note of the request: %s', async (_case, header, expected) => {
    const reply = await write(header)
    expect(reply.statusCode, reply.body).toBe(200)
    const [set] = (await dig.get('/api/change-sets?per_page=1', 'writer')).json().data
    expect(set.note).toBe(expected)
  })

  test.each([
    ['501 characters', 'x'.repeat(501)],
    ['a line break', "UTF-8''one%0Atwo"],
    ['a NUL', "UTF-8''one%00"],
    ['no UTF-8', "UTF-8''%FF"],
    ['half a percent sign', "UTF-8''100%"],
    ['a control character', 'one\ttwo'],
  ])('is not made with a note of %s', async (_case, header) => {
    const before = await newestSet()
    const reply = await write(header)
    expect([reply.statusCode, reply.json().code, reply.json().errors[0].field]).toEqual([
      400,
      'invalid_parameter',
      'X-Change-Note',
    ])
    expect(await newestSet()).toEqual(before)
    expect(
      (
        await dig.request(
          { method: 'GET', url: '/api/tables', headers: { 'x-change-note': header } },
          'writer',
        )
      ).statusCode,
    ).toBe(200)
  })

  test('is in no set when it is refused, tried out, or changes nothing', async () => {
    const before = await newestSet()
    const refused = await dig.post('/api/record/finds', { core: { weight_g: 'heavy' } }, 'writer')
    expect(refused.statusCode).toBe(422)
    const same = await dig.get('/api/record/finds/1', 'writer')
    const { material } = same.json().core
    await dig.patch('/api/records/finds', { ids: [1], core: { material: material.val } }, 'writer')
    expect(await newestSet()).toEqual(before)
  })

  test('in a table that was made a moment ago is in the journal, too', async () => {
    const made = await dig.post('/api/config/tables', { name: 'coins', label: 'Coins' }, 'super_admin')
    expect(made.statusCode, made.body).toBe(200)
    expect((await dig.application.db.inspect()).has(beforeTable('coins'))).toBe(true)
    const coin = await dig.post('/api/record/coins', { core: {} }, 'writer')
    expect(coin.statusCode, coin.body).toBe(200)
    expect(await newestSet()).toMatchObject({ counts: [counted('coins', 1, 0, 0)] })
  })

  test('has a journal for every table of records and every table that hangs from them', async () => {
    const physical = await dig.application.db.inspect()
    const journaled = [...dig.application.catalogue.tables.keys(), ...Object.keys(journalEntities)]
    expect(journaled.filter((table) => !physical.has(beforeTable(table)))).toEqual([])
  })
})
