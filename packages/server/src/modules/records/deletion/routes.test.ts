import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { id, keyword, sql } from '../../../storage/sql.js'
import { type Dig, engines, oneEngine, openDig, type Role } from '../../../testing/open-dig.js'
import { refuseChanges } from '../../../testing/refuse-changes.js'
import { relateTables } from '../../../testing/relate-tables.js'
import { savedThings } from '../../../testing/saved-things.js'
import { hideRows, hideTable } from '../../../testing/scope-as.js'
import { versionsIn } from '../../../testing/versions.js'

async function idsIn(dig: Dig, table: string): Promise<number[]> {
  const reply = await dig.get(`/api/records/${table}?per_page=200`, 'super_admin')
  return reply.json<{ data: { id: number }[] }>().data.map(({ id }) => id)
}

/** A lookup field; without a table a plain one. */
const field = (name: string, of: string | undefined) => ({
  name,
  label: name,
  type: of === undefined ? 'text' : 'select',
  db_type: 'INTEGER',
  ...(of === undefined ? {} : { id_from_tb: of }),
})

describe.each(oneEngine)('deleting records (%s)', (engine) => {
  let dig: Dig

  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  test('a record goes with its plugin rows and all that hangs from it, and a version keeps everything', async () => {
    await dig.application.db.write(async (tx) => {
      for (const [table, row] of savedThings) {
        if (table !== 'sys_versions' && table !== 'sys_user_table_privs') await tx.insert(table, row)
      }
    })
    const reply = await dig.delete('/api/record/contexts/1', undefined, 'writer')
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { status: 'success', code: 'all_record_deleted', deleted: 1 },
    ])
    expect(await idsIn(dig, 'contexts')).toEqual([2, 3, 4, 5, 6])
    expect(await idsIn(dig, 'samples')).toEqual([3])
    const left = async (table: string) => {
      const rows = await dig.application.db.quick.all<{ id: number }>(
        sql`SELECT id FROM ${id(table)} ORDER BY id`,
      )
      return rows.map((row) => row.id)
    }
    expect(await left('sys_rs')).toEqual([])
    expect(await left('sys_geodata')).toEqual([])
    expect(await left('sys_file_links')).toEqual([])
    expect(await left('sys_refman_links')).toEqual([])
    // The link between a find and another context stays, and so does the file itself.
    expect(await left('sys_userlinks')).toEqual([2])
    expect(await left('sys_files')).toEqual([1])
    const [version, ...others] = await versionsIn(dig)
    expect(others).toEqual([])
    expect(version).toMatchObject({
      tb: 'contexts',
      rowid: 1,
      operation: 'delete',
      userid: dig.userId('writer'),
      content: {
        core: { id: 1, creator: 1, ctx_no: 'C1', trench: 1, depth_cm: 12.5 },
        plugins: {
          samples: [
            { id: 1, id_link: 1, litres: 10, lab: 'Oxford' },
            { id: 2, id_link: 1, litres: 20, lab: null },
          ],
        },
        related: {
          rs: [{ id: 1, tb: 'contexts', first: 1, second: 2, relation: 5 }],
          manual_links: [{ id: 1, tb_one: 'contexts', id_one: 1, tb_two: 'contexts', id_two: 2 }],
          geodata: [{ id: 1, table_link: 'contexts', id_link: 1, geometry: 'POINT(1 2)' }],
          refman_links: [{ id: 1, tb: 'contexts', record_id: 1, lib_id: 1, refman_key: 'AB' }],
          file_links: [{ id: 1, file_id: 1, table_name: 'contexts', record_id: 1, sort: 0 }],
        },
      },
    })
    expect((await dig.get('/api/record/contexts/1', 'super_admin')).statusCode).toBe(404)
  })

  test('the id of a deleted record is never given to another', async () => {
    await dig.delete('/api/record/contexts/6', undefined, 'writer')
    const reply = await dig.post('/api/record/contexts', { core: { ctx_no: 'C7' } }, 'writer')
    expect(reply.json().id).toBe(7)
  })

  test('If-Match refuses what somebody else has changed since', async () => {
    const etag = String((await dig.get('/api/record/contexts/1', 'writer')).headers['etag'])
    await dig.post('/api/record/contexts/1', { core: { notes: 'seen again' } }, 'admin')
    const remove = (ifMatch: string, url: string) =>
      dig.request({ method: 'DELETE', url, headers: { 'if-match': ifMatch } }, 'writer')
    for (const url of ['/api/record/contexts/1', '/api/record/contexts/1/plugins']) {
      const refused = await remove(etag, url)
      expect([refused.statusCode, refused.json().code]).toEqual([412, 'stale_record'])
      expect(refused.json().detail).toMatchObject({ userid: dig.userId('admin'), user_name: 'admin' })
    }
    expect(await idsIn(dig, 'samples')).toEqual([1, 2, 3])
    const now = String((await dig.get('/api/record/contexts/1', 'writer')).headers['etag'])
    expect((await remove(now, '/api/record/contexts/1')).statusCode).toBe(200)
  })

  test('who made a record may delete it, and an API key that may write too', async () => {
    expect((await dig.delete('/api/record/finds/7', undefined, 'self_writer')).statusCode).toBe(200)
    const refused = await dig.delete('/api/record/finds/1', undefined, 'self_writer')
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'not_enough_privilege'])
    expect((await dig.delete('/api/record/finds/1', undefined, 'key20')).statusCode).toBe(200)
    expect((await versionsIn(dig)).map(({ userid }) => userid)).toEqual([dig.userId('self_writer'), 0])
  })

  test('a record outside the row filter is neither deleted nor told of', async () => {
    await hideRows(dig, 'writer', 'contexts', { trench: { _eq: 1 } })
    expect((await dig.delete('/api/record/contexts/3', undefined, 'writer')).statusCode).toBe(404)
    expect((await dig.delete('/api/record/contexts/3/plugins', undefined, 'writer')).statusCode).toBe(404)
    expect((await dig.delete('/api/record/contexts/1', undefined, 'writer')).statusCode).toBe(200)
  })

  describe('records that refer to it', () => {
    test('keep it, when the relation says so, and are counted', async () => {
      await relateTables(dig, ['finds', 'context'], 'contexts', 'RESTRICT')
      await relateTables(dig, ['contexts', 'trench'], 'trenches', 'NO ACTION')
      const reply = await dig.delete('/api/record/contexts/1', undefined, 'writer')
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'in_use'])
      expect(reply.json().detail).toEqual([{ tb: 'finds', count: 2 }])
      expect(reply.json().text).toContain('2 in "Finds"')
      expect((await dig.delete('/api/record/trenches/1', undefined, 'writer')).json().detail).toEqual([
        { tb: 'contexts', count: 2 },
      ])
      expect(await versionsIn(dig)).toEqual([])
      expect(await idsIn(dig, 'samples')).toEqual([1, 2, 3])
      expect((await dig.delete('/api/record/contexts/4', undefined, 'writer')).statusCode).toBe(200)
    })

    test('are not told of when the caller may not see them', async () => {
      await relateTables(dig, ['finds', 'context'], 'contexts', 'RESTRICT')
      await hideRows(dig, 'writer', 'finds', { material: { _eq: 'flint' } })
      expect((await dig.delete('/api/record/contexts/1', undefined, 'writer')).json().detail).toEqual([
        { tb: 'finds', count: 1 },
      ])
      await hideTable(dig, 'writer', 'finds')
      const reply = await dig.delete('/api/record/contexts/1', undefined, 'writer')
      expect([reply.json().code, reply.json().detail]).toEqual(['in_use', []])
      expect(reply.body).not.toMatch(/finds/i)
    })

    test('go with it in a chain, each with a version of its own', async () => {
      await relateTables(dig, ['contexts', 'trench'], 'trenches', 'CASCADE')
      await relateTables(dig, ['finds', 'context'], 'contexts', 'CASCADE')
      await dig.application.db.write(async (tx) => {
        await tx.insert('sys_rs', { tb: 'contexts', first: 1, second: 2, relation: 5 })
        await tx.insert('sys_geodata', { table_link: 'finds', id_link: 3, geometry: 'POINT(1 2)' })
      })
      expect((await dig.delete('/api/record/trenches/1', undefined, 'writer')).json().deleted).toBe(1)
      expect(await idsIn(dig, 'contexts')).toEqual([3, 4, 5, 6])
      expect(await idsIn(dig, 'finds')).toEqual([4, 5, 6, 7, 8])
      expect(await idsIn(dig, 'samples')).toEqual([3])
      const versions = await versionsIn(dig)
      expect(versions.map(({ tb, rowid, operation }) => `${operation} ${tb} ${rowid}`).sort()).toEqual([
        'delete contexts 1',
        'delete contexts 2',
        'delete finds 1',
        'delete finds 2',
        'delete finds 3',
        'delete trenches 1',
      ])
      const of = (tb: string, rowid: number) =>
        versions.find((one) => one.tb === tb && one.rowid === rowid)?.content
      expect(of('contexts', 1)?.plugins['samples']).toHaveLength(2)
      // A relation between two that go is kept with both of them.
      expect(of('contexts', 1)?.related?.['rs']).toHaveLength(1)
      expect(of('contexts', 2)?.related?.['rs']).toHaveLength(1)
      expect(of('finds', 3)?.related?.['geodata']).toHaveLength(1)
      const rows = await dig.application.db.quick.all(
        sql`SELECT id FROM sys_rs UNION SELECT id FROM sys_geodata`,
      )
      expect(rows).toEqual([])
    })

    test('lose the reference, when the relation says so, and keep their state before', async () => {
      await relateTables(dig, ['finds', 'context'], 'contexts', 'SET NULL')
      await dig.delete('/api/record/contexts/1', undefined, 'writer')
      const find = (await dig.get('/api/record/finds/1', 'reader')).json()
      expect(find.core.context.val).toBeNull()
      const changed = (await versionsIn(dig)).filter(({ tb }) => tb === 'finds')
      expect(
        changed.map(({ rowid, operation, content }) => [rowid, operation, content.core['context']]),
      ).toEqual([
        [1, 'update', 1],
        [2, 'update', 1],
      ])
    })

    test('a chain that ends at a record which must stay changes nothing at all', async () => {
      await relateTables(dig, ['contexts', 'trench'], 'trenches', 'CASCADE')
      await relateTables(dig, ['finds', 'context'], 'contexts', 'RESTRICT')
      const reply = await dig.delete('/api/record/trenches/1', undefined, 'writer')
      expect([reply.statusCode, reply.json().detail]).toEqual([409, [{ tb: 'finds', count: 3 }]])
      expect(await idsIn(dig, 'contexts')).toEqual([1, 2, 3, 4, 5, 6])
      expect(await versionsIn(dig)).toEqual([])
    })

    test('what goes anyway does not keep it, even when each refers to the other', async () => {
      await dig.post('/api/config/table/contexts/field', field('main_find', 'finds'), 'super_admin')
      await relateTables(dig, ['finds', 'context'], 'contexts', 'CASCADE')
      await relateTables(dig, ['contexts', 'main_find'], 'finds', 'RESTRICT')
      await dig.post('/api/record/contexts/1', { core: { main_find: 2 } }, 'writer')
      expect((await dig.delete('/api/record/contexts/1', undefined, 'writer')).statusCode).toBe(200)
      expect(await idsIn(dig, 'finds')).toEqual([3, 4, 5, 6, 7, 8])
      const version = (await versionsIn(dig)).find(
        ({ tb, operation }) => tb === 'contexts' && operation === 'delete',
      )
      expect(version?.content.core['main_find']).toBe(2)
    })

    test('a relation of a table to itself reaches all below', async () => {
      await dig.post('/api/config/table/contexts/field', field('part_of', 'contexts'), 'super_admin')
      await relateTables(dig, ['contexts', 'part_of'], 'contexts', 'CASCADE')
      for (const [id, of] of [
        [2, 1],
        [3, 2],
        [1, 3],
      ]) {
        await dig.post(`/api/record/contexts/${id}`, { core: { part_of: of } }, 'writer')
      }
      expect((await dig.delete('/api/record/contexts/2', undefined, 'writer')).statusCode).toBe(200)
      expect(await idsIn(dig, 'contexts')).toEqual([4, 5, 6])
      expect((await versionsIn(dig)).filter(({ operation }) => operation === 'delete')).toHaveLength(3)
    })

    test('a plugin row that goes or changes is kept with its record', async () => {
      await dig.post('/api/config/table/samples/field', field('find', 'finds'), 'super_admin')
      await dig.post('/api/config/table/samples/field', field('other', 'finds'), 'super_admin')
      await relateTables(dig, ['samples', 'find'], 'finds', 'CASCADE')
      await relateTables(dig, ['samples', 'other'], 'finds', 'SET NULL')
      const rows = [
        { id: 1, fields: { find: 1 } },
        { id: 2, fields: { other: 1 } },
      ]
      await dig.post('/api/record/contexts/1', { plugins: { samples: rows } }, 'writer')
      await dig.delete('/api/record/finds/1', undefined, 'writer')
      expect(await idsIn(dig, 'samples')).toEqual([2, 3])
      const [, context] = (await versionsIn(dig)).filter(({ tb }) => tb === 'contexts')
      expect(context).toMatchObject({ rowid: 1, operation: 'update' })
      expect(context?.content.plugins['samples']).toMatchObject([
        { id: 1, find: 1, other: null },
        { id: 2, find: null, other: 1 },
      ])
    })

    test('records that refer to a plugin row are followed when it goes, whichever way', async () => {
      await dig.post('/api/config/table/finds/field', field('sample', 'samples'), 'super_admin')
      await relateTables(dig, ['finds', 'sample'], 'samples', 'SET NULL')
      for (const [find, sample] of [
        [1, 1],
        [2, 2],
        [3, 3],
      ]) {
        await dig.post(`/api/record/finds/${find}`, { core: { sample } }, 'writer')
      }
      await dig.post('/api/record/contexts/1', { plugins: { samples: [{ id: 1, _delete: true }] } }, 'writer')
      await dig.delete('/api/record/contexts/1/plugins', undefined, 'writer')
      await dig.delete('/api/record/contexts/3', undefined, 'writer')
      const updates = (await versionsIn(dig)).filter(
        ({ tb, content }) => tb === 'finds' && content.core['sample'] !== null,
      )
      expect(updates.map(({ rowid, content }) => [rowid, content.core['sample']])).toEqual([
        [1, 1],
        [2, 2],
        [3, 3],
      ])
    })

    test('a relation that the engine does not enforce is followed like any other', async () => {
      const form = { ...field('context_name', undefined), db_type: 'TEXT' }
      await dig.post('/api/config/table/finds/field', form, 'super_admin')
      await relateTables(dig, ['finds', 'context_name'], 'contexts', 'RESTRICT', {
        enforced: false,
        target: 'ctx_no',
      })
      await relateTables(dig, ['finds', 'inv_no'], 'contexts', 'SET NULL', { enforced: false })
      await dig.application.db.write(async (tx) => {
        await tx.run(sql`UPDATE finds SET context_name = 'C1' WHERE id = 8`)
        await tx.run(sql`UPDATE finds SET inv_no = '2' WHERE id = 7`)
      })
      expect((await dig.delete('/api/record/contexts/1', undefined, 'writer')).json().detail).toEqual([
        { tb: 'finds', count: 1 },
      ])
      await dig.delete('/api/record/contexts/2', undefined, 'writer')
      expect((await dig.get('/api/record/finds/7', 'reader')).json().core.inv_no.val).toBeNull()
    })
  })

  test('all plugin rows of a record go, and its state before stays', async () => {
    const reply = await dig.delete('/api/record/contexts/1/plugins', undefined, 'writer')
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'success', deleted: 2 }])
    expect(await idsIn(dig, 'samples')).toEqual([3])
    expect(await versionsIn(dig)).toMatchObject([
      {
        tb: 'contexts',
        rowid: 1,
        operation: 'update',
        content: { plugins: { samples: [{ id: 1 }, { id: 2 }] } },
      },
    ])
    const again = await dig.delete('/api/record/contexts/1/plugins', undefined, 'writer')
    expect(again.json()).toEqual({ status: 'success', deleted: 0 })
    expect(await versionsIn(dig)).toHaveLength(1)
  })

  test('a save or a deletion that the journal cannot keep does not happen', async () => {
    await refuseChanges(dig, engine)
    const save = await dig.post('/api/record/contexts/1', { core: { notes: 'lost' } }, 'writer')
    expect([save.statusCode, save.json().code]).toEqual([500, 'internal_error'])
    for (const url of ['/api/record/contexts/1', '/api/record/contexts/1/plugins']) {
      const reply = await dig.delete(url, undefined, 'writer')
      expect([reply.statusCode, reply.json().code]).toEqual([500, 'internal_error'])
    }
    const some = await dig.delete('/api/records/contexts', { ids: [1] }, 'writer')
    expect([some.statusCode, some.json().errors]).toMatchObject([409, [{ id: 1, code: 'internal_error' }]])
    const record = (await dig.get('/api/record/contexts/1', 'reader')).json()
    expect(record.core.notes.val).toBe('topsoil')
    expect(record.plugins.samples.metadata.tot).toBe(2)
  })

  describe('several at once', () => {
    const remove = (ids: unknown, as: Role = 'writer') => dig.delete('/api/records/contexts', { ids }, as)

    test('all of them, an id that is repeated once', async () => {
      const reply = await remove([1, '2', 2, 3])
      expect([reply.statusCode, reply.json()]).toEqual([
        200,
        { status: 'success', code: 'all_record_deleted', deleted: 3 },
      ])
      expect(await idsIn(dig, 'contexts')).toEqual([4, 5, 6])
    })

    test('those that can be deleted are, the others are named with their reason', async () => {
      await relateTables(dig, ['finds', 'context'], 'contexts', 'RESTRICT')
      const reply = await remove([4, 1, 99])
      expect([reply.statusCode, reply.json()]).toMatchObject([
        200,
        {
          status: 'warning',
          code: 'partially_deleted_with_count',
          deleted: 1,
          failed: 2,
          errors: [
            { id: 1, code: 'in_use' },
            { id: 99, code: 'record_not_found' },
          ],
        },
      ])
      expect(await idsIn(dig, 'contexts')).toEqual([1, 2, 3, 5, 6])
    })

    test('none of them is a refusal', async () => {
      const reply = await remove([98, 99])
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'no_record_deleted'])
      expect(reply.json().errors).toMatchObject([{ id: 98 }, { id: 99, code: 'record_not_found' }])
    })
  })
})

describe.each(oneEngine)('deletions that are refused (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  test.each<[string, string, unknown, Role | undefined, number, string]>([
    ['no token', '/api/record/contexts/1', undefined, undefined, 401, 'unauthenticated'],
    ['a reader', '/api/record/contexts/1', undefined, 'reader', 403, 'not_enough_privilege'],
    ['a reader, several', '/api/records/contexts', { ids: [1] }, 'reader', 403, 'not_enough_privilege'],
    [
      'a reader, plugin rows',
      '/api/record/contexts/1/plugins',
      undefined,
      'reader',
      403,
      'not_enough_privilege',
    ],
    ['no such table', '/api/record/coins/1', undefined, 'writer', 404, 'unknown_table'],
    ['no such table, several', '/api/records/coins', { ids: [1] }, 'writer', 404, 'unknown_table'],
    ['a system table', '/api/record/sys_users/1', undefined, 'writer', 404, 'unknown_table'],
    ['a plugin table', '/api/record/samples/1', undefined, 'writer', 422, 'plugin_table_not_allowed'],
    ['no such record', '/api/record/contexts/99', undefined, 'writer', 404, 'record_not_found'],
    [
      'an id beyond all numbers',
      '/api/record/contexts/99999999999999999999',
      undefined,
      'writer',
      404,
      'record_not_found',
    ],
    ['an id that is none', '/api/record/contexts/one', undefined, 'writer', 404, 'route_not_found'],
    ['no ids', '/api/records/contexts', {}, 'writer', 400, 'no_id_provided'],
    ['no body', '/api/records/contexts', undefined, 'writer', 400, 'no_id_provided'],
    ['an empty list', '/api/records/contexts', { ids: [] }, 'writer', 400, 'no_id_provided'],
    ['no list', '/api/records/contexts', { ids: 5 }, 'writer', 400, 'invalid_parameter'],
    ['what is no id', '/api/records/contexts', { ids: [1, 'x'] }, 'writer', 400, 'invalid_parameter'],
    ['too many', '/api/records/contexts', { ids: Array(501).fill(1) }, 'writer', 400, 'invalid_parameter'],
  ])('%s', async (_case, url, body, as, status, code) => {
    const reply = await dig.delete(url, body, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('a frozen application keeps its records', async () => {
    await dig.application.db.write((tx) => tx.run(sql`UPDATE sys_cfg_app SET status = 'frozen'`))
    await dig.application.reload()
    const reply = await dig.delete('/api/record/contexts/1', undefined, 'super_admin')
    expect([reply.statusCode, reply.json().detail]).toEqual([403, 'frozen'])
  })
})

describe.runIf(engines.includes('pgsql'))('deleting records of a database that goes away (pgsql)', () => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig('pgsql')
  })
  afterAll(() => dig.close())

  test('is refused as a whole, and tells to come again', async () => {
    for (const statement of [
      `CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN OLD; END $$`,
      'CREATE TRIGGER break_off BEFORE DELETE ON contexts FOR EACH ROW WHEN (OLD.id = 4) EXECUTE FUNCTION break_off()',
    ])
      await dig.application.db.write((tx) => tx.run(keyword(statement)), { schema: true })
    const reply = await dig.delete('/api/records/contexts', { ids: [5, 4, 6] }, 'writer')
    expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([
      503,
      'overloaded',
      'unavailable',
    ])
    expect(await idsIn(dig, 'contexts')).toEqual([1, 2, 3, 4, 5, 6])
  })
})
