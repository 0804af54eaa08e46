import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { hideTable } from '../../testing/scope-as.js'

const query = { filter: { depth_cm: { _gt: 100 } }, sort_field: '', sort_dir: 'asc' }

describe.each(engines)('saved queries (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(async () => {
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_queries"`)
      await tx.run(sql`DELETE FROM "sys_user_table_privs"`)
    })
  })

  const save = async (name: string, as: Role = 'writer', tb = 'contexts'): Promise<number> => {
    const reply = await dig.post('/api/saved-queries', { name, tb, query }, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().query.id
  }
  const names = async (as: Role): Promise<string[]> =>
    (await dig.get('/api/saved-queries', as)).json().queries.map((row: { name: string }) => row.name)

  test('a query is kept as it came, for its owner alone', async () => {
    const reply = await dig.post(
      '/api/saved-queries',
      { name: ' Deep cuts ', tb: 'contexts', query },
      'writer',
    )
    const saved = {
      id: expect.any(Number),
      user_id: dig.userId('writer'),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      name: 'Deep cuts',
      tb: 'contexts',
      tb_label: 'Contexts',
      query,
      is_global: 0,
      owned_by_me: true,
    }
    expect(reply.json()).toEqual({ status: 'success', code: 'ok_saved_query', query: saved })
    const list = await dig.get('/api/saved-queries', 'writer')
    expect(list.json()).toEqual({ status: 'success', queries: [saved] })
    expect(await names('reader')).toEqual([])
    expect(await names('super_admin')).toEqual([])
  })

  test('the query may come as JSON text', async () => {
    const body = { name: 'as text', tb: 'finds', query: JSON.stringify(query) }
    const reply = await dig.post('/api/saved-queries', body, 'self_writer')
    expect(reply.json().query.query).toEqual(query)
  })

  test('a shared query is seen by everybody who may read its table, until it is no longer shared', async () => {
    const id = await save('shared')
    for (let twice = 0; twice < 2; twice++) {
      const reply = await dig.post(`/api/saved-query/${id}/share`, {}, 'writer')
      expect(reply.json()).toEqual({ status: 'success', code: 'ok_sharing_query' })
    }
    const [seen] = (await dig.get('/api/saved-queries', 'reader')).json().queries
    expect(seen).toMatchObject({ id, is_global: 1, owned_by_me: false })
    expect(await names('key30')).toEqual(['shared'])
    await hideTable(dig, 'reader', 'contexts')
    expect(await names('reader')).toEqual([])
    for (let twice = 0; twice < 2; twice++) {
      const reply = await dig.post(`/api/saved-query/${id}/unshare`, {}, 'writer')
      expect(reply.json()).toEqual({ status: 'success', code: 'ok_unsharing_query' })
    }
    expect(await names('admin')).toEqual([])
  })

  test('a shared query that leads to a table that somebody may not read does not exist for him', async () => {
    const crossing = { filter: { trench: { code: { _eq: 'A' } } } }
    const body = { name: 'of a trench', tb: 'contexts', query: crossing }
    const { id } = (await dig.post('/api/saved-queries', body, 'writer')).json().query
    await dig.post(`/api/saved-query/${id}/share`, undefined, 'writer')
    expect(await names('reader')).toEqual(['of a trench'])
    await hideTable(dig, 'reader', 'trenches')
    await hideTable(dig, 'writer', 'trenches')
    expect([await names('reader'), await names('writer')]).toEqual([[], ['of a trench']])
  })

  test('queries come by id, own and shared ones together', async () => {
    const first = await save('first', 'admin')
    await save('second')
    await save('third', 'admin')
    await dig.post(`/api/saved-query/${first}/share`, {}, 'admin')
    expect(await names('writer')).toEqual(['first', 'second'])
  })

  test('the owner deletes a query, and so does a super-administrator', async () => {
    for (const as of ['writer', 'super_admin'] as const) {
      const id = await save('old')
      const reply = await dig.delete(`/api/saved-query/${id}`, undefined, as)
      expect(reply.json()).toEqual({ status: 'success', code: 'ok_erasing_query' })
    }
    expect(await names('writer')).toEqual([])
  })

  test.each<['post' | 'delete', string]>([
    ['post', '/share'],
    ['post', '/unshare'],
    ['delete', ''],
  ])('a query of somebody else is left alone: %s %s', async (method, path) => {
    const id = await save('mine')
    for (const as of ['admin', 'key10', 'reader'] as const) {
      const reply = await dig[method](`/api/saved-query/${id}${path}`, {}, as)
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'query_access_denied'])
    }
    const reply = await dig[method](`/api/saved-query/99${path}`, {}, 'super_admin')
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'query_not_found'])
    expect(await names('writer')).toEqual(['mine'])
  })

  test.each<[string, unknown, Role | undefined, number, string]>([
    ['no token', {}, undefined, 401, 'unauthenticated'],
    ['a reader', { name: 'x', tb: 'finds', query }, 'reader', 403, 'not_enough_privilege'],
    ['an API key', { name: 'x', tb: 'finds', query }, 'key20', 403, 'session_required'],
    ['no name', { tb: 'finds', query }, 'writer', 400, 'parameter_missing'],
    ['a blank name', { name: ' ', tb: 'finds', query }, 'writer', 400, 'parameter_missing'],
    ['no table', { name: 'x', query }, 'writer', 400, 'parameter_missing'],
    ['no query', { name: 'x', tb: 'finds' }, 'writer', 400, 'parameter_missing'],
    [
      'a name that is too long',
      { name: 'x'.repeat(201), tb: 'finds', query },
      'writer',
      400,
      'invalid_parameter',
    ],
    ['a name with NUL', { name: 'a\u0000b', tb: 'finds', query }, 'writer', 400, 'invalid_parameter'],
    ['a name that is a number', { name: 5, tb: 'finds', query }, 'writer', 400, 'invalid_parameter'],
    ['a table that is a list', { name: 'x', tb: ['finds'], query }, 'writer', 400, 'invalid_parameter'],
    ['a query that is a list', { name: 'x', tb: 'finds', query: [] }, 'writer', 400, 'invalid_parameter'],
    ['a query that is no JSON', { name: 'x', tb: 'finds', query: '{' }, 'writer', 400, 'invalid_parameter'],
    [
      'a query beyond 64 KiB',
      { name: 'x', tb: 'finds', query: { search: 'x'.repeat(65_536) } },
      'writer',
      400,
      'invalid_parameter',
    ],
    ['an unknown table', { name: 'x', tb: 'coins', query }, 'writer', 404, 'unknown_table'],
    ['a system table', { name: 'x', tb: 'sys_users', query }, 'writer', 404, 'unknown_table'],
  ])('%s is refused', async (_what, body, as, status, code) => {
    const reply = await dig.post('/api/saved-queries', body, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('a table that the caller may not read is refused', async () => {
    await hideTable(dig, 'writer', 'finds')
    const reply = await dig.post('/api/saved-queries', { name: 'x', tb: 'finds', query }, 'writer')
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
  })

  // They change the dig, so they come last.
  test('a query follows its table to a new name', async () => {
    const id = await save('follows')
    const renamed = await dig.patch('/api/config/table/contexts', { new_name: 'units' }, 'super_admin')
    expect(renamed.statusCode, renamed.body).toBe(200)
    const [seen] = (await dig.get('/api/saved-queries', 'writer')).json().queries
    expect(seen).toMatchObject({ id, tb: 'units', query })
  })

  test('a query of a table that is gone is left out', async () => {
    await save('of samples', 'admin', 'samples')
    await dig.confirm()
    const deleted = await dig.delete('/api/config/table/samples', undefined, 'super_admin')
    expect(deleted.statusCode, deleted.body).toBe(200)
    expect(await names('admin')).toEqual([])
  })

  test('the queries of a user go with him', async () => {
    await save('of the writer', 'writer', 'finds')
    const { db } = dig.application
    await db.write((tx) => tx.run(sql`DELETE FROM "sys_users" WHERE "id" = ${dig.userId('writer')}`))
    expect(await db.quick.all(sql`SELECT "id" FROM "sys_queries"`)).toEqual([])
  })
})
