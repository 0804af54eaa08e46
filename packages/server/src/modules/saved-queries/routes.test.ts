import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { hideTable } from '../../testing/scope-as.js'

const query = { filter: { depth_cm: { _gt: 100 } }, sort_field: '', sort_dir: 'asc' }

describe.each(oneEngine)('saved queries (%s)', (engine) => {
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
      owner_name: 'writer',
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

  test('queries come by id, own and shared ones together', async () => {
    const first = await save('first', 'admin')
    await save('second')
    await save('third', 'admin')
    await dig.post(`/api/saved-query/${first}/share`, {}, 'admin')
    expect(await names('writer')).toEqual(['first', 'second'])
  })

  test.each<[string, unknown, Role | undefined, number, string]>([
    ['no table', { name: 'x', query }, 'writer', 400, 'parameter_missing'],
    ['no query', { name: 'x', tb: 'finds' }, 'writer', 400, 'parameter_missing'],
    ['a table that is a list', { name: 'x', tb: ['finds'], query }, 'writer', 400, 'invalid_parameter'],
    ['a query that is a list', { name: 'x', tb: 'finds', query: [] }, 'writer', 400, 'invalid_parameter'],
    ['a query that is a number', { name: 'x', tb: 'finds', query: 5 }, 'writer', 400, 'invalid_parameter'],
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

  describe('is changed', () => {
    const change = (id: number, body: unknown, as: Role = 'writer') =>
      dig.post(`/api/saved-query/${id}`, body, as)

    test('by its owner: its name, what it asks, and how that is shown', async () => {
      const id = await save('Deep cuts')
      const view = { show: 'table', columns: ['ctx_no', 'notes'], widths: { notes: 300 }, frozen: 2 }
      const asked = { sort: ['-depth_cm', 'ctx_no'], view }
      const reply = await change(id, { query: asked })
      expect(reply.json()).toMatchObject({
        status: 'success',
        code: 'ok_saved_query',
        query: { id, name: 'Deep cuts', tb: 'contexts', query: asked, owned_by_me: true },
      })
      await change(id, { name: 'Deepest cuts' })
      const [seen] = (await dig.get('/api/saved-queries', 'writer')).json().queries
      expect(seen).toMatchObject({ name: 'Deepest cuts', query: asked })
      const list = await dig.post('/api/records/contexts', seen.query, 'reader')
      expect(list.statusCode, list.body).toBe(200)
      expect((await change(id, { name: 'by an administrator' }, 'super_admin')).statusCode).toBe(200)
    })

    test('in one step that is undone', async () => {
      const id = await save('before')
      const reply = await change(id, { name: 'after', query: {} })
      const undone = await dig.post(`/api/change-set/${reply.headers['x-change-set']}/undo`, {}, 'writer')
      expect(undone.statusCode, undone.body).toBe(200)
      const [seen] = (await dig.get('/api/saved-queries', 'writer')).json().queries
      expect(seen).toMatchObject({ name: 'before', query })
    })

    test.each<[string, unknown, Role, number, string]>([
      ['by others, also where it is shared', { name: 'mine' }, 'admin', 403, 'query_access_denied'],
      ['to nothing', {}, 'writer', 400, 'nothing_to_update'],
      ['to a query that is a list', { query: [] }, 'writer', 400, 'invalid_parameter'],
      ['to a name of blanks', { name: '  ', query: {} }, 'writer', 400, 'parameter_missing'],
      ['to a name that is too long', { name: 'x'.repeat(201) }, 'writer', 400, 'invalid_parameter'],
    ])('never %s', async (_how, body, as, status, code) => {
      const id = await save('kept')
      await dig.post(`/api/saved-query/${id}/share`, {}, 'writer')
      const reply = await change(id, body, as)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
      expect(await names('writer')).toEqual(['kept'])
    })

    test('never where there is none', async () => {
      const reply = await change(999_999, { name: 'x' })
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'query_not_found'])
    })
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
})
