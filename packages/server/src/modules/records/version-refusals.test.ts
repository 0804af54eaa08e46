import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { nthVersion } from '../../testing/versions.js'
import { json, restore, save } from './testing/saved-versions.js'

describe.each(oneEngine)('versions that are refused (%s)', (engine) => {
  let dig: Dig
  let first: number
  beforeAll(async () => {
    dig = await openDig(engine)
    await save(dig, 'contexts', 1, { core: { notes: 'x' } })
    first = await nthVersion(dig, 1)
  })
  afterAll(() => dig.close())

  test.each<[string, string, Role | undefined, number, string]>([
    ['versions without a token', '/api/record/contexts/1/versions', undefined, 401, 'unauthenticated'],
    ['versions of no table', '/api/record/coins/1/versions', 'reader', 404, 'unknown_table'],
    ['versions of a system table', '/api/record/sys_users/1/versions', 'reader', 404, 'unknown_table'],
    ['a version without a token', '/api/version/first', undefined, 401, 'unauthenticated'],
    ['no such version', '/api/version/99999', 'reader', 404, 'version_not_found'],
    ['a number beyond all versions', '/api/version/99999999999999999999', 'reader', 404, 'version_not_found'],
    ['a difference of no kind', '/api/version/first?diff=yesterday', 'reader', 400, 'invalid_parameter'],
    ['a difference in a list', '/api/version/first?diff[]=1', 'reader', 400, 'invalid_parameter'],
    ['deleted records of no table', '/api/record/coins/deleted', 'reader', 404, 'unknown_table'],
    ['deleted records, page 0', '/api/record/contexts/deleted?page=0', 'reader', 400, 'invalid_parameter'],
    [
      'deleted records, half a page',
      '/api/record/contexts/deleted?per_page=0.5',
      'reader',
      400,
      'invalid_parameter',
    ],
  ])('%s', async (_case, url, as, status, code) => {
    const reply = await dig.get(url.replace('first', String(first)), as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('versions of an id beyond all numbers are none', async () => {
    const { versions } = await json(dig.get('/api/record/contexts/99999999999999999999/versions', 'reader'))
    expect(versions).toEqual([])
  })

  test.each<[string, string, unknown, Role | undefined, number, string]>([
    ['no token', 'first', {}, undefined, 401, 'unauthenticated'],
    ['a writer', 'first', {}, 'writer', 403, 'not_enough_privilege'],
    ['no such version', '99999', {}, 'admin', 404, 'version_not_found'],
    ['another version in the body', 'first', { version_id: 2 }, 'admin', 400, 'invalid_parameter'],
    ['what is no version in the body', 'first', { version_id: 'x' }, 'admin', 400, 'invalid_parameter'],
    ['fields that are no list', 'first', { fields: 'notes' }, 'admin', 400, 'invalid_parameter'],
    ['a field that never was', 'first', { fields: ['colour'] }, 'admin', 400, 'unknown_field'],
    ['plugins that are no names', 'first', { restore_plugins: [1] }, 'admin', 400, 'invalid_parameter'],
    [
      'a plugin table that never was',
      'first',
      { restore_plugins: ['finds'] },
      'admin',
      400,
      'invalid_parameter',
    ],
  ])('restoring: %s', async (_case, version, body, as, status, code) => {
    const reply = await dig.post(`/api/version/${version.replace('first', String(first))}/restore`, body, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('a frozen application restores nothing', async () => {
    await dig.application.db.write((tx) => tx.run(sql`UPDATE sys_cfg_app SET status = 'frozen'`))
    await dig.application.reload()
    const reply = await restore(dig, first, {}, 'super_admin')
    expect([reply.statusCode, reply.json().detail]).toEqual([403, 'frozen'])
  })
})
