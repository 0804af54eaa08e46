import { privileges } from '@trowel/contract/privileges.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'
import { versionsIn } from '../../testing/versions.js'

describe.each(oneEngine)('making and removing links by hand (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  beforeEach(async () => {
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_userlinks"`)
      await tx.run(sql`DELETE FROM "sys_user_table_privs"`)
    })
  })
  afterAll(() => dig.close())

  const body = { tb_one: 'contexts', id_one: 1, tb_two: 'finds', id_two: 5 }
  const post = (more: Record<string, unknown> = {}, as: Role = 'writer') =>
    dig.post('/api/manual-link', { ...body, ...more }, as)
  const make = async (more: Record<string, unknown> = {}, as: Role = 'writer'): Promise<number> => {
    const reply = await post(more, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ link: { key: number } }>().link.key
  }
  const remove = (id: number | string, as: Role = 'writer') =>
    dig.delete(`/api/manual-link/${id}`, undefined, as)
  const linksOf = async (table: string, id: number, as: Role = 'writer') =>
    Object.keys(
      (await dig.get(`/api/record/${table}/${id}`, as)).json<{ manualLinks: object }>().manualLinks,
    ).map(Number)
  const countVersions = async () => (await versionsIn(dig)).length

  test('the answer describes the second end, and each record shows the other', async () => {
    const versions = await countVersions()
    const reply = await post({ label: 'shown in' })
    const { link } = reply.json<{ link: { key: number } }>()
    expect(reply.json()).toEqual({
      status: 'success',
      code: 'all_links_saved',
      link: {
        key: link.key,
        tb_id: 'finds',
        tb_label: 'Finds',
        ref_id: 5,
        ref_label: 'F5',
        sort: null,
        label: 'shown in',
      },
    })
    expect(await linksOf('contexts', 1)).toEqual([link.key])
    expect(await linksOf('finds', 5)).toEqual([link.key])
    expect((await remove(link.key)).json()).toEqual({ status: 'success', code: 'ok_userlink_erased' })
    expect([...(await linksOf('contexts', 1)), ...(await linksOf('finds', 5))]).toEqual([])
    expect(await countVersions()).toEqual(versions)
  })

  test('ids may come as digits, and an empty label is none', async () => {
    const reply = await post({ id_one: '1', id_two: '5', label: '' })
    expect(reply.json().link).toMatchObject({ ref_id: 5, label: null })
  })

  test('a record that has a link shows another state to those who ask again', async () => {
    const etag = async () => (await dig.get('/api/record/contexts/1', 'reader')).headers['etag']
    const before = await etag()
    await make()
    expect(await etag()).not.toBe(before)
  })

  test('API keys link what they may change', async () => {
    expect(await remove(await make({}, 'key20'), 'key20')).toMatchObject({ statusCode: 200 })
  })

  test.each([
    ['no table', { tb_one: '' }, 'writer', 400, 'parameter_missing'],
    ['no id', { id_two: null }, 'writer', 400, 'parameter_missing'],
    ['a table that is a number', { tb_two: 3 }, 'writer', 400, 'invalid_parameter'],
    ['an id that is a word', { id_one: 'C1' }, 'writer', 400, 'invalid_parameter'],
    ['the id 0', { id_one: 0 }, 'writer', 400, 'invalid_parameter'],
    ['an id with a fraction', { id_one: 1.5 }, 'writer', 400, 'invalid_parameter'],
    ['an id beyond all numbers', { id_one: 1e300 }, 'writer', 400, 'invalid_parameter'],
    ['a label that is a list', { label: ['x'] }, 'writer', 400, 'invalid_parameter'],
    ['a label of 201 characters', { label: 'x'.repeat(201) }, 'writer', 400, 'invalid_parameter'],
    ['a label with NUL', { label: 'a\u0000' }, 'writer', 400, 'invalid_parameter'],
    ['an unknown table', { tb_one: 'coins' }, 'writer', 404, 'unknown_table'],
    ['a system table', { tb_two: 'sys_users' }, 'writer', 404, 'unknown_table'],
    ['a plugin table', { tb_two: 'samples', id_two: 1 }, 'writer', 422, 'plugin_table_not_allowed'],
    ['an absent record', { id_two: 99 }, 'writer', 404, 'record_not_found'],
    ['a record with itself', { tb_one: 'finds', id_one: 5 }, 'writer', 422, 'relation_self'],
    ['a reader', {}, 'reader', 403, 'not_enough_privilege'],
    ['a reader who tries an absent record', { id_two: 99 }, 'reader', 403, 'not_enough_privilege'],
    ['a reading key', {}, 'key30', 403, 'not_enough_privilege'],
    ['a self_writer who made neither', {}, 'self_writer', 403, 'not_enough_privilege'],
  ] as const)('%s is refused', async (_what, more, as, status, code) => {
    const reply = await post(more, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    expect(await linksOf('contexts', 1)).toEqual([])
  })

  test('everything that is missing is told at once', async () => {
    const reply = await dig.post('/api/manual-link', { id_two: 'x' }, 'writer')
    const { code, detail, errors } = reply.json<{
      code: string
      detail: string
      errors: { field: string }[]
    }>()
    expect([code, detail]).toEqual(['parameter_missing', 'tb_one'])
    expect(errors.map(({ field }) => field)).toEqual(['tb_one', 'id_one', 'tb_two', 'id_two'])
  })

  test('a pair is linked once, in either direction and whatever the label', async () => {
    await make({ label: 'one' })
    for (const more of [{ label: 'two' }, { tb_one: 'finds', id_one: 5, tb_two: 'contexts', id_two: 1 }]) {
      const reply = await post(more)
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'link_already_exists'])
    }
  })

  test('a self_writer removes links of what he made, and no others', async () => {
    const own = await make({ id_two: 7 }, 'self_writer')
    const other = await make({ id_two: 5 })
    expect((await remove(own, 'self_writer')).statusCode).toBe(200)
    expect((await remove(other, 'self_writer')).json().code).toBe('not_enough_privilege')
    expect(await linksOf('contexts', 1)).toEqual([other])
  })

  test('an end that is hidden from the caller does not exist, when he links and when he removes', async () => {
    const link = await make()
    await hideRows(dig, 'writer', 'finds', { id: { _neq: 5 } })
    expect((await post({ id_one: 2 })).json().code).toBe('record_not_found')
    const refused = await remove(link)
    expect([refused.statusCode, refused.json().code]).toEqual([404, 'not_found'])
    await hideTable(dig, 'writer', 'finds')
    expect((await post({ id_one: 2 })).json().code).toBe('not_enough_privilege')
    expect((await remove(link)).json().code).toBe('not_found')
    expect(await linksOf('contexts', 1, 'admin')).toEqual([link])
  })

  test('who may change records of one table alone links and removes from either end', async () => {
    await dig.application.db.write((tx) =>
      tx.insert('sys_user_table_privs', {
        user_id: dig.userId('writer'),
        table_name: 'contexts',
        privilege: privileges.reader,
      }),
    )
    const context = { table: 'contexts', id: 1 }
    const find = { table: 'finds', id: 5 }
    for (const [one, two] of [
      [context, find],
      [find, context],
    ] as const) {
      const ends = { tb_one: one.table, id_one: one.id, tb_two: two.table, id_two: two.id }
      expect((await remove(await make(ends))).statusCode).toBe(200)
    }
    const both = { tb_two: 'contexts', id_two: 2 }
    expect((await post(both)).json().code).toBe('not_enough_privilege')
  })

  test.each([['999999'], ['0'], ['99999999999999999999']])('there is no link %s', async (id) => {
    const reply = await remove(id)
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
  })

  test('what is no number is no such address', async () => {
    expect((await remove('one')).json().code).toBe('route_not_found')
  })

  test('a reader removes none', async () => {
    const reply = await remove(await make(), 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
  })

  test('a frozen application refuses both', async () => {
    const link = await make()
    const { main } = (await dig.get('/api/config/app', 'super_admin')).json<{ main: object }>()
    await dig.put('/api/config/app', { ...main, status: 'frozen' }, 'super_admin')
    for (const reply of [await post({ id_two: 6 }, 'admin'), await remove(link, 'admin')])
      expect([reply.statusCode, reply.json().detail]).toEqual([403, 'frozen'])
    await dig.put('/api/config/app', { ...main, status: 'on' }, 'super_admin')
  })
})
