import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../../testing/open-dig.js'
import { recordsOf } from '../../../testing/records-of.js'

describe.each(oneEngine)('changing records (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  const { create, fresh, row, versions } = recordsOf(() => dig)

  describe('a change', () => {
    let id: number
    let rows: number[]
    let name: string
    beforeEach(async () => {
      name = fresh()
      const made = await create(
        { ctx_no: name, trench: 1, notes: 'before', depth_cm: 5 },
        { samples: [{ fields: { litres: 1 } }, { fields: { litres: 2, lab: 'Kiel' } }] },
      )
      id = made.id
      rows = made.plugins['samples']?.inserted ?? []
    })

    test.each(['post', 'put', 'patch'] as const)(
      'by %s writes only what is sent, and keeps the state before',
      async (method) => {
        const reply = await dig[method](`/api/record/contexts/${id}`, { core: { notes: 'after' } }, 'writer')
        expect(reply.json()).toEqual({ status: 'success', code: 'success_saved', id, plugins: {} })
        expect(await row('contexts', id)).toMatchObject({ ctx_no: name, notes: 'after', depth_cm: 5 })
        const [version, ...others] = await versions('contexts', id)
        expect(others).toEqual([])
        expect([version?.userid, version?.operation]).toEqual([dig.userId('writer'), 'update'])
        expect(version?.content.core).toMatchObject({
          id,
          creator: dig.userId('writer'),
          ctx_no: name,
          notes: 'before',
          depth_cm: 5,
        })
        expect(version?.content.plugins['samples']).toEqual([
          { id: rows[0], id_link: id, litres: 1, lab: null },
          { id: rows[1], id_link: id, litres: 2, lab: 'Kiel' },
        ])
      },
    )

    test('with the id in the body goes to the same place', async () => {
      const reply = await dig.post(
        '/api/record/contexts',
        { id: String(id), core: { notes: 'after' } },
        'writer',
      )
      expect(reply.json().code).toBe('success_saved')
      expect((await row('contexts', id))['notes']).toBe('after')
    })

    test('of everything a client read back to the same values writes nothing and makes no version', async () => {
      const core = { ...(await row('contexts', id)), depth_cm: '5', count_of: '', trench: '1' }
      const plugins = {
        samples: rows.map((rowId, k) => ({
          id: rowId,
          fields: { id: rowId, id_link: id, litres: String(k + 1) },
        })),
      }
      const reply = await dig.post(`/api/record/contexts/${id}`, { core, plugins }, 'writer')
      expect(reply.json().plugins).toEqual({ samples: { inserted: [], updated: 0, deleted: 0 } })
      expect(await versions('contexts', id)).toEqual([])
    })

    test('an empty text or null clears a field', async () => {
      await dig.patch(`/api/record/contexts/${id}`, { core: { notes: '', depth_cm: null } }, 'writer')
      expect(await row('contexts', id)).toMatchObject({ notes: null, depth_cm: null })
    })

    test('of plugin rows alone is kept as a version too', async () => {
      const plugins = {
        samples: [
          { id: rows[0], _delete: true },
          { id: String(rows[1]), fields: { litres: 7 } },
          { _isNew: true, id: 12345, fields: { litres: 8 } },
        ],
      }
      const reply = await dig.patch(`/api/record/contexts/${id}`, { plugins }, 'writer')
      expect(reply.json().plugins.samples).toEqual({ inserted: [expect.any(Number)], updated: 1, deleted: 1 })
      const record = (await dig.get(`/api/record/contexts/${id}`, 'reader')).json()
      expect(record.plugins.samples.data.map((one: { litres: { val: number } }) => one.litres.val)).toEqual([
        7, 8,
      ])
      expect(await versions('contexts', id)).toHaveLength(1)
    })

    test('a plugin row that is to go goes, also when it says that it is new', async () => {
      const samples = [{ id: rows[0], _isNew: true, _delete: true, fields: {} }]
      const reply = await dig.post(`/api/record/contexts/${id}`, { plugins: { samples } }, 'writer')
      expect(reply.json().plugins.samples).toEqual({ inserted: [], updated: 0, deleted: 1 })
    })

    test('a row of another record is not touched', async () => {
      const plugins = { samples: [{ id: 1, fields: { litres: 99 } }] }
      const reply = await dig.patch(`/api/record/contexts/${id}`, { core: { notes: 'x' }, plugins }, 'writer')
      expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([
        404,
        'record_not_found',
        { tb: 'samples', id: 1 },
      ])
      expect((await row('contexts', id))['notes']).toBe('before')
    })

    test('an own value is no duplicate of itself; that of another record is', async () => {
      const own = await dig.patch(
        `/api/record/contexts/${id}`,
        { core: { ctx_no: name, notes: 'x' } },
        'writer',
      )
      expect(own.statusCode).toBe(200)
      const foreign = await dig.patch(`/api/record/contexts/${id}`, { core: { ctx_no: 'C2' } }, 'writer')
      expect(foreign.json().errors).toMatchObject([
        { field: 'ctx_no', rule: 'no_dupl', text: 'This value is already used.' },
      ])
    })

    test('a plugin row is no duplicate of itself; rows of one save are compared with each other', async () => {
      const field = { name: 'bag', label: 'Bag', type: 'text', db_type: 'TEXT', check: ['no_dupl'] }
      await dig.post('/api/config/table/samples/field', field, 'super_admin')
      const save = async (...samples: unknown[]) => {
        const reply = await dig.patch(`/api/record/contexts/${id}`, { plugins: { samples } }, 'writer')
        const errors: { row: number; rule: string }[] = reply.json().errors ?? []
        return [reply.statusCode, errors.map(({ row, rule }) => [row, rule])]
      }
      const [one, two] = rows
      const [first, second] = [`${name}/1`, `${name}/2`]
      expect(await save({ id: one, fields: { bag: first } })).toEqual([200, []])
      expect(await save({ id: one, fields: { bag: first, litres: 7 } })).toEqual([200, []])
      expect(await save({ id: two, fields: { bag: first } })).toEqual([422, [[0, 'no_dupl']]])
      expect(await save({ fields: { bag: second } }, { fields: { bag: second } })).toEqual([
        422,
        [[1, 'no_dupl']],
      ])
      const swapped = await save({ id: one, fields: { bag: second } }, { id: two, fields: { bag: first } })
      expect(swapped).toEqual([200, []])
    })

    test('plugin rows with a lookup field show their own fields alone, and can be sent back as they were read', async () => {
      const field = {
        name: 'kept_in',
        label: 'Kept in',
        type: 'select',
        db_type: 'INTEGER',
        id_from_tb: 'trenches',
      }
      await dig.post('/api/config/table/samples/field', field, 'super_admin')
      const url = `/api/record/contexts/${id}`
      await dig.patch(url, { plugins: { samples: [{ id: rows[0], fields: { kept_in: '2' } }] } }, 'writer')
      const { core, plugins } = (await dig.get(url, 'writer')).json()
      type Row = Record<string, { val: unknown; val_label: unknown }>
      const sent = (row: Row) => Object.fromEntries(Object.entries(row).map(([key, { val }]) => [key, val]))
      const [first]: Row[] = plugins.samples.data
      expect(first?.['kept_in']).toMatchObject({ val: 2, val_label: 'B' })
      expect(Object.keys(first ?? {})).not.toContain('code')
      const samples = plugins.samples.data.map((row: Row) => ({ id: row['id']?.val, fields: sent(row) }))
      const before = (await versions('contexts', id)).length
      const reply = await dig.post(url, { core: sent(core), plugins: { samples } }, 'writer')
      expect([reply.statusCode, reply.json().plugins.samples.updated]).toEqual([200, 0])
      expect(await versions('contexts', id)).toHaveLength(before)
    })

    test('old values that break a rule do not keep others from being saved', async () => {
      await dig.application.db.write((tx) =>
        tx.run(sql`UPDATE contexts SET trench = 555, ctx_no = '' WHERE id = ${id}`),
      )
      const core = { trench: 555, ctx_no: '', notes: 'saved all the same' }
      expect((await dig.patch(`/api/record/contexts/${id}`, { core }, 'writer')).statusCode).toBe(200)
      expect((await row('contexts', id))['notes']).toBe('saved all the same')
      await dig.application.db.write((tx) =>
        tx.run(sql`UPDATE contexts SET trench = NULL, ctx_no = ${fresh()} WHERE id = ${id}`),
      )
    })

    test('the period is checked together with what is stored', async () => {
      await dig.patch(`/api/record/contexts/${id}`, { core: { chrono_from: -100 } }, 'writer')
      const reply = await dig.patch(`/api/record/contexts/${id}`, { core: { chrono_to: -200 } }, 'writer')
      expect(reply.json().errors).toMatchObject([{ field: 'chrono_from', rule: 'chrono_range' }])
    })

    test('whoever may only change his own records changes no others', async () => {
      const reply = await dig.patch(`/api/record/contexts/${id}`, { core: { notes: 'x' } }, 'self_writer')
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
      const own = await create({ ctx_no: fresh() }, undefined, 'self_writer')
      const saved = await dig.patch(
        `/api/record/contexts/${own.id}`,
        { core: { notes: 'mine' } },
        'self_writer',
      )
      expect(saved.statusCode).toBe(200)
    })

    test.each<[string, number, Role, number, string]>([
      ['a reader', 1, 'reader', 403, 'not_enough_privilege'],
      ['a reader, of a record that does not exist', 99_999, 'reader', 403, 'not_enough_privilege'],
      ['a record that does not exist', 99_999, 'writer', 404, 'record_not_found'],
    ])('%s is refused', async (_case, recordId, as, status, expected) => {
      const reply = await dig.patch(`/api/record/contexts/${recordId}`, { core: { notes: 'x' } }, as)
      expect([reply.statusCode, reply.json().code]).toEqual([status, expected])
    })

    test('an id that differs from the address is refused', async () => {
      const reply = await dig.patch(`/api/record/contexts/${id}`, { id: id + 1, core: {} }, 'writer')
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
    })

    test('that rests on an older answer is refused and told who changed the record', async () => {
      const { etag } = (await dig.get(`/api/record/contexts/${id}`, 'writer')).headers
      const headers = { 'if-match': String(etag) }
      const save = (notes: string) =>
        dig.request(
          { method: 'PATCH', url: `/api/record/contexts/${id}`, headers, payload: { core: { notes } } },
          'admin',
        )
      const first = await save('first')
      expect(first.statusCode).toBe(200)
      const second = await save('second')
      expect([second.statusCode, second.json().code]).toEqual([412, 'stale_record'])
      expect(second.json().detail).toEqual({
        userid: dig.userId('admin'),
        user_name: 'admin',
        time: expect.stringMatching(/^\d{4}-.*:\d\dZ$/),
      })
      expect((await row('contexts', id))['notes']).toBe('first')
      headers['if-match'] = String(first.headers['etag'])
      expect((await save('third')).statusCode).toBe(200)
      headers['if-match'] = '*'
      expect((await save('fourth')).statusCode).toBe(200)
    })

    test('with an entity tag that a proxy weakened or marked, and with several tags, is taken when one fits', async () => {
      const url = `/api/record/contexts/${id}`
      const tag = async () => String((await dig.get(url, 'writer')).headers['etag'])
      const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', ifMatch: string) =>
        dig.request(
          { method, url, headers: { 'if-match': ifMatch }, payload: { core: { notes: ifMatch } } },
          'admin',
        )
      const status = async (...request: Parameters<typeof send>) => (await send(...request)).statusCode
      const old = await tag()
      expect(await status('PATCH', `W/${old}`)).toBe(200)
      expect(await status('PUT', `W/${old}`)).toBe(412)
      expect(await status('PUT', `W/"none.x", W/${await tag()}`)).toBe(200)
      expect(await status('POST', `${old},${await tag()}`)).toBe(200)
      expect(await status('POST', `${old}, "none.x" , W/${old}`)).toBe(412)
      expect(await status('PATCH', (await tag()).replace(/"$/, '-gzip"'))).toBe(200)
      expect(await status('PATCH', ' * ')).toBe(200)
      expect(await status('PATCH', 'none')).toBe(412)
      expect(await status('DELETE', `W/${old}`)).toBe(412)
      expect(await status('DELETE', `W/${await tag()}`)).toBe(200)
    })

    test('that rests on an older answer is refused when raw SQL changed a field or a plugin row', async () => {
      const url = `/api/record/contexts/${id}`
      const samples = [{ fields: { lab: 'Graz' } }]
      const { plugins } = (await dig.patch(url, { plugins: { samples } }, 'writer')).json()
      const tag = async () => String((await dig.get(url, 'writer')).headers['etag'])
      const save = async (etag: string) => {
        const headers = { 'if-match': etag }
        const payload = { core: { notes: etag } }
        return (await dig.request({ method: 'PATCH', url, headers, payload }, 'writer')).statusCode
      }
      const [sampleId] = plugins.samples.inserted
      for (const statement of [
        sql`UPDATE contexts SET depth_cm = 77 WHERE id = ${id}`,
        sql`UPDATE samples SET lab = 'Wien' WHERE id = ${sampleId}`,
        sql`DELETE FROM samples WHERE id = ${sampleId}`,
      ]) {
        const before = await tag()
        await dig.application.db.write((tx) => tx.run(statement))
        expect(await save(before)).toBe(412)
        expect(await save(await tag())).toBe(200)
      }
    })

    test('is not refused because a record that it refers to has another name now', async () => {
      const { id: find } = (
        await dig.post('/api/record/finds', { core: { inv_no: fresh(), context: id } }, 'writer')
      ).json()
      const read = () => dig.get(`/api/record/finds/${find}`, 'writer')
      const etag = String((await read()).headers['etag'])
      await dig.patch(`/api/record/contexts/${id}`, { core: { ctx_no: fresh() } }, 'writer')
      expect((await read()).headers['etag']).not.toBe(etag)
      const reply = await dig.request(
        {
          method: 'PATCH',
          url: `/api/record/finds/${find}`,
          headers: { 'if-match': etag },
          payload: { core: { material: 'bone' } },
        },
        'writer',
      )
      expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
    })

    test('of two saves that rest on the same answer one is refused', async () => {
      const { etag } = (await dig.get(`/api/record/contexts/${id}`, 'writer')).headers
      const replies = await Promise.all(
        ['a', 'b', 'c', 'd'].map((notes) =>
          dig.request(
            {
              method: 'PATCH',
              url: `/api/record/contexts/${id}`,
              headers: { 'if-match': String(etag) },
              payload: { core: { notes } },
            },
            'writer',
          ),
        ),
      )
      expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 412, 412, 412])
    })
  })
})

describe.each(oneEngine)('writing inside a row filter (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.application.db.write((tx) =>
      tx.insert('sys_user_table_privs', {
        user_id: dig.userId('writer'),
        table_name: 'contexts',
        privilege: 20,
        filter: JSON.stringify({ ctx_type: { _eq: 'layer' } }),
        outside: 'hide',
      }),
    )
  })
  afterAll(() => dig.close())

  const answer = async (reply: ReturnType<Dig['post']>) => {
    const { statusCode, body } = await reply
    return [statusCode, JSON.parse(body).code]
  }

  test('a record inside can be changed, one outside does not exist', async () => {
    expect(await answer(dig.patch('/api/record/contexts/1', { core: { notes: 'x' } }, 'writer'))).toEqual([
      200,
      'success_saved',
    ])
    expect(await answer(dig.patch('/api/record/contexts/2', { core: { notes: 'x' } }, 'writer'))).toEqual([
      404,
      'record_not_found',
    ])
  })

  test('a record cannot be moved outside, nor made there', async () => {
    expect(
      await answer(dig.patch('/api/record/contexts/1', { core: { ctx_type: 'cut' } }, 'writer')),
    ).toEqual([403, 'outside_row_filter'])
    expect(
      await answer(dig.post('/api/record/contexts', { core: { ctx_no: 'O1', ctx_type: 'cut' } }, 'writer')),
    ).toEqual([403, 'outside_row_filter'])
    expect(
      await answer(dig.post('/api/record/contexts', { core: { ctx_no: 'I1', ctx_type: 'layer' } }, 'writer')),
    ).toEqual([200, 'success_created'])
    const { total } = (await dig.get('/api/records/contexts', 'super_admin')).json()
    expect(total).toBe(7)
  })

  test('a hidden record cannot be referred to', async () => {
    const reply = await dig.post('/api/record/finds', { core: { inv_no: 'G1', context: 2 } }, 'writer')
    expect(reply.json().errors).toMatchObject([{ field: 'context', rule: 'reference' }])
  })
})
