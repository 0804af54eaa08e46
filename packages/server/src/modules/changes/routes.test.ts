import type { Change, ChangeSet } from '@trowel/contract/changes.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvForm, preview } from '../../testing/import-file.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'

interface Listed {
  readonly total: number
  readonly data: ChangeSet[]
}
interface Detail {
  readonly change_set: ChangeSet
  readonly total: number
  readonly changes: Change[]
}

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

describe.each(engines)('change sets (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const list = async (query = '', as: Role = 'writer') => {
    const reply = await dig.get(`/api/change-sets${query}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<Listed>()
  }
  const newest = async (as: Role = 'writer') => {
    const [set] = (await list('?per_page=1', as)).data
    if (!set) throw new Error('There is no set.')
    return set
  }
  const detail = async (id: number, as: Role = 'writer', query = '') => {
    const reply = await dig.get(`/api/change-set/${id}${query}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<Detail>()
  }
  const save = async (table: string, id: number, body: object, as: Role = 'writer') => {
    const reply = await dig.post(`/api/record/${table}/${id}`, body, as)
    expect(reply.statusCode, reply.body).toBe(200)
  }
  const create = async (table: string, body: object, as: Role = 'writer') => {
    const reply = await dig.post(`/api/record/${table}`, body, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ id: number }>().id
  }

  test('tell who changed what by which way, and what each row was before and after', async () => {
    await save('contexts', 1, { core: { notes: 'backfill' } })
    const set = await newest()
    expect(set).toEqual({
      id: expect.any(Number),
      time: moment,
      user: dig.userId('writer'),
      user_name: 'writer',
      key: null,
      origin: 'form',
      note: null,
      title: '1 record changed in Contexts',
      sentence: 'set_updated_in',
      facts: { things: '1 record', 'things.sentence': 'one_record', table: 'Contexts' },
      counts: { record: { created: 0, updated: 1, deleted: 0 } },
      record: { table: 'contexts', id: 1, label: expect.any(String) },
      undone_by: null,
      undoes: null,
      undoable: true,
      incomplete: false,
    })
    expect(await detail(set.id)).toEqual({
      status: 'success',
      change_set: set,
      total: 1,
      page: 1,
      per_page: 100,
      changes: [
        {
          entity: 'record',
          table: 'contexts',
          id: 1,
          record: { table: 'contexts', id: 1, label: 'C1' },
          operation: 'updated',
          fields: [{ field: 'notes', label: 'Notes', before: 'topsoil', after: 'backfill' }],
        },
      ],
    })
    await save('contexts', 1, { core: { notes: 'third' } })
    expect((await detail(set.id)).changes[0]?.fields).toMatchObject([
      { before: 'topsoil', after: 'backfill' },
    ])
  })

  test('show a creation with its values, a deletion with what went with the record', async () => {
    const id = await create('contexts', {
      core: { ctx_no: 'C9', depth_cm: 1.5 },
      plugins: { samples: [{ fields: { litres: 3 } }] },
    })
    const made = await newest()
    expect(made).toMatchObject({ title: '1 record in Contexts', counts: { plugin_row: { created: 1 } } })
    const { changes } = await detail(made.id)
    expect(changes.map(({ entity, operation, record }) => [entity, operation, record])).toEqual([
      ['record', 'created', { table: 'contexts', id, label: 'C9' }],
      ['plugin_row', 'created', { table: 'contexts', id, label: 'C9' }],
    ])
    expect(changes[0]?.fields).toContainEqual({ field: 'depth_cm', label: 'Depth', before: null, after: 1.5 })
    expect(changes[0]?.fields.map(({ field }) => field)).not.toContain('notes')
    await dig.post(
      '/api/manual-link',
      { tb_one: 'contexts', id_one: id, tb_two: 'finds', id_two: 1 },
      'writer',
    )
    expect((await dig.delete(`/api/record/contexts/${id}`, undefined, 'writer')).statusCode).toBe(200)
    const gone = await newest()
    expect(gone).toMatchObject({ title: '1 record deleted from Contexts' })
    expect(
      (await detail(gone.id)).changes.map(({ entity, operation }) => `${entity} ${operation}`).sort(),
    ).toEqual(['manual_link deleted', 'plugin_row deleted', 'record deleted'])
    expect((await detail(made.id)).changes).toEqual(
      changes.map((change) => ({ ...change, record: { table: 'contexts', id, label: null } })),
    )
  })

  test('of an import are one, in pages, with its number written for people', async () => {
    const rows = Array.from({ length: 1234 }, (_, k) => `I${k},clay`).join('\n')
    const { temp_id } = (await preview(dig, csvForm(`inv_no,material\n${rows}\n`), 'writer')).json()
    const body = { temp_id, type: 'csv', tb: 'finds', key_field: 'inv_no', mode: 'insert' }
    const mapping = { inv_no: 'inv_no', material: 'material' }
    expect((await dig.post('/api/import/data', { ...body, mapping }, 'writer')).statusCode).toBe(200)
    const set = await newest()
    expect(set).toMatchObject({
      origin: 'import',
      title: '1,234 records in Finds',
      facts: { things: '1,234 records', 'things.count': 1234, table: 'Finds' },
    })
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => detail(set.id, 'writer', `?per_page=500&page=${page}`)),
    )
    expect(pages.map(({ changes }) => changes.length)).toEqual([500, 500, 234, 0])
    expect(pages.map(({ total }) => total)).toEqual([1234, 1234, 1234, 1234])
    const numbers = pages.flatMap(({ changes }) =>
      changes.map(({ fields }) => fields.find(({ field }) => field === 'inv_no')?.after),
    )
    expect(numbers).toEqual(Array.from({ length: 1234 }, (_, k) => `I${k}`))
  })

  test('are listed in pages, and found by table, record, way, person and time', async () => {
    await save('finds', 7, { core: { material: 'steel' } }, 'self_writer')
    await save('contexts', 3, {
      core: { notes: 'found later' },
      plugins: { samples: [{ id: 3, fields: { litres: 6 } }] },
    })
    await save('contexts', 3, { plugins: { samples: [{ id: 3, fields: { litres: 7 } }] } })
    const whole = await list('?per_page=200')
    expect(whole.data).toHaveLength(whole.total)
    const pages = await Promise.all([1, 2, 3].map((page) => list(`?per_page=2&page=${page}`)))
    expect(pages.flatMap(({ data }) => data)).toEqual(whole.data.slice(0, 6))
    const [last, before] = whole.data
    const ids = async (query: string, as: Role = 'writer') => (await list(query, as)).data.map(({ id }) => id)
    expect(last?.title).toBe('1 row changed in Samples')
    expect((await ids('?record=contexts:3')).slice(0, 2)).toEqual([last?.id, before?.id])
    expect(await ids('?record=contexts:4')).toEqual([])
    expect(await ids('?record=coins:4')).toEqual([])
    expect(await ids('?table=coins')).toEqual([])
    expect(await ids('?table=sys_users', 'super_admin')).toEqual([])
    expect((await ids('?table=samples'))[0]).toBe(last?.id)
    expect((await ids('?table=contexts'))[0]).toBe(before?.id)
    expect(await ids('?origin=import')).toHaveLength(1)
    expect(await ids('?origin=map')).toEqual([])
    expect(await ids('', 'self_writer')).toHaveLength(1)
    expect(await ids('?user=self_&table=finds', 'admin')).toHaveLength(1)
    expect(await ids(`?user=${dig.userId('writer')}&per_page=200`, 'key10')).toEqual(
      whole.data.map(({ id }) => id),
    )
    expect(await ids('', 'key20')).toEqual([])
    const time = last?.time ?? ''
    expect((await ids(`?from=${time}&to=${time}`))[0]).toBe(last?.id)
    expect(await ids(`?from=${time.slice(0, 10)}&to=${time.slice(0, 10)}&per_page=200`)).toHaveLength(
      whole.total,
    )
    expect(await ids('?to=2001-01-01T00:00%2B02:00')).toEqual([])
  })

  test.each([
    ['no token', '/api/change-sets', undefined, 401, 'unauthenticated'],
    ['the sets of others', '/api/change-sets?user=*', 'writer', 403, 'not_enough_privilege'],
    ['a way that there is not', '/api/change-sets?origin=magic', 'writer', 400, 'invalid_parameter'],
    ['a record without a table', '/api/change-sets?record=12', 'writer', 400, 'invalid_parameter'],
    ['the thirtieth of February', '/api/change-sets?from=2026-02-30', 'writer', 400, 'invalid_parameter'],
    ['a moment in words', '/api/change-sets?to=yesterday', 'writer', 400, 'invalid_parameter'],
    ['a page that is no number', '/api/change-sets?page=one', 'writer', 400, 'invalid_parameter'],
    ['a set that is not there', '/api/change-set/99999', 'admin', 404, 'change_set_not_found'],
    [
      'a number beyond all sets',
      '/api/change-set/99999999999999999999',
      'admin',
      404,
      'change_set_not_found',
    ],
  ] as const)('%s is refused', async (_case, url, as, status, code) => {
    const reply = await dig.get(url, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('of somebody else do not exist for those who are no administrators', async () => {
    const { id } = await newest('self_writer')
    expect((await dig.get(`/api/change-set/${id}`, 'writer')).json().code).toBe('change_set_not_found')
    expect((await detail(id, 'admin')).change_set).toMatchObject({ user_name: 'self_writer', undoable: true })
    expect((await detail(id, 'key10')).total).toBe(1)
  })

  test('name the key of a program, also when it is gone', async () => {
    await save('finds', 1, { core: { material: 'chert' } }, 'key20')
    const set = (await list('?user=0', 'admin')).data[0]
    expect(set).toMatchObject({ user: 0, user_name: null, key: { id: expect.any(Number), label: 'key 20' } })
    const shown = await detail(set?.id ?? 0, 'super_admin')
    expect(shown.change_set.key).toEqual(set?.key)
  })

  test('of the configuration are shown to super-administrators, and not undone', async () => {
    await dig.put('/api/config/table/finds', { label: 'Small finds' }, 'super_admin')
    expect(await newest('super_admin')).toMatchObject({ title: '1 table changed', origin: 'configuration' })
    await dig.put('/api/config/app', { definition: 'A trial' }, 'super_admin')
    expect(await newest('super_admin')).toMatchObject({ title: 'Settings of the project changed' })
    await dig.put('/api/config/table/finds', { label: 'Finds' }, 'super_admin')
    const field = { name: 'colour', label: 'Colour', type: 'text', db_type: 'TEXT' }
    expect((await dig.post('/api/config/table/finds/field', field, 'super_admin')).statusCode).toBe(200)
    const set = await newest('super_admin')
    const counts = { configuration: { created: 1 } }
    expect(set).toMatchObject({ title: '1 field', undoable: false, counts })
    const { changes } = await detail(set.id, 'super_admin')
    expect(changes[0]).toMatchObject({ entity: 'configuration', table: 'finds', record: null })
    expect(changes[0]?.fields).toContainEqual({ field: 'name', label: 'Name', before: null, after: 'colour' })
    expect((await dig.get(`/api/change-set/${set.id}`, 'admin')).statusCode).toBe(404)
  })
})

/** The words that nobody may read who does not see the rows. */
const secret = 'hoard'

describe.each(engines)('change sets for a caller with a row filter (%s)', (engine) => {
  let dig: Dig
  const ids: Record<string, number> = {}
  const as = 'writer'
  const must = async (reply: Awaited<ReturnType<Dig['get']>>) => {
    expect(reply.statusCode, reply.body).toBe(200)
    return reply
  }
  /** What was done by the writer, before he was restricted. */
  const done = async (name: string, work: () => Promise<unknown>) => {
    await work()
    ids[name] = (await dig.get('/api/change-sets?per_page=1', as)).json().data[0].id
  }
  const save = (id: number, body: object) => dig.post(`/api/record/contexts/${id}`, body, as).then(must)
  const notes = (text: string) => ({ core: { notes: text } })

  beforeAll(async () => {
    dig = await openDig(engine)
    await done('visible', () => save(1, notes('plain')))
    await done('hidden', () => save(2, notes(secret)))
    await done('becomes secret', () => save(1, { core: { ctx_type: 'cut', notes: secret } }))
    await done('sample while secret', () =>
      save(1, { plugins: { samples: [{ id: 1, fields: { lab: secret } }] } }),
    )
    await done('comes back', () =>
      save(1, {
        core: { ctx_type: 'layer', notes: 'plain again' },
        plugins: { samples: [{ id: 1, fields: { lab: 'Bern' } }] },
      }),
    )
    await done('sample', () => save(1, { plugins: { samples: [{ id: 1, fields: { lab: 'Basel' } }] } }))
    await done('mixed', () =>
      dig.patch('/api/records/contexts', { ids: [1, 2, 6], core: { count_of: 77 } }, as).then(must),
    )
    await done('link to hidden', () =>
      dig
        .post(
          '/api/manual-link',
          { tb_one: 'contexts', id_one: 1, tb_two: 'contexts', id_two: 2, label: secret },
          as,
        )
        .then(must),
    )
    await done('link', () =>
      dig
        .post(
          '/api/manual-link',
          { tb_one: 'contexts', id_one: 1, tb_two: 'contexts', id_two: 6, label: 'same fire' },
          as,
        )
        .then(must),
    )
    await done('relation', () =>
      dig.post('/api/record/contexts/rs', { first: 1, second: 2, relation: 1 }, as).then(must),
    )
    await done('geometry', () =>
      dig
        .post(
          '/api/geoface/feature',
          { tb: 'contexts', id: 2, geometry: { type: 'Point', coordinates: [1, 2] } },
          as,
        )
        .then(must),
    )
    await done('deleted', () => dig.delete('/api/record/contexts/4', undefined, as).then(must))
    await done('other table', () =>
      dig.post('/api/record/finds/1', { core: { material: 'jet' } }, as).then(must),
    )
    await hideRows(dig, as, 'contexts', { ctx_type: { _eq: 'layer' } })
  })
  afterAll(() => dig.close())

  const shown = async (name: string) => {
    const reply = await dig.get(`/api/change-set/${ids[name]}`, as)
    return reply.statusCode === 200 ? reply.json<Detail>() : reply.json<{ code: string }>().code
  }
  const rows = async (name: string) => {
    const answer = await shown(name)
    return typeof answer === 'string' ? answer : answer.changes.map(({ entity, id }) => `${entity} ${id}`)
  }

  test('have changes of rows that are visible now, and were before and after', async () => {
    expect(await rows('visible')).toEqual(['record 1'])
    expect(await rows('hidden')).toBe('change_set_not_found')
    expect(await rows('becomes secret')).toBe('change_set_not_found')
    expect(await rows('comes back')).toBe('change_set_not_found')
    expect(await rows('deleted')).toBe('change_set_not_found')
    expect(await rows('other table')).toEqual(['record 1'])
  })

  test('count what is seen of them', async () => {
    expect(await shown('mixed')).toMatchObject({
      total: 2,
      change_set: {
        title: '2 records changed in Contexts',
        counts: { record: { created: 0, updated: 2, deleted: 0 } },
        undoable: false,
      },
      // In the order in which the engine came by them.
      changes: expect.toSatisfy((changes: readonly { readonly id: number }[]) => {
        const ids = changes.map(({ id }) => id)
        return String(ids.toSorted()) === '1,6'
      }),
    })
  })

  test('have plugin rows as their record is seen', async () => {
    expect(await rows('sample')).toEqual(['plugin_row 1'])
    expect(await rows('sample while secret')).toBe('change_set_not_found')
  })

  test('have links whose ends are both seen', async () => {
    expect(await rows('link')).toEqual(['manual_link 2'])
    expect(await rows('link to hidden')).toBe('change_set_not_found')
    expect(await rows('relation')).toBe('change_set_not_found')
    expect(await rows('geometry')).toBe('change_set_not_found')
  })

  test('are listed as far as they are seen, with the right total', async () => {
    const listed = async (query: string) =>
      (await dig.get(`/api/change-sets?per_page=200${query}`, as)).json<Listed>()
    const { total, data } = await listed('')
    const seen = ['visible', 'sample', 'mixed', 'link', 'other table']
    expect(data.map(({ id }) => id)).toEqual(seen.map((name) => ids[name]).reverse())
    expect(total).toBe(seen.length)
    expect((await listed('&table=contexts')).total).toBe(2)
    expect((await listed('&record=contexts:1')).total).toBe(4)
    expect((await listed('&record=contexts:2')).total).toBe(0)
    expect((await listed('&record=contexts:6')).data.map(({ id }) => id)).toEqual([ids['link'], ids['mixed']])
    expect(JSON.stringify(data)).not.toContain(secret)
    const details = await Promise.all(Object.keys(ids).map(shown))
    expect(JSON.stringify(details)).not.toContain(secret)
  })

  test('are all there for an administrator, and none of a table that is hidden', async () => {
    const all = (
      await dig.get(`/api/change-sets?user=${dig.userId('writer')}&per_page=200`, 'admin')
    ).json<Listed>()
    expect(all.total).toBe(Object.keys(ids).length)
    await hideTable(dig, as, 'contexts')
    expect((await dig.get('/api/change-sets', as)).json<Listed>().data.map(({ id }) => id)).toEqual([
      ids['other table'],
    ])
    expect(await rows('link')).toBe('change_set_not_found')
  })
})
