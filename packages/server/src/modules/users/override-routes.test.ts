import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'

describe.each(oneEngine)('overrides over the wire (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(() =>
    dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_user_table_privs"`)
      await tx.run(sql`DELETE FROM "sys_attempts"`)
    }),
  )

  const url = '/api/user/5/privileges'
  const set = (body: unknown, as: Role = 'admin') => dig.post(url, body, as)
  const list = async () => (await dig.get(url, 'admin')).json().data
  const outcome = (reply: { statusCode: number; json(): { code: string } }) => [
    reply.statusCode,
    reply.json().code,
  ]
  const iron = {
    material: { _icontains: 'iron' },
    _or: [{ creator: { _eq: '$CURRENT_USER' } }, { id: { _gt: 0 } }],
  }

  test('one is set, read, replaced under its id, and deleted', async () => {
    const saved = await set({
      table_name: 'finds',
      privilege: 20,
      filter: iron,
      outside: 'global',
      user_id: 3,
    })
    const { id } = saved.json()
    expect(saved.json()).toEqual({ status: 'success', code: 'privilege_saved', id })
    expect((await dig.get(url, 'key10_manage')).json()).toEqual({
      status: 'success',
      code: 'table_privileges',
      data: [
        {
          id,
          user_id: 5,
          table_name: 'finds',
          privilege: 20,
          filter: iron,
          subset: JSON.stringify(iron),
          outside: 'global',
        },
      ],
    })
    expect((await set({ table_name: 'finds', privilege: 30 })).json().id).toBe(id)
    expect(await list()).toEqual([
      { id, user_id: 5, table_name: 'finds', privilege: 30, filter: null, subset: null, outside: 'hide' },
    ])
    const reply = await dig.delete(`/api/privilege/${id}`, undefined, 'admin')
    expect(reply.json()).toEqual({ status: 'success', code: 'privilege_deleted' })
    expect(await list()).toEqual([])
  })

  test('several for one table at the same moment are one, under one id', async () => {
    const replies = await Promise.all(
      [20, 25, 30, 20].map((privilege) => set({ table_name: 'finds', privilege })),
    )
    const ids = replies.map((reply) => reply.json().id)
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(new Set(ids).size).toBe(1)
    expect(await list()).toHaveLength(1)
  })

  test('it counts from the next request, in the same session', async () => {
    expect((await dig.patch('/api/record/finds/1', { core: { material: 'x' } }, 'reader')).statusCode).toBe(
      403,
    )
    await set({ table_name: 'finds', privilege: 20, filter: { id: { _eq: 1 } }, outside: 'global' })
    expect(
      (await dig.patch('/api/record/finds/1', { core: { material: 'flint' } }, 'reader')).statusCode,
    ).toBe(200)
    expect((await dig.patch('/api/record/finds/2', { core: { material: 'x' } }, 'reader')).statusCode).toBe(
      403,
    )
    expect((await dig.get('/api/records/finds', 'reader')).json().total).toBe(8)
  })

  test.each<[string, object, unknown]>([
    ['a text', { subset: '{"id":{"_eq":1}}' }, { id: { _eq: 1 } }],
    ['an object', { subset: { id: { _eq: 1 } } }, { id: { _eq: 1 } }],
    ['an empty text', { subset: '' }, null],
    ['null', { subset: null, filter: null }, null],
    ['a text beside a filter', { subset: 'no JSON', filter: { id: { _eq: 2 } } }, { id: { _eq: 2 } }],
  ])('the filter comes as %s too', async (_case, part, filter) => {
    expect((await set({ table_name: 'finds', privilege: '20', ...part })).statusCode).toBe(200)
    expect((await list())[0].filter).toEqual(filter)
  })

  test.each<[string, object, number, string]>([
    ['no table', { table_name: '' }, 400, 'parameter_missing'],
    ['no level', { privilege: null }, 400, 'parameter_missing'],
    ['an unknown table', { table_name: 'coins' }, 422, 'unknown_table'],
    ['a table that is a list', { table_name: ['finds'] }, 422, 'unknown_table'],
    ['a plugin table', { table_name: 'samples' }, 422, 'unknown_table'],
    ['a table of the service', { table_name: 'sys_users' }, 422, 'unknown_table'],
    ['a level that is none', { privilege: 21 }, 422, 'invalid_privilege'],
    ['more power than the caller has', { privilege: 1 }, 403, 'not_enough_privilege'],
    ['SQL', { subset: "material = 'iron'" }, 422, 'invalid_filter'],
    ['a list as filter', { filter: [] }, 422, 'invalid_filter'],
    ['an empty filter', { filter: {} }, 422, 'invalid_filter'],
    ['an unknown field', { filter: { trench: { _eq: 1 } } }, 422, 'invalid_filter'],
    ['a field of another table', { filter: { context: { ctx_no: { _eq: 'C1' } } } }, 422, 'invalid_filter'],
    ['an unknown operator', { filter: { id: { _like: 1 } } }, 422, 'invalid_filter'],
    ['an unknown outside', { filter: { id: { _eq: 1 } }, outside: 'all' }, 400, 'invalid_parameter'],
  ])('%s is refused, by the preview as well', async (_case, change, status, code) => {
    const body = { table_name: 'finds', privilege: 20, ...change }
    expect(outcome(await set(body))).toEqual([status, code])
    expect(outcome(await dig.post(`${url}/preview`, body, 'admin'))).toEqual([status, code])
    expect(await list()).toEqual([])
  })

  test('all that is wrong with a filter is told at once, by its place', async () => {
    const filter = { trench: { _eq: 1 }, _or: [{ id: { _like: 1 } }, { id: { _in: [] } }] }
    const { errors } = (await set({ table_name: 'finds', privilege: 20, filter })).json()
    expect(errors.map((one: { field: string }) => one.field)).toEqual([
      'filter.trench',
      'filter._or[0].id._like',
      'filter._or[1].id._in',
    ])
    const text = (await set({ table_name: 'finds', privilege: 20, subset: '7' })).json().errors
    expect(text).toMatchObject([{ field: 'subset', code: 'not_an_object' }])
  })

  describe('people', () => {
    const body = { table_name: 'finds', privilege: 20 }
    test.each<[string, string, Role, number, string]>([
      ['an administrator', '/api/user/2/privileges', 'admin', 409, 'override_not_applicable'],
      ['a super-administrator', '/api/user/1/privileges', 'super_admin', 409, 'override_not_applicable'],
      ['somebody with more power', '/api/user/1/privileges', 'admin', 403, 'not_enough_privilege'],
      ['nobody', '/api/user/999/privileges', 'admin', 404, 'user_not_found'],
      [
        'nobody, by a large number',
        '/api/user/99999999999999999999/privileges',
        'admin',
        404,
        'user_not_found',
      ],
    ])('%s have none', async (_case, at, as, status, code) => {
      expect(outcome(await dig.post(at, body, as))).toEqual([status, code])
      expect(outcome(await dig.post(`${at}/preview`, body, as))).toEqual([status, code])
    })

    test.each<Role>(['writer', 'reader', 'key20'])('%s sets none, not even for himself', async (role) => {
      expect(outcome(await dig.post('/api/user/5/privileges', body, role))).toEqual([
        403,
        'not_enough_privilege',
      ])
      expect(outcome(await dig.get('/api/user/5/privileges', role))).toEqual([403, 'not_enough_privilege'])
    })

    test('what is set for somebody with more power is neither shown nor deleted', async () => {
      const id = await dig.application.db.write((tx) =>
        tx.insert('sys_user_table_privs', { user_id: 1, table_name: 'finds', privilege: 30 }),
      )
      for (const reply of [
        await dig.get('/api/user/1/privileges', 'admin'),
        await dig.get('/api/user/1/effective', 'admin'),
        await dig.delete('/api/user/1/privileges', undefined, 'admin'),
        await dig.delete(`/api/privilege/${id}`, undefined, 'admin'),
      ]) {
        expect(outcome(reply)).toEqual([403, 'not_enough_privilege'])
      }
    })
  })

  describe('deleting', () => {
    beforeEach(async () => {
      await set({ table_name: 'finds', privilege: 20 })
      await set({ table_name: 'contexts', privilege: 40 })
    })

    test.each<[string, string, object | undefined, string[]]>([
      ['a table in the address', '?table_name=finds', undefined, ['contexts']],
      ['a table in the body', '', { table_name: 'contexts' }, ['finds']],
      ['nothing', '', undefined, []],
    ])('chosen by %s', async (_case, query, body, left) => {
      const reply = await dig.delete(`${url}${query}`, body, 'admin')
      expect(reply.json()).toEqual({ status: 'success', code: 'privilege_deleted', deleted: 2 - left.length })
      expect((await list()).map((one: { table_name: string }) => one.table_name)).toEqual(left)
      if (left.length === 0) expect((await dig.delete(url, undefined, 'admin')).json().deleted).toBe(0)
    })

    test('chosen by its id, of this person alone', async () => {
      const [{ id }] = await list()
      expect(outcome(await dig.delete('/api/user/4/privileges', { privilege_id: id }, 'admin'))).toEqual([
        404,
        'not_found',
      ])
      expect((await dig.delete(`${url}?privilege_id=${id}`, undefined, 'admin')).json().deleted).toBe(1)
    })

    test.each<[string, string, number, string]>([
      ['one that does not exist', '/api/privilege/999', 404, 'not_found'],
      ['a table without one', `${url}?table_name=trenches`, 404, 'not_found'],
      ['what is no id', `${url}?privilege_id=x`, 400, 'invalid_parameter'],
      ['two tables', `${url}?table_name[]=finds&table_name[]=contexts`, 400, 'invalid_parameter'],
      ['those of nobody', '/api/user/999/privileges', 404, 'user_not_found'],
    ])('%s is refused', async (_case, at, status, code) => {
      expect(outcome(await dig.delete(at, undefined, 'admin'))).toEqual([status, code])
      expect(await list()).toHaveLength(2)
    })
  })

  describe('what a person would see', () => {
    const preview = async (userId: number, body: object) =>
      (await dig.post(`/api/user/${userId}/privileges/preview`, body, 'admin')).json()
    const only = (material: string) => ({ material: { _eq: material } })

    test.each<[string, number, object, object]>([
      ['a writer on a table', 5, { privilege: 20 }, { visible: 8, editable: 8, can_add: true }],
      ['a reader on a table', 3, { privilege: 30 }, { visible: 8, editable: 0, can_add: false }],
      ['a hidden table', 3, { privilege: 40 }, { visible: 0, editable: 0, can_add: false }],
      ['what he made himself', 4, { privilege: 25 }, { visible: 8, editable: 2, can_add: true }],
      [
        'an editor of some rows',
        3,
        { privilege: 20, filter: only('flint') },
        { visible: 1, editable: 1, can_add: true },
      ],
      [
        'an editor of some rows who reads all',
        5,
        { privilege: 20, filter: only('flint'), outside: 'global' },
        { visible: 8, editable: 1, can_add: true },
      ],
      [
        'a self_writer without some rows',
        4,
        { privilege: 40, filter: only('iron'), outside: 'global' },
        { visible: 7, editable: 1, can_add: true },
      ],
    ])('%s', async (_case, userId, change, shares) => {
      const reply = await preview(userId, { table_name: 'finds', ...change })
      expect(reply).toMatchObject({ code: 'privilege_preview', table_name: 'finds', total: 8, ...shares })
      expect(reply.rows).toHaveLength(reply.visible)
      expect(reply.rows.filter((row: { editable: boolean }) => row.editable)).toHaveLength(reply.editable)
      expect((await dig.get(`/api/user/${userId}/privileges`, 'admin')).json().data).toEqual([])
    })

    test('the first rows come by their names, and it is what the person gets', async () => {
      const body = { table_name: 'finds', privilege: 20, filter: { weight_g: { _gt: 5 } }, outside: 'hide' }
      const { rows, inside, outside } = await preview(5, body)
      expect([inside, outside]).toEqual([20, 40])
      expect(rows.map((row: { label: string }) => row.label)).toEqual(['F3', 'F5', 'F6', 'F7'])
      await set(body)
      const seen = (await dig.get('/api/records/finds', 'reader')).json().data
      expect(rows.map((row: { id: number }) => row.id)).toEqual(seen.map((row: { id: number }) => row.id))
    })

    test('every table is summed up, whether its level is the global one or not', async () => {
      await set({ table_name: 'finds', privilege: 20, filter: only('flint'), outside: 'global' })
      await set({ table_name: 'trenches', privilege: 40 })
      const reply = (await dig.get('/api/user/5/effective', 'admin')).json()
      expect(reply).toMatchObject({ code: 'effective_privileges', privilege: 30 })
      const global = { source: 'global', inside: 30, outside: 30, editable: 0, can_add: false }
      expect(reply.tables).toEqual([
        {
          table_name: 'trenches',
          label: 'Trenches',
          source: 'override',
          inside: 40,
          outside: 40,
          total: 3,
          visible: 0,
          editable: 0,
          can_add: false,
        },
        { table_name: 'contexts', label: 'Contexts', ...global, total: 6, visible: 6 },
        {
          table_name: 'finds',
          label: 'Finds',
          source: 'override',
          inside: 20,
          outside: 30,
          total: 8,
          visible: 8,
          editable: 1,
          can_add: true,
        },
      ])
    })

    test('an administrator has the same everywhere, whatever was once set for him', async () => {
      await dig.application.db.write((tx) =>
        tx.insert('sys_user_table_privs', { user_id: 2, table_name: 'finds', privilege: 40 }),
      )
      const { tables } = (await dig.get('/api/user/2/effective', 'admin')).json()
      expect(tables[2]).toMatchObject({ table_name: 'finds', source: 'global', visible: 8, editable: 8 })
    })

    test('a filter that is not understood any more hides the table, and the list says why', async () => {
      await dig.application.db.write((tx) =>
        tx.insert('sys_user_table_privs', {
          user_id: 5,
          table_name: 'finds',
          privilege: 20,
          filter: '{"gone":{"_eq":1}}',
          outside: 'global',
        }),
      )
      const { tables } = (await dig.get('/api/user/5/effective', 'admin')).json()
      expect(tables[2]).toMatchObject({ inside: 40, outside: 40, visible: 0 })
      expect(await list()).toMatchObject([
        { table_name: 'finds', filter_errors: [{ field: 'filter.gone', code: 'unknown_field' }] },
      ])
    })

    test('nobody looks without an end', async () => {
      const body = { table_name: 'trenches', privilege: 20 }
      const at = Date.now()
      await dig.application.db.write((tx) =>
        tx.insertMany('sys_attempts', ['key', 'at'], Array(59).fill(['effective user/2', at])),
      )
      expect((await dig.post(`${url}/preview`, body, 'admin')).statusCode).toBe(200)
      const refused = await dig.post(`${url}/preview`, body, 'admin')
      expect(outcome(refused)).toEqual([429, 'too_many_attempts'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(outcome(await dig.get('/api/user/5/effective', 'admin'))).toEqual([429, 'too_many_attempts'])
      expect((await dig.get('/api/user/5/effective', 'super_admin')).statusCode).toBe(200)
    })
  })

  // These change the configuration, so they stand at the end.
  test('filters follow new names of fields and tables, and a field that one needs is not deleted', async () => {
    await dig.confirm()
    await set({ table_name: 'finds', privilege: 30, filter: { material: { _eq: 'flint' } } })
    const field = await dig.patch(
      '/api/config/table/finds/field/material',
      { new_name: 'fabric' },
      'super_admin',
    )
    const table = await dig.patch('/api/config/table/finds', { new_name: 'objects' }, 'super_admin')
    expect([field.statusCode, table.statusCode]).toEqual([200, 200])
    expect(await list()).toMatchObject([{ table_name: 'objects', filter: { fabric: { _eq: 'flint' } } }])
    expect((await dig.get('/api/records/objects', 'reader')).json().total).toBe(1)
    const refused = await dig.delete('/api/config/table/objects/field/fabric', undefined, 'super_admin')
    expect([...outcome(refused), refused.json().detail.user_ids]).toEqual([409, 'in_use', [5]])
    await dig.delete('/api/config/table/objects', undefined, 'super_admin')
    expect(await list()).toEqual([])
  })
})
