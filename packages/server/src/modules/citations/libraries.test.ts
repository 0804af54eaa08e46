import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { engines } from '../../testing/open-dig.js'
import { type Bibliography, openBibliography } from './testing/open-bibliography.js'

const secret = 'P9k-secret-of-the-library-77'

describe.each([...engines])('libraries of the reference manager (%s)', (engine) => {
  let bibliography: Bibliography
  beforeAll(async () => {
    bibliography = await openBibliography(engine)
  })
  afterAll(() => bibliography.close())

  const add = (body: object, as: 'admin' | 'writer' = 'admin') =>
    bibliography.dig.post('/api/refman/lib', body, as)
  const list = async (path = '/api/refman/libs', as: 'admin' | 'writer' = 'admin') =>
    (await bibliography.dig.get(path, as)).json<{ libs: Record<string, unknown>[] }>().libs
  const stored = async (id: number) =>
    bibliography.dig.application.db.quick.get<Record<string, unknown>>(
      sql`SELECT * FROM "sys_refman_libs" WHERE "id" = ${id}`,
    )

  test('a library is listed without its key, and says whether it has one', async () => {
    const reply = await add({ type: 'user', refman_id: 77, name: '  Zora’s books ', api_key: secret })
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { status: 'success', code: 'ok_lib_added', id: expect.any(Number) },
    ])
    const { id } = reply.json()
    expect(await list()).toEqual([
      {
        id: bibliography.libId,
        type: 'group',
        refman_id: '501',
        name: 'Alento survey',
        citation_style: 'chicago-author-date',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        has_api_key: false,
        detached: 0,
        citations: 0,
      },
      expect.objectContaining({ id, refman_id: '77', name: 'Zora’s books', has_api_key: true }),
    ])
    expect(String((await stored(id))?.['api_key'])).not.toContain(secret)
  })

  test('a library tells how many citations would go with it', async () => {
    const citationsNow = async () => (await list()).find(({ id }) => id === bibliography.libId)?.['citations']
    for (const key of ['AAAAAAA2', 'AAAAAAA3']) await bibliography.cite(1, key)
    expect(await citationsNow()).toBe(2)
    await bibliography.dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_refman_links"`))
    expect(await citationsNow()).toBe(0)
  })

  test('blank keys and styles are none', async () => {
    const { id } = (
      await add({ type: 'group', refman_id: 'b-1', name: 'x', api_key: ' ', citation_style: '' })
    ).json()
    expect(await stored(id)).toMatchObject({ api_key: null, citation_style: 'chicago-author-date' })
  })

  test.each([
    ['no body', {}, 400, 'parameter_missing', 'type'],
    ['a type that is none', { type: 'club', refman_id: 1, name: 'x' }, 400, 'parameter_missing', 'type'],
    ['a name that is a number', { type: 'user', refman_id: 1, name: 7 }, 400, 'parameter_missing', 'name'],
    [
      'an id that is a list',
      { type: 'user', refman_id: [1], name: 'x' },
      400,
      'parameter_missing',
      'refman_id',
    ],
    ['no id', { type: 'user', refman_id: '', name: 'x' }, 400, 'parameter_missing', 'refman_id'],
    ['a blank name', { type: 'user', refman_id: 1, name: ' ' }, 400, 'parameter_missing', 'name'],
    [
      'a name of two lines',
      { type: 'user', refman_id: 1, name: 'a\nb' },
      400,
      'invalid_parameter',
      { name: 'name', reason: expect.any(String) },
    ],
    [
      'a key that breaks a header',
      { type: 'user', refman_id: 1, name: 'x', api_key: 'a\r\nb: c' },
      400,
      'invalid_parameter',
      { name: 'api_key', reason: expect.any(String) },
    ],
    [
      'an id with a slash',
      { type: 'user', refman_id: '../1', name: 'x' },
      422,
      'invalid_refman_id',
      undefined,
    ],
    ['an id with a point', { type: 'user', refman_id: 1.5, name: 'x' }, 422, 'invalid_refman_id', undefined],
    [
      'a style with a slash',
      { type: 'user', refman_id: 1, name: 'x', citation_style: 'a/b' },
      422,
      'invalid_citation_style',
      undefined,
    ],
    [
      'a library that is connected already',
      { type: 'group', refman_id: 501, name: 'x' },
      409,
      'lib_already_exists',
      { id: 1 },
    ],
  ])('%s is refused', async (_case, body, status, code, detail) => {
    const before = await list()
    const reply = await add(body)
    expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([status, code, detail])
    expect(await list()).toEqual(before)
  })

  test('everything that is wrong with a library is told at once', async () => {
    const reply = await add({ refman_id: 'a/b', name: 'a\nb', api_key: 'ä', citation_style: 7 })
    expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([
      400,
      'parameter_missing',
      'type',
    ])
    expect(reply.json().errors).toMatchObject([
      { field: 'type', code: 'parameter_missing' },
      { field: 'refman_id', code: 'invalid_refman_id' },
      { field: 'name', code: 'invalid_parameter' },
      { field: 'api_key', code: 'invalid_parameter', sentence: 'library_key_form' },
      { field: 'citation_style', code: 'invalid_citation_style' },
    ])
  })

  test('a change leaves what it does not name, null takes the key away, another style has everything formatted anew', async () => {
    const { dig, cite, linksOf, libId } = bibliography
    await cite(1, 'AAAAAAA2')
    const change = (body: object) => dig.patch(`/api/refman/lib/${libId}`, body, 'admin')
    expect((await change({ api_key: secret })).json()).toEqual({ status: 'success', code: 'ok_lib_updated' })
    expect((await list())[0]).toMatchObject({ name: 'Alento survey', has_api_key: true })
    await change({ name: 'Alento' })
    expect((await list())[0]).toMatchObject({ name: 'Alento', has_api_key: true })
    expect((await linksOf(1))[0]).toMatchObject({ refman_version: 400, lib_name: 'Alento' })
    await change({ api_key: null, citation_style: 'apa' })
    expect((await list())[0]).toMatchObject({ citation_style: 'apa', has_api_key: false })
    expect((await linksOf(1))[0]).toMatchObject({ refman_version: null })
    const sync = (await dig.post('/api/refman/sync/finds/1', undefined, 'writer')).json()
    expect(sync).toMatchObject({ updated: 1, unchanged: 0 })
    expect(String((await linksOf(1))[0]?.['full_citation'])).toContain('<i>apa</i>')
    for (const [body, code] of [
      [{}, 'parameter_missing'],
      [{ name: '' }, 'parameter_missing'],
      [{ citation_style: 'a b' }, 'invalid_citation_style'],
      [{ name: null }, 'parameter_missing'],
      [{ api_key: 7 }, 'invalid_parameter'],
    ] as const)
      expect((await change(body)).json().code).toBe(code)
    expect((await dig.patch('/api/refman/lib/999', { name: 'x' }, 'admin')).json().code).toBe('lib_not_found')
  })

  test('of two who change the same of a library the second learns what stands there; what else they change stays', async () => {
    const { id } = (await add({ type: 'group', refman_id: 'two', name: 'Old' })).json()
    const change = (body: object) => bibliography.dig.patch(`/api/refman/lib/${id}`, body, 'admin')
    const now = async () => (await list()).find((one) => one['id'] === id)
    const replies = await Promise.all(['One', 'Other'].map((name) => change({ name, name_before: 'Old' })))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
    const name = (await now())?.['name']
    expect(replies.find(({ statusCode }) => statusCode === 412)?.json()).toMatchObject({
      code: 'stale_record',
      detail: { name, citation_style: 'chicago-author-date' },
    })
    const style = { citation_style: 'apa', citation_style_before: 'chicago-author-date' }
    expect((await change(style)).statusCode).toBe(200)
    expect((await change({ ...style, citation_style: 'antiquity' })).json().code).toBe('stale_record')
    // Sent again it is no loss, and who says nothing of before is not asked.
    expect((await change(style)).statusCode).toBe(200)
    expect(await now()).toMatchObject({ name, citation_style: 'apa' })
    expect((await change({ name: 'Last' })).statusCode).toBe(200)
  })

  test('a key that was encrypted under another secret counts as none, and the log says so once', async () => {
    const { dig } = bibliography
    const { id } = (await add({ type: 'group', refman_id: '9', name: 'moved', api_key: secret })).json()
    const other = await stored(2)
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_refman_libs" SET "api_key" = ${String(other?.['api_key'])} WHERE "id" = ${id}`),
    )
    for (let times = 0; times < 3; times++)
      expect((await list()).find((one) => one['id'] === id)).toMatchObject({ has_api_key: false })
    const warnings = () =>
      dig.application.db.quick.all(
        sql`SELECT "id" FROM "sys_log" WHERE "channel" = 'refman' AND "level" = 300`,
      )
    await expect.poll(warnings).toHaveLength(1)
  })

  test('who cites is told names alone, under the old address too; an administrator is told more there', async () => {
    const options = await list('/api/refman/lib-options', 'writer')
    expect(options[0]).toEqual({ id: bibliography.libId, type: 'group', name: 'Alento' })
    expect(await list('/api/zotero/libs', 'writer')).toEqual(options)
    const [first] = await list('/api/zotero/libs')
    expect(first).toMatchObject({ zotero_id: '501', has_api_key: false })
    expect(first).not.toHaveProperty('refman_id')
  })

  test('a library goes with its citations', async () => {
    const { dig, cite, linksOf, libId } = bibliography
    await cite(2, 'AAAAAAA2')
    const reply = await dig.delete(`/api/refman/lib/${libId}`, undefined, 'admin')
    expect(reply.json()).toEqual({ status: 'success', code: 'ok_lib_deleted' })
    expect(await linksOf(2)).toEqual([])
    const again = await dig.delete(`/api/refman/lib/${libId}`, undefined, 'admin')
    expect([again.statusCode, again.json().code]).toEqual([404, 'lib_not_found'])
  })
})
