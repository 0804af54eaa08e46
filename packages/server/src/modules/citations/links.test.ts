import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { inventedWork } from '../../testing/invented-works.js'
import { oneEngine, type Role } from '../../testing/open-dig.js'
import { type Bibliography, openBibliography } from './testing/open-bibliography.js'

describe.each(oneEngine)('citing out of a library (%s)', (engine) => {
  let bibliography: Bibliography
  beforeAll(async () => {
    bibliography = await openBibliography(engine)
  })
  afterAll(() => bibliography.close())

  const body = (more: object = {}) => ({
    tb: 'finds',
    record_id: 1,
    lib_id: bibliography.libId,
    refman_key: 'AAAAAAA2',
    ...more,
  })

  test('a citation holds what the library says, formatted in its style, and its pages', async () => {
    const { dig, manager, linksOf, libId } = bibliography
    const reply = await dig.post(
      '/api/refman/link',
      body({ pages: '88-91', lib_id: String(libId) }),
      'writer',
    )
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { status: 'success', code: 'ok_link_added', id: 1 },
    ])
    const asked = manager.requests.at(-1)
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      itemKey: 'AAAAAAA2',
      limit: '50',
      include: 'data,bib,csljson',
      format: 'json',
      style: 'chicago-author-date',
      linkwrap: '1',
    })
    expect(asked?.headers).toMatchObject({
      'zotero-api-version': '3',
      'user-agent': expect.stringMatching(/^Trowel\/5/),
    })
    const url = 'https://www.zotero.org/groups/501/items/AAAAAAA2'
    expect(await linksOf(1)).toEqual([
      {
        id: 1,
        tb: 'finds',
        record_id: 1,
        lib_id: libId,
        lib_name: 'Alento survey',
        lib_type: 'group',
        refman_key: 'AAAAAAA2',
        pages: '88-91',
        notes: null,
        sort: 0,
        author_year: 'Greco 1987',
        full_citation:
          '<div class="csl-bib-body"><div class="csl-entry">Kilns of the lower valley <i>chicago-author-date</i>.</div></div>',
        refman_version: 400,
        synced_at: expect.stringMatching(/Z$/),
        detached: 0,
        created_at: expect.stringMatching(/Z$/),
        refman_url: url,
      },
    ])
    const { bibliography: section } = (await dig.get('/api/record/finds/1', 'reader')).json()
    expect(section['1']).toMatchObject({ refman_key: 'AAAAAAA2', zotero_key: 'AAAAAAA2', zotero_url: url })
  })

  test('the same work is cited again for other pages, after all others', async () => {
    await bibliography.cite(1, 'AAAAAAA2', { pages: '100', notes: 'Σκῦφος' })
    expect(await bibliography.linksOf(1)).toMatchObject([
      { pages: '88-91', sort: 0 },
      { pages: '100', notes: 'Σκῦφος', sort: 1 },
    ])
  })

  test.each<[string, (libId: number) => object, number, string, unknown]>([
    ['nothing', () => ({}), 400, 'parameter_missing', 'tb'],
    ['a table that is a list', () => body({ tb: ['finds'] }), 400, 'parameter_missing', 'tb'],
    ['no key', () => body({ refman_key: undefined }), 400, 'parameter_missing', 'refman_key'],
    ['a record that is no number', () => body({ record_id: 'x' }), 400, 'parameter_missing', 'record_id'],
    [
      'pages that are a list',
      () => body({ pages: ['1'] }),
      400,
      'invalid_parameter',
      { name: 'pages', reason: expect.any(String) },
    ],
    [
      'a long note',
      () => body({ notes: 'x'.repeat(2001) }),
      400,
      'invalid_parameter',
      { name: 'notes', reason: expect.any(String) },
    ],
    [
      'a NUL',
      () => body({ notes: 'a\u0000' }),
      400,
      'invalid_parameter',
      { name: 'notes', reason: expect.any(String) },
    ],
    [
      'a place that is no number',
      () => body({ sort: 'first' }),
      400,
      'invalid_parameter',
      { name: 'sort', reason: expect.any(String) },
    ],
    [
      'a place beyond all others',
      () => body({ sort: 1_000_000_001 }),
      400,
      'invalid_parameter',
      { name: 'sort', reason: expect.any(String) },
    ],
    ['an unknown table', () => body({ tb: 'nothing' }), 404, 'unknown_table', { table: 'nothing' }],
    ['an unknown record', () => body({ record_id: 999 }), 404, 'record_not_found', { tb: 'finds', id: 999 }],
    ['an unknown library', () => body({ lib_id: 99 }), 404, 'lib_not_found', { lib_id: 99 }],
    ['a key with a sign', () => body({ refman_key: 'A,B' }), 422, 'invalid_refman_key', undefined],
    [
      'a key of nothing',
      (lib_id) => body({ refman_key: 'ZZZZZZZZ', lib_id }),
      404,
      'refman_item_not_found',
      { lib_id: 1, refman_key: 'ZZZZZZZZ' },
    ],
    [
      'a malformed key',
      (lib_id) => body({ refman_key: 'q7', lib_id }),
      404,
      'refman_item_not_found',
      { lib_id: 1, refman_key: 'q7' },
    ],
  ])('%s is refused, and nothing is stored', async (_case, given, status, code, detail) => {
    const before = await bibliography.linksOf(1)
    const reply = await bibliography.dig.post('/api/refman/link', given(bibliography.libId), 'writer')
    expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([status, code, detail])
    expect(await bibliography.linksOf(1)).toEqual(before)
  })

  test('a work in the trash is not there', async () => {
    const { library, dig } = bibliography
    const trashed = inventedWork('TRASHED2')
    library.items.set('TRASHED2', { ...trashed, data: { ...trashed.data, deleted: 1 } })
    const reply = await dig.post('/api/refman/link', body({ refman_key: 'TRASHED2' }), 'writer')
    expect(reply.json().code).toBe('refman_item_not_found')
  })

  test('pages, notes and place are changed and cleared one by one', async () => {
    const { dig, linksOf } = bibliography
    const change = (given: object) => dig.patch('/api/refman/link/1', given, 'writer')
    expect((await change({ pages: '90' })).json()).toEqual({ status: 'success', code: 'ok_link_updated' })
    await change({ notes: 'cf. pl. 3', refman_key: 'OTHER' })
    await change({ sort: 5 })
    expect((await linksOf(1)).at(-1)).toMatchObject({
      id: 1,
      pages: '90',
      notes: 'cf. pl. 3',
      sort: 5,
      refman_key: 'AAAAAAA2',
    })
    await change({ pages: null, notes: '' })
    expect((await linksOf(1)).at(-1)).toMatchObject({ pages: null, notes: null, sort: 5 })
    for (const given of [{}, { refman_key: 'X' }])
      expect((await change(given)).json()).toMatchObject({ code: 'parameter_missing' })
    for (const given of [{ sort: null }, { sort: 1.5 }, { sort: -1_000_000_001 }, { pages: 7 }])
      expect((await change(given)).json()).toMatchObject({ code: 'invalid_parameter' })
  })

  test('after a drag all places change at once', async () => {
    const { dig, linksOf } = bibliography
    const ids = (await linksOf(1)).map(({ id }) => id)
    const replies = await Promise.all(
      ids.map((id, index) => dig.patch(`/api/refman/link/${id}`, { sort: ids.length - index }, 'writer')),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(ids.map(() => 200))
    expect((await linksOf(1)).map(({ id }) => id)).toEqual([...ids].reverse())
  })

  test('who may change a record cites in it, and nobody else', async () => {
    const { dig, cite } = bibliography
    const own = await cite(7, 'AAAAAAA3', {}, 'self_writer')
    const foreign = await cite(1, 'AAAAAAA3')
    const attempts: [Role, number, number][] = [
      ['self_writer', own, 200],
      ['self_writer', foreign, 403],
      ['reader', foreign, 403],
      ['key30', foreign, 403],
      ['key20', foreign, 200],
    ]
    for (const [role, id, status] of attempts) {
      const reply = await dig.patch(`/api/refman/link/${id}`, { pages: '1' }, role)
      expect([role, id, reply.statusCode]).toEqual([role, id, status])
    }
    expect((await dig.post('/api/refman/link', body(), 'self_writer')).statusCode).toBe(403)
    expect((await dig.post('/api/refman/sync/finds/1', undefined, 'self_writer')).statusCode).toBe(403)
    expect((await dig.delete(`/api/refman/link/${foreign}`, undefined, 'reader')).statusCode).toBe(403)
    const gone = await dig.delete(`/api/refman/link/${foreign}`, undefined, 'writer')
    expect(gone.json()).toEqual({ status: 'success', code: 'ok_link_deleted' })
    for (const id of [foreign, 99999]) {
      const reply = await dig.delete(`/api/refman/link/${id}`, undefined, 'writer')
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'link_not_found'])
    }
  })

  test('citations of a record that is hidden from somebody are not there for him', async () => {
    const { dig, cite } = bibliography
    const id = await cite(2, 'AAAAAAA2')
    await dig.application.db.write((tx) =>
      tx.insert('sys_user_table_privs', {
        user_id: dig.userId('self_writer'),
        table_name: 'finds',
        privilege: 20,
        filter: JSON.stringify({ inv_no: { _eq: 'F1' } }),
        outside: 'hide',
      }),
    )
    const as = 'self_writer'
    expect((await dig.get('/api/refman/links/finds/2', as)).json().code).toBe('record_not_found')
    expect((await dig.patch(`/api/refman/link/${id}`, { pages: '1' }, as)).json().code).toBe('link_not_found')
    expect((await dig.post('/api/refman/sync/finds/2', undefined, as)).json().code).toBe('record_not_found')
    const file = await dig.get('/api/refman/export/finds?format=csljson', as)
    expect(file.json().map((work: { id: string }) => work.id)).toEqual(['g501-AAAAAAA2'])
    expect((await dig.get('/api/refman/export/finds/2', as)).json().code).toBe('record_not_found')
    await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
  })

  test('existing clients cite under the old addresses and names', async () => {
    const { dig, libId } = bibliography
    const added = await dig.post(
      '/api/zotero/link',
      {
        tb: 'finds',
        record_id: 5,
        lib_id: libId,
        zotero_key: 'AAAAAAA2',
        sort: 3,
        notes: 'refman_key: zotero_key',
      },
      'writer',
    )
    expect(added.json()).toEqual({ status: 'success', code: 'ok_link_added', id: expect.any(Number) })
    const [link] = (await dig.get('/api/zotero/links/finds/5', 'reader')).json().links
    expect(link).toMatchObject({
      zotero_key: 'AAAAAAA2',
      zotero_version: 400,
      zotero_url: 'https://www.zotero.org/groups/501/items/AAAAAAA2',
      notes: 'refman_key: zotero_key',
    })
    expect(Object.keys(link).filter((key) => key.startsWith('refman_'))).toEqual([])
    expect((await dig.patch(`/api/zotero/link/${link.id}`, { pages: '7' }, 'writer')).statusCode).toBe(200)
    const both = { ...body({ record_id: 5, refman_key: 'AAAAAAA3' }), zotero_key: 'ZZZZZZZZ' }
    expect((await dig.post('/api/refman/link', both, 'writer')).statusCode).toBe(200)
    const old = { tb: 'finds', record_id: 5, lib_id: libId, zotero_key: 'AAAAAAA3' }
    expect((await dig.post('/api/refman/link', old, 'writer')).statusCode).toBe(200)
    expect((await dig.post('/api/zotero/sync/finds/5', undefined, 'writer')).json()).toEqual({
      status: 'success',
      updated: 0,
      detached: 0,
      unchanged: 3,
      errors: 0,
    })
    expect((await dig.delete(`/api/zotero/link/${link.id}`, undefined, 'writer')).statusCode).toBe(200)
  })

  test('a search answers works in the order of the library, and stores nothing', async () => {
    const { dig, manager, library, libId } = bibliography
    library.items.set(
      'BBBBBBB2',
      inventedWork('BBBBBBB2', { title: 'Céramique & <b>four</b>', year: '1999' }),
    )
    const before = manager.requests.length
    const reply = await dig.get(
      `/api/refman/search?lib_id=${libId}&q=${encodeURIComponent('céramique &')}&limit=500`,
      'self_writer',
    )
    expect(manager.requests).toHaveLength(before + 1)
    expect(reply.json()).toEqual({
      status: 'success',
      results: [
        {
          key: 'BBBBBBB2',
          author_year: 'Greco 1999',
          full_citation: expect.stringContaining('Céramique &amp; <b>four</b>'),
          refman_version: 400,
          refman_url: 'https://www.zotero.org/groups/501/items/BBBBBBB2',
          title: 'Céramique & <b>four</b>',
        },
      ],
    })
    const asked = Object.fromEntries(manager.requests.at(-1)?.query ?? [])
    expect(asked).toMatchObject({
      q: 'céramique &',
      qmode: 'everything',
      itemType: '-attachment || note',
      limit: '100',
      style: 'chicago-author-date',
    })
    const old = await dig.get(`/api/zotero/search?lib_id=${libId}&q=four&mode=titleCreatorYear`, 'writer')
    expect(old.json().results[0]).toMatchObject({ zotero_version: 400, zotero_url: expect.any(String) })
    expect(manager.requests.at(-1)?.query.get('qmode')).toBe('titleCreatorYear')
  })

  test.each([
    ['no library', 'q=x', 400, 'parameter_missing'],
    ['no text', 'lib_id=1', 400, 'parameter_missing'],
    ['a blank text', 'lib_id=1&q=%20', 400, 'parameter_missing'],
    ['an unknown mode', 'lib_id=1&q=x&mode=y', 400, 'invalid_parameter'],
    ['a limit that is no number', 'lib_id=1&q=x&limit=y', 400, 'invalid_parameter'],
    ['an unknown library', 'lib_id=99&q=x', 404, 'lib_not_found'],
  ])('a search with %s is refused', async (_case, query, status, code) => {
    const reply = await bibliography.dig.get(`/api/refman/search?${query}`, 'writer')
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('readers do not search, unless they may add records to some table', async () => {
    const { dig, libId } = bibliography
    const search = () => dig.get(`/api/refman/search?lib_id=${libId}&q=kilns`, 'reader')
    expect((await search()).statusCode).toBe(403)
    await dig.application.db.write((tx) =>
      tx.insert('sys_user_table_privs', {
        user_id: dig.userId('reader'),
        table_name: 'trenches',
        privilege: 25,
        filter: null,
        outside: null,
      }),
    )
    expect((await search()).statusCode).toBe(200)
    await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
  })

  test('citations follow their record: saved it keeps them, doubled it has none, deleted they go and come back', async () => {
    const { dig, cite, linksOf } = bibliography
    await cite(4, 'AAAAAAA2', { pages: '12' })
    const before = await linksOf(4)
    await dig.put('/api/record/finds/4', { core: { material: 'gold' } }, 'writer')
    expect(await linksOf(4)).toEqual(before)
    const copy = await dig.post('/api/record/finds/4/duplicate', {}, 'writer')
    expect([copy.statusCode, await linksOf(copy.json().id)]).toEqual([200, []])
    await dig.delete('/api/record/finds/4', undefined, 'writer')
    const left = await dig.application.db.quick.all(
      sql`SELECT "id" FROM "sys_refman_links" WHERE "record_id" = 4`,
    )
    expect(left).toEqual([])
    const { deleted } = (await dig.get('/api/record/finds/deleted', 'admin')).json()
    const restored = await dig.post(`/api/version/${deleted[0].version_id}/restore`, {}, 'admin')
    expect([restored.statusCode, restored.body]).toEqual([200, expect.any(String)])
    expect(await linksOf(4)).toMatchObject([{ pages: '12', author_year: 'Greco 1987' }])
    const work = (await dig.get('/api/refman/export/finds/4', 'reader')).json()
    expect(work).toMatchObject([{ id: 'g501-AAAAAAA2', type: 'book' }])
  })
})
