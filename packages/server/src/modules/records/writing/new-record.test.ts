import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, engines, openDig, type Role } from '../../../testing/open-dig.js'
import { recordsOf } from '../../../testing/records-of.js'

describe.each(engines)('making records (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  const { create, fresh, row, versions } = recordsOf(() => dig)

  describe('a new record', () => {
    test('is stored with its plugin rows, and its creator is the caller', async () => {
      const name = fresh()
      const reply = await dig.post(
        '/api/record/contexts',
        {
          id: null,
          tb: 'contexts',
          core: {
            id: 999,
            creator: 1,
            ctx_no: name,
            trench: '2',
            depth_cm: '12.50',
            count_of: '',
            chrono_from: -450,
          },
          plugins: {
            samples: [{ id: null, _isNew: true, _delete: false, fields: { litres: '20', lab: 'Graz' } }],
          },
        },
        'self_writer',
      )
      expect(reply.statusCode).toBe(200)
      const body = reply.json()
      expect(body).toEqual({
        status: 'success',
        code: 'success_created',
        id: body.id,
        plugins: { samples: { inserted: [expect.any(Number)], updated: 0, deleted: 0 } },
      })
      expect(await row('contexts', body.id)).toMatchObject({
        id: body.id,
        creator: dig.userId('self_writer'),
        ctx_no: name,
        trench: 2,
        depth_cm: 12.5,
        count_of: null,
        chrono_from: -450,
      })
      const record = (await dig.get(`/api/record/contexts/${body.id}`, 'reader')).json()
      expect(record.plugins.samples.data[0].litres.val).toBe(20)
      expect(await versions('contexts', body.id)).toEqual([])
    })

    test('may come as a form whose brackets describe its fields and plugin rows', async () => {
      const send = (url: string, values: Record<string, string>) =>
        dig.request(
          {
            method: 'POST',
            url,
            payload: new URLSearchParams(values).toString(),
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          },
          'writer',
        )
      const name = fresh()
      const made = await send('/api/record/contexts', {
        id: '',
        'core[ctx_no]': name,
        'core[trench]': '2',
        'core[depth_cm]': '12.5',
        'core[notes]': 'true',
        'plugins[samples][0][_isNew]': 'true',
        'plugins[samples][0][fields][litres]': '20',
        'plugins[samples][1][fields][litres]': '30',
      })
      expect(made.statusCode, made.body).toBe(200)
      const { id, plugins } = made.json()
      expect(await row('contexts', id)).toMatchObject({
        ctx_no: name,
        trench: 2,
        depth_cm: 12.5,
        notes: 'true',
      })
      const [first] = plugins.samples.inserted
      const changed = await send(`/api/record/contexts/${id}`, {
        id: String(id),
        'core[notes]': '',
        'plugins[samples][][id]': String(first),
        'plugins[samples][0][_delete]': 'true',
      })
      expect(changed.json().plugins.samples).toEqual({ inserted: [], updated: 0, deleted: 1 })
      expect((await row('contexts', id))['notes']).toBeNull()
      for (const [key, code] of [
        [`core${'[a]'.repeat(9)}`, 'bad_request'],
        ['core[__proto__][a]', 'bad_request'],
        ['core[nope]', 'unknown_field'],
      ] as const) {
        const refused = await send(`/api/record/contexts/${id}`, { [key]: 'x' })
        expect([refused.statusCode, refused.json().code]).toEqual([400, code])
      }
    })

    test('answers the entity tag that a read has', async () => {
      const reply = await dig.post('/api/record/contexts', { core: { ctx_no: fresh() } }, 'writer')
      const read = await dig.get(`/api/record/contexts/${reply.json().id}`, 'writer')
      expect(reply.headers['etag']).toBe(read.headers['etag'])
    })

    test('belongs to nobody when an API key makes it', async () => {
      const { id } = await create({ ctx_no: fresh() }, undefined, 'key20')
      expect((await row('contexts', id))['creator']).toBeNull()
    })

    test('a new plugin row without fields is passed over', async () => {
      const { plugins } = await create(
        { ctx_no: fresh() },
        { samples: [{ id: null, _isNew: true, fields: {} }] },
      )
      expect(plugins['samples']?.inserted).toEqual([])
    })

    test('every problem is named at once, of the record and of its rows', async () => {
      const reply = await dig.post(
        '/api/record/contexts',
        {
          core: { ctx_no: '', depth_cm: 'deep', trench: 77, chrono_from: 5, chrono_to: 1, notes: 'a\u0000b' },
          plugins: { samples: [{ fields: { litres: 1.5 } }] },
        },
        'writer',
      )
      expect([reply.statusCode, reply.json().code]).toEqual([422, 'validation_failed'])
      const errors: Record<string, unknown>[] = reply.json().errors
      expect(
        errors.map((error) => [error['tb'], error['row'], error['field'], error['rule']]).sort(),
      ).toEqual([
        ['contexts', null, 'chrono_from', 'chrono_range'],
        ['contexts', null, 'ctx_no', 'required'],
        ['contexts', null, 'depth_cm', 'number'],
        ['contexts', null, 'notes', 'text'],
        ['contexts', null, 'trench', 'reference'],
        ['samples', 0, 'litres', 'int'],
      ])
      for (const error of errors)
        expect([error['code'], typeof error['text']]).toEqual([error['rule'], 'string'])
    })

    test('a required field that was not sent is missing', async () => {
      const reply = await dig.post('/api/record/contexts', { core: { notes: 'x' } }, 'writer')
      expect(reply.json().errors).toEqual([
        {
          field: 'ctx_no',
          label: 'Context',
          rule: 'required',
          code: 'required',
          text: 'A value is needed here.',
          tb: 'contexts',
          row: null,
        },
      ])
    })

    test('a value that another record has is refused, and nothing is stored', async () => {
      const count = async () => (await dig.get('/api/records/contexts', 'reader')).json().total
      const before = await count()
      const reply = await dig.post('/api/record/contexts', { core: { ctx_no: 'C1' } }, 'writer')
      expect(reply.json().errors).toMatchObject([{ field: 'ctx_no', rule: 'no_dupl' }])
      expect(await count()).toBe(before)
    })

    test.each<[string, unknown, Role | undefined, number, string]>([
      ['no token', { core: {} }, undefined, 401, 'unauthenticated'],
      ['a reader', { core: {} }, 'reader', 403, 'not_enough_privilege'],
      ['no core', {}, 'writer', 400, 'parameter_missing'],
      ['another table in the body', { tb: 'finds', core: {} }, 'writer', 400, 'invalid_parameter'],
      ['an id that is none', { id: 'x', core: {} }, 'writer', 400, 'invalid_parameter'],
      ['core that is a list', { core: [] }, 'writer', 400, 'invalid_parameter'],
      ['an unknown field', { core: { ctx_no: 'Z', nope: 1 } }, 'writer', 400, 'unknown_field'],
      [
        'an unknown plugin',
        { core: { ctx_no: 'Z' }, plugins: { finds: [] } },
        'writer',
        400,
        'invalid_parameter',
      ],
      [
        'an unknown field of a plugin',
        { core: { ctx_no: 'Z' }, plugins: { samples: [{ fields: { nope: 1 } }] } },
        'writer',
        400,
        'unknown_field',
      ],
      [
        'a row of another record',
        { core: { ctx_no: 'Z' }, plugins: { samples: [{ id: 1, fields: {} }] } },
        'writer',
        404,
        'record_not_found',
      ],
    ])('%s is refused', async (_case, body, as, status, expected) => {
      const reply = await dig.post('/api/record/contexts', body, as)
      expect([reply.statusCode, reply.json().code]).toEqual([status, expected])
    })

    test.each([
      ['sys_users', 404, 'unknown_table'],
      ['samples', 422, 'plugin_table_not_allowed'],
    ])('nothing is written into %s', async (table, status, expected) => {
      const reply = await dig.post(`/api/record/${table}`, { core: { lab: 'x' } }, 'super_admin')
      expect([reply.statusCode, reply.json().code]).toEqual([status, expected])
    })
  })

  test('of several who take the same number at once one gets it', async () => {
    const name = fresh()
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => dig.post('/api/record/contexts', { core: { ctx_no: name } }, 'writer')),
    )
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 422, 422, 422])
  })

  test('what a unique index refuses is told like a rule of the field', async () => {
    const index = { name: 'one_note', columns: ['notes'], is_unique: true }
    const made = await dig.post(
      '/api/config/table/trenches/field',
      { name: 'notes', type: 'text', db_type: 'TEXT' },
      'super_admin',
    )
    expect(made.statusCode, made.body).toBe(200)
    const reply = await dig.post('/api/config/table/trenches/indexes', index, 'super_admin')
    expect(reply.statusCode, reply.body).toBe(200)
    await dig.post('/api/record/trenches', { core: { code: 'N1', notes: 'same' } }, 'writer')
    const second = await dig.post('/api/record/trenches', { core: { code: 'N2', notes: 'same' } }, 'writer')
    expect([second.statusCode, second.json().errors]).toMatchObject([
      422,
      [{ field: 'notes', rule: 'no_dupl' }],
    ])
  })
})
