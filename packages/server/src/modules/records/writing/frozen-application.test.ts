import { guardTable } from '@trowel/contract/guard-table.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvForm, formWith } from '../../../testing/import-file.js'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'
import { sendFile } from '../../../testing/send-file.js'

type Change = ['POST' | 'PUT' | 'PATCH' | 'DELETE', string, unknown?]

const temp = '0'.repeat(32)

const ownChanges: Change[] = [
  ['POST', '/api/record/contexts', { core: { ctx_no: 'C9' } }],
  ['POST', '/api/record/contexts', { id: 1, core: { notes: 'x' } }],
  ['POST', '/api/record/contexts/check', { core: { ctx_no: 'C9' } }],
  ['POST', '/api/record/contexts/1/check', { core: { notes: 'x' } }],
  ['POST', '/api/record/contexts/1', { core: { notes: 'x' } }],
  ['PUT', '/api/record/contexts/1', { core: { notes: 'x' } }],
  ['PATCH', '/api/record/contexts/1', { core: { notes: 'x' } }],
  ['PATCH', '/api/records/contexts', { ids: [1], core: { notes: 'x' } }],
  ['PATCH', '/api/records/contexts/cells', { records: [{ id: 1, core: { notes: 'x' } }] }],
  ['DELETE', '/api/records/contexts', { ids: [1] }],
  ['DELETE', '/api/record/contexts/1'],
  ['DELETE', '/api/record/contexts/1/plugins'],
  ['POST', '/api/record/contexts/1/duplicate'],
  ['POST', '/api/version/1/restore', {}],
  ['POST', '/api/change-set/1/undo', {}],
  ['POST', '/api/change-sets/undo', { ids: [1] }],
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
    '/api/import/relations',
    { temp_id: temp, tb: 'contexts', columns: { first: 'a', relation: 5, second: 'b' } },
  ],
  [
    'POST',
    '/api/import/new-table',
    { temp_id: temp, name: 'pots', label: 'Pots', fields: [{ column: 'a', name: 'a', kind: 'text' }] },
  ],
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
  ['DELETE', '/api/refman/lib/1'],
  ['POST', '/api/radiocarbon/recalibrate'],
  ['POST', '/api/search-replace', { tb: 'contexts', fld: 'notes', search: 'topsoil', replace: 'x' }],
]

/** Existing clients know the reference manager by another name. */
const changes: Change[] = ownChanges.flatMap((change) => {
  const [method, url, body] = change
  const legacy = url.replace('/api/refman/', '/api/zotero/')
  return legacy === url ? [change] : [change, [method, legacy, body] satisfies Change]
})

const uploads = ['/api/record/contexts/file', '/api/record/contexts/1/file', '/api/file/1/replace']

/**
 * Everything else that may change something, and goes on: the address of nothing where it would name a thing.
 */
const goesOn: Readonly<Record<string, readonly string[]>> = {
  'who asks': [
    'POST /api/auth/login',
    'POST /api/auth/oauth/exchange',
    'POST /api/admin/check-password',
    'POST /api/download-ticket',
    'POST /api/new-app',
  ],
  'questions that are sent in a body': [
    'POST /api/records/:tb',
    'POST /api/records/:tb/totals',
    'POST /api/records/:tb/groups',
    'POST /api/chart/data',
    'POST /api/assemblage/data',
    'POST /api/assemblage/seriation',
    'POST /api/import/preview-file',
    'POST /api/import/preview-photos',
    'POST /api/user/:id/privileges/preview',
    'POST /api/config/dbml/preview',
    'POST /api/free-sql/verify',
  ],
  'what people save for themselves': [
    'POST /api/saved-queries',
    'POST /api/saved-query/:id',
    'POST /api/saved-query/:id/share',
    'POST /api/saved-query/:id/unshare',
    'DELETE /api/saved-query/:id',
    'POST /api/charts',
    'POST /api/chart/:id',
    'POST /api/chart/:id/share',
    'POST /api/chart/:id/unshare',
    'DELETE /api/chart/:id',
    'POST /api/assemblages',
    'POST /api/assemblage/:id',
    'POST /api/assemblage/:id/share',
    'POST /api/assemblage/:id/unshare',
    'DELETE /api/assemblage/:id',
    'POST /api/map-views',
    'POST /api/map-view/:id',
    'POST /api/map-view/:id/share',
    'POST /api/map-view/:id/unshare',
    'DELETE /api/map-view/:id',
    'PUT /api/preferences',
  ],
  administration: [
    'PUT /api/welcome',
    'PUT /api/welcome/:picture',
    'DELETE /api/welcome/:picture',
    'POST /api/user',
    'DELETE /api/user/:id',
    'DELETE /api/user',
    'POST /api/user/:id/revoke',
    'POST /api/user/:id/privileges',
    'DELETE /api/user/:id/privileges',
    'DELETE /api/privilege/:id',
    'POST /api/api-keys',
    'POST /api/api-key/:id/revoke',
    'DELETE /api/api-key/:id',
    'POST /api/webhooks',
    'PUT /api/webhook/:id',
    'DELETE /api/webhook/:id',
    'POST /api/webhook/:id/secret',
    'POST /api/webhook/:id/test',
    'POST /api/webhook/:id/delivery/:n/resend',
    'POST /api/upgrade/minor',
    'POST /api/upgrade/major',
    'POST /api/backups',
    'PUT /api/backups/schedule',
    'DELETE /api/backups/schedule',
    'DELETE /api/backup/:file',
    'POST /api/backup/:file/restore',
    'POST /api/logs/purge',
    'POST /api/change-sets/purge',
    // A statement that writes is refused by the engine, in words of its own.
    'POST /api/free-sql/run',
    'POST /api/refman/lib',
    'PATCH /api/refman/lib/:id',
    'POST /api/zotero/lib',
    'PATCH /api/zotero/lib/:id',
  ],
  configuration: [
    // Renamed in the records as well, an item is refused.
    'PATCH /api/vocabulary/:id',
    'POST /api/vocabularies',
    'DELETE /api/vocabulary/:id',
    'POST /api/vocabularies/sort',
    'POST /api/template/:tb/:name',
    'DELETE /api/template/:tb/:name',
    'POST /api/template/:tb/:name/rename',
    'PUT /api/config/app',
    'POST /api/config/tables',
    'POST /api/config/tables/sort',
    'POST /api/config/table/:tb',
    'PUT /api/config/table/:tb',
    'PATCH /api/config/table/:tb',
    'DELETE /api/config/table/:tb',
    'POST /api/config/table/:tb/fields/sort',
    'POST /api/config/table/:tb/field',
    'POST /api/config/table/:tb/fields',
    'PUT /api/config/table/:tb/field/:fld',
    'PATCH /api/config/table/:tb/field/:fld',
    'DELETE /api/config/table/:tb/field/:fld',
    'POST /api/config/table/:tb/fuzzy-date',
    'DELETE /api/config/table/:tb/fuzzy-date',
    'POST /api/config/table/:tb/osteology',
    'DELETE /api/config/table/:tb/osteology',
    'POST /api/config/table/:tb/radiocarbon',
    'DELETE /api/config/table/:tb/radiocarbon',
    'PUT /api/config/geoface',
    'PUT /api/config/geoface/reference-system',
    'POST /api/config/georaster',
    'POST /api/import/new-fields',
    'POST /api/config/geofile',
    'DELETE /api/config/geofile',
    'POST /api/config/validation/fix',
    'POST /api/config/relations',
    'PUT /api/config/relations/:id',
    'DELETE /api/config/relations/:id',
    'POST /api/config/apply-constraints',
    'POST /api/config/table/:tb/indexes',
    'DELETE /api/config/table/:tb/indexes/:id',
    'POST /api/config/dbml/apply',
  ],
}

/** The address of a route that names nothing which is there. */
const nowhere = (route: string): string => route.replace(/:(id|\w+Id)/g, '999').replace(/:\w+/g, 'nothing')

/** The route of the guard table that an address belongs to. */
const routeOf = (method: string, url: string): string => {
  const found = guardTable.find(
    ({ method: known, path }) =>
      known === method &&
      new RegExp(`^${path.replace(/:(id|\w+Id)/g, '\\d+').replace(/:\w+/g, '[^/]+')}$`).test(url),
  )
  return `${method} ${found?.path}`
}

describe.each(oneEngine)('a frozen application (%s)', (engine) => {
  let dig: Dig
  let before: string

  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.application.db.write((tx) =>
      tx.insert('sys_versions', {
        ...{ userid: 1, time: 1, tb: 'contexts', rowid: 1, operation: 'update' },
        content: '{"core":{"id":1},"plugins":{}}',
      }),
    )
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

  test('every route that may change something is known here', () => {
    const known = [
      ...changes.map(([method, url]) => routeOf(method, url)),
      ...uploads.map((url) => routeOf('POST', url)),
      ...Object.values(goesOn).flat(),
    ]
    const all = guardTable
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`)
    expect([...new Set(known)].sort()).toEqual(all.sort())
  })

  test.each(Object.entries(goesOn))('%s goes on', async (_what, routes) => {
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ')
      const send = { POST: dig.post, PUT: dig.put, PATCH: dig.patch, DELETE: dig.delete }[method]
      const body = path === '/api/config/app' ? { status: 'frozen' } : {}
      const reply = await send?.(nowhere(path), body, 'super_admin')
      expect([route, reply?.json().detail]).not.toEqual([route, 'frozen'])
      expect([route, reply?.statusCode]).not.toEqual([route, 500])
    }
  })

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

  test.each(uploads)('no file is taken in: %s', async (url) => {
    const reply = await sendFile(dig, url, 'plan.txt', 'another', 'super_admin')
    expect([reply.statusCode, reply.json().detail]).toEqual([403, 'frozen'])
  })

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
