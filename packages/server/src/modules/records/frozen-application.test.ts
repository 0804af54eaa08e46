import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvForm, formWith } from '../../testing/import-file.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { sendFile } from '../../testing/send-file.js'

type Change = ['POST' | 'PUT' | 'PATCH' | 'DELETE', string, unknown?]

const temp = '0'.repeat(32)

const changes: Change[] = [
  ['POST', '/api/record/contexts', { core: { ctx_no: 'C9' } }],
  ['POST', '/api/record/contexts', { id: 1, core: { notes: 'x' } }],
  ['POST', '/api/record/contexts/1', { core: { notes: 'x' } }],
  ['PUT', '/api/record/contexts/1', { core: { notes: 'x' } }],
  ['PATCH', '/api/record/contexts/1', { core: { notes: 'x' } }],
  ['PATCH', '/api/records/contexts', { ids: [1], core: { notes: 'x' } }],
  ['DELETE', '/api/records/contexts', { ids: [1] }],
  ['DELETE', '/api/record/contexts/1'],
  ['DELETE', '/api/record/contexts/1/plugins'],
  ['POST', '/api/record/contexts/1/duplicate'],
  ['POST', '/api/version/1/restore', {}],
  ['POST', '/api/record/contexts/rs', { first: 3, relation: 5, second: 4 }],
  ['DELETE', '/api/rs/1'],
  ['POST', '/api/manual-link', { tb_one: 'contexts', id_one: 2, tb_two: 'finds', id_two: 2 }],
  ['DELETE', '/api/manual-link/1'],
  ['POST', '/api/record/contexts/2/link-file', { fileId: 1 }],
  ['DELETE', '/api/file-link/1'],
  ['POST', '/api/files/sort', { order: [1] }],
  ['PATCH', '/api/file/1', { description: 'x' }],
  ['DELETE', '/api/file/1'],
  [
    'POST',
    '/api/import/data',
    { temp_id: temp, tb: 'contexts', mapping: { a: 'ctx_no' }, key_field: 'ctx_no' },
  ],
  ['POST', '/api/import/geojson', { temp_id: temp, tb: 'contexts', geo_prop: 'a', key_field: 'ctx_no' }],
  ['POST', '/api/import/photos', { temp_id: temp, tb: 'contexts' }],
  [
    'POST',
    '/api/geoface/feature',
    { tb: 'contexts', id: 1, geometry: { type: 'Point', coordinates: [1, 2] } },
  ],
  ['PUT', '/api/geoface/feature', { geodata: [{ id: 1, geometry: { type: 'Point', coordinates: [1, 2] } }] }],
  ['DELETE', '/api/geoface/feature', { ids: [1] }],
  ['POST', '/api/refman/link', { tb: 'contexts', record_id: 1, lib_id: 1, refman_key: 'AAAAAAA2' }],
  ['PATCH', '/api/refman/link/1', { pages: '1' }],
  ['DELETE', '/api/refman/link/1'],
  ['POST', '/api/refman/sync/contexts/1'],
  ['POST', '/api/refman/sync'],
  ['POST', '/api/search-replace', { tb: 'contexts', fld: 'notes', search: 'topsoil', replace: 'x' }],
]

describe.each(engines)('a frozen application (%s)', (engine) => {
  let dig: Dig
  let before: string

  beforeAll(async () => {
    dig = await openDig(engine)
    const made = [
      await sendFile(dig, '/api/record/contexts/1/file', 'plan.txt', 'a plan', 'super_admin'),
      await dig.post('/api/record/contexts/1', { core: { notes: 'topsoil, dry' } }, 'super_admin'),
      await dig.post('/api/record/contexts/rs', { first: 1, relation: 5, second: 2 }, 'super_admin'),
      await dig.post(
        '/api/manual-link',
        { tb_one: 'contexts', id_one: 1, tb_two: 'finds', id_two: 1 },
        'super_admin',
      ),
      await dig.post(
        '/api/geoface/feature',
        { tb: 'contexts', id: 1, geometry: { type: 'Point', coordinates: [3, 4] } },
        'super_admin',
      ),
      await dig.post('/api/refman/lib', { type: 'group', refman_id: 501, name: 'Survey' }, 'super_admin'),
    ]
    await dig.application.db.write((tx) =>
      tx.insert('sys_refman_links', {
        tb: 'contexts',
        record_id: 1,
        lib_id: 1,
        refman_key: 'AAAAAAA2',
        detached: 0,
        created_at: 1,
      }),
    )
    made.push(await dig.put('/api/config/app', { status: 'frozen' }, 'super_admin'))
    expect(made.map(({ statusCode }) => statusCode)).toEqual(made.map(() => 200))
    before = (await dig.get('/api/record/contexts/1', 'super_admin')).headers['etag'] as string
  })
  afterAll(() => dig.close())

  test.each<Change>(changes)(
    '%s %s is refused by that word, to super-administrators too',
    async (method, url, body) => {
      const send = { POST: dig.post, PUT: dig.put, PATCH: dig.patch, DELETE: dig.delete }[method]
      const reply = await send(url, body, 'super_admin')
      expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([
        403,
        'not_enough_privilege',
        'frozen',
      ])
    },
  )

  test.each(['/api/record/contexts/1/file', '/api/file/1/replace'])(
    'no file is taken in: %s',
    async (url) => {
      const reply = await sendFile(dig, url, 'plan.txt', 'another', 'super_admin')
      expect([reply.statusCode, reply.json().detail]).toEqual([403, 'frozen'])
    },
  )

  test('everything is read as before, and says that it cannot be changed', async () => {
    const record = await dig.get('/api/record/contexts/1', 'super_admin')
    expect(record.headers['etag']).toBe(before)
    expect(record.json().metadata).toMatchObject({ can_edit: false, can_delete: false, can_add: false })
    expect((await dig.get('/api/records/contexts', 'writer')).json()).toMatchObject({
      total: 6,
      can_add: false,
    })
  })

  test('the look at a file to be imported stores nothing and is allowed', async () => {
    const form = formWith(csvForm('a\n1'))
    const reply = await dig.request({ method: 'POST', url: '/api/import/preview-file', ...form }, 'writer')
    expect(reply.statusCode).toBe(200)
  })

  test('what people save for themselves is no record, and is saved and deleted as before', async () => {
    const query = { name: 'layers', tb: 'contexts', query: { filter: { ctx_type: { _eq: 'layer' } } } }
    const saved = await dig.post('/api/saved-queries', query, 'writer')
    expect([saved.statusCode, saved.body]).toMatchObject([200, expect.any(String)])
    const { id } = saved.json().query
    expect((await dig.post(`/api/saved-query/${id}/share`, undefined, 'writer')).statusCode).toBe(200)
    expect((await dig.delete(`/api/saved-query/${id}`, undefined, 'writer')).statusCode).toBe(200)
  })
})
