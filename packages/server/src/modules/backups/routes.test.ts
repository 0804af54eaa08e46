import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { bytesOf, makeOne } from './testing/carry-backup.js'
import { wholeContent } from './testing/whole-content.js'

describe.each(oneEngine)('backups (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  test('a backup is made, proved, listed, downloaded in parts, and deleted', async () => {
    const made = await dig.post('/api/backups', undefined, 'admin')
    expect(made.json()).toMatchObject({
      status: 'success',
      code: 'ok_backup',
      kind: 'database',
      verified: true,
      missing_files: 0,
      left_out: [],
      file: expect.stringMatching(new RegExp(`^dig-${engine}-\\d+\\.zip$`)),
    })
    const { file } = made.json<{ file: string }>()
    const second = await makeOne(dig)
    expect(second).not.toBe(file)
    const list = (await dig.get('/api/backups', 'admin')).json()
    expect(list).toMatchObject({ status: 'success', engine, can_delete: true, can_restore: false })
    const none = { every_hours: 0, keep: 14, files: false }
    expect(list).toMatchObject({ schedule: { ...none, is_own: false }, service_schedule: none })
    const whole = await bytesOf(dig, file)
    expect(list.backups).toHaveLength(2)
    expect(list.backups.find((each: { file: string }) => each.file === file)).toEqual({
      file,
      app: 'dig',
      engine,
      timestamp: Number(/-(\d+)\.zip$/.exec(file)?.[1]),
      formatted_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      size: whole.length,
      size_mb: Math.round((whole.length / 2 ** 20) * 1000) / 1000,
      gz: false,
      created_by: 'admin',
      version: '5.0.0',
      kind: 'database',
      reason: 'asked',
      left_out: [],
      verified: true,
    })
    const part = await dig.request(
      { method: 'GET', url: `/api/backup/${file}/download`, headers: { range: 'bytes=10-19' } },
      'admin',
    )
    expect(part.statusCode).toBe(206)
    expect(part.headers).toMatchObject({
      'content-range': `bytes 10-19/${whole.length}`,
      'content-disposition': `attachment; filename="${file}"`,
      'content-type': 'application/octet-stream',
      'cache-control': 'no-store',
    })
    expect(part.rawPayload).toEqual(whole.subarray(10, 20))
    expect((await dig.delete(`/api/backup/${file}`, undefined, 'admin')).json()).toEqual({
      status: 'success',
      code: 'success_erasing_file',
    })
    expect((await dig.get('/api/backups', 'admin')).json().backups).toHaveLength(1)
    expect((await dig.delete(`/api/backup/${file}`, undefined, 'admin')).statusCode).toBe(404)
    const { data } = (await dig.get('/api/logs', 'admin')).json<{ data: { code: string; facts: object }[] }>()
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'backup_made', facts: { file } }),
        expect.objectContaining({ code: 'backup_downloaded', facts: { file, by: 'admin' } }),
        expect.objectContaining({ code: 'backup_deleted', facts: { file, by: 'admin' } }),
      ]),
    )
  })

  test('everything is as it was: records, configuration, numbers; and the present can be had back', async () => {
    const { db } = dig.application
    const before = await wholeContent(db)
    const file = await makeOne(dig)
    await dig.patch('/api/record/contexts/2', { core: { notes: 'changed' } }, 'writer')
    await dig.delete('/api/record/finds/8', undefined, 'writer')
    await dig.post('/api/record/finds', { core: { inv_no: 'F9', context: 1 } }, 'writer')
    await dig.post(
      '/api/config/table/finds/field',
      { name: 'colour', label: 'Colour', type: 'text', db_type: 'TEXT' },
      'super_admin',
    )
    const catalogue = dig.application.catalogue
    const present = await wholeContent(db)
    const restored = await dig.post(`/api/backup/${file}/restore`, undefined, 'super_admin')
    expect(restored.json()).toEqual({
      status: 'success',
      code: 'ok_backup_restored',
      safety_backup: expect.stringMatching(/^dig-.*\.zip$/),
    })
    expect(await wholeContent(db)).toEqual(before)
    expect(dig.application.catalogue).not.toBe(catalogue)
    expect(dig.application.catalogue.tables.get('finds')?.fields.has('colour')).toBe(false)
    const now = dig.application.db
    expect(await now.write((tx) => tx.insert('finds', { inv_no: 'F10' }))).toBe(10)
    await now.write((tx) => tx.run(sql`DELETE FROM "finds" WHERE "id" = 10`))

    expect((await dig.get('/api/backups', 'super_admin')).statusCode).toBe(401)
    const again = await openAnew(dig, 'super_admin')
    const { safety_backup } = restored.json<{ safety_backup: string }>()
    expect(await again(`/api/backup/${safety_backup}/restore`)).toMatchObject({ code: 'ok_backup_restored' })
    expect(await wholeContent(db)).toEqual(present)
  })

  test('a restore brings back no session, no key and no level', async () => {
    const { db } = dig.application
    const key = await dig.token('key20')
    const file = await makeOne(dig)
    await dig.post('/api/api-key/1/revoke', undefined, 'super_admin')
    await db.write(async (tx) => {
      await tx.run(sql`UPDATE "sys_users" SET "privilege" = 30, "token_version" = 7 WHERE "name" = 'writer'`)
      await tx.run(sql`UPDATE "sys_users" SET "privilege" = 10 WHERE "name" = 'reader'`)
      await tx.run(sql`DELETE FROM "sys_users" WHERE "name" = 'self_writer'`)
      await tx.insert('sys_revoked_sessions', { jti: 'ended since', expires_at: 9e15 })
    })
    expect((await dig.post(`/api/backup/${file}/restore`, undefined, 'super_admin')).statusCode).toBe(200)
    const persons = await db.quick.all(
      sql`SELECT "name", "privilege", "token_version" FROM "sys_users" ORDER BY "id"`,
    )
    expect(persons).toEqual([
      { name: 'super_admin', privilege: 1, token_version: 1 },
      { name: 'admin', privilege: 10, token_version: 1 },
      { name: 'writer', privilege: 30, token_version: 8 },
      { name: 'self_writer', privilege: 40, token_version: 1 },
      { name: 'reader', privilege: 10, token_version: 1 },
      { name: 'waiting', privilege: 40, token_version: 1 },
    ])
    const revoked = await db.quick.all(sql`SELECT "jti" FROM "sys_revoked_sessions"`)
    expect(revoked).toEqual([{ jti: 'ended since' }])
    const asked = await dig.request({
      method: 'GET',
      url: '/api/records/finds',
      headers: { authorization: `Bearer ${key}` },
    })
    expect(asked.statusCode).toBe(401)
    const log = await db.quick.get<{ message: string }>(
      sql`SELECT "message" FROM "sys_log" WHERE "level" = 250 ORDER BY "id" DESC LIMIT 1`,
    )
    expect(log?.message).toBe(`Backup restored by super_admin: ${file}`)
  })

  test('a second backup at the same time is refused, and reads and writes go on', async () => {
    const outcome = await dig.application.db.withLock('backup', async () => {
      const refused = [
        await dig.post('/api/backups', undefined, 'admin'),
        await dig.post('/api/record/finds', { core: { inv_no: 'F9' } }, 'writer'),
      ]
      return refused.map((reply) => reply.statusCode)
    })
    expect(outcome?.done).toEqual([409, 200])
  })

  test('a frozen application can be backed up', async () => {
    await dig.application.db.write((tx) => tx.run(sql`UPDATE "sys_cfg_app" SET "status" = 'frozen'`))
    await dig.application.reload()
    expect((await dig.post('/api/backups', undefined, 'admin')).statusCode).toBe(200)
  })
})

describe.each(oneEngine)('what is asked of backups and refused (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  test.each<[string, 'get' | 'post' | 'delete', string, Role | undefined, number, string]>([
    ['listing without a token', 'get', '/api/backups', undefined, 401, 'unauthenticated'],
    ['listing as a writer', 'get', '/api/backups', 'writer', 403, 'not_enough_privilege'],
    ['making one as a writer', 'post', '/api/backups', 'writer', 403, 'not_enough_privilege'],
    [
      'restoring as an admin',
      'post',
      '/api/backup/dig-sqlite-1.zip/restore',
      'admin',
      403,
      'not_enough_privilege',
    ],
    [
      'restoring with a key',
      'post',
      '/api/backup/dig-sqlite-1.zip/restore',
      'key10_manage',
      403,
      'not_enough_privilege',
    ],
    [
      'downloading as a reader',
      'get',
      '/api/backup/dig-sqlite-1.zip/download',
      'reader',
      403,
      'not_enough_privilege',
    ],
    [
      'downloading what is not there',
      'get',
      '/api/backup/dig-sqlite-1.zip/download',
      'admin',
      404,
      'file_not_found',
    ],
    ['deleting what is not there', 'delete', '/api/backup/dig-sqlite-1.zip', 'admin', 404, 'file_not_found'],
    [
      'restoring what is not there',
      'post',
      '/api/backup/dig-sqlite-1.zip/restore',
      'super_admin',
      404,
      'file_not_found',
    ],
    [
      'another application',
      'post',
      '/api/backup/tell-sqlite-1.zip/restore',
      'super_admin',
      422,
      'wrong_restore_app',
    ],
    [
      'a way out of the folder',
      'get',
      '/api/backup/..%2F..%2Ftrowel.sqlite/download',
      'admin',
      400,
      'invalid_parameter',
    ],
    ['a hidden file', 'delete', '/api/backup/.secret', 'admin', 400, 'invalid_parameter'],
    [
      'what is noted of a backup',
      'get',
      '/api/backup/dig-sqlite-1.zip.json/download',
      'admin',
      404,
      'file_not_found',
    ],
  ])('%s is refused', async (_what, method, url, as, status, code) => {
    const reply = method === 'get' ? await dig.get(url, as) : await dig[method](url, undefined, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('a wish that is none is refused', async () => {
    const reply = await dig.post('/api/backups', { files: 'yes' }, 'admin')
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
  })

  test.each<[string, unknown, Role, number, string]>([
    ['by a writer', { every_hours: 24, keep: 3, files: false }, 'writer', 403, 'not_enough_privilege'],
    ['without words', undefined, 'admin', 400, 'parameter_missing'],
    ['in part', { every_hours: 24, files: false }, 'admin', 400, 'parameter_missing'],
    ['of less than an hour', { every_hours: 0.5, keep: 3, files: false }, 'admin', 400, 'invalid_parameter'],
    ['before now', { every_hours: -1, keep: 3, files: false }, 'admin', 400, 'invalid_parameter'],
    ['beyond a year', { every_hours: 8761, keep: 3, files: false }, 'admin', 400, 'invalid_parameter'],
    ['that keeps none', { every_hours: 24, keep: 0, files: false }, 'admin', 400, 'invalid_parameter'],
    ['with files of a kind', { every_hours: 24, keep: 3, files: 'all' }, 'admin', 400, 'invalid_parameter'],
  ])('a schedule %s is refused', async (_what, body, as, status, code) => {
    const reply = await dig.put('/api/backups/schedule', body, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    expect((await dig.get('/api/backups', 'admin')).json().schedule).toMatchObject({ is_own: false })
  })

  test('a part that is not there is refused', async () => {
    const file = await makeOne(dig)
    const url = `/api/backup/${file}/download`
    const beyond = { method: 'GET' as const, url, headers: { range: 'bytes=999999999-' } }
    const reply = await dig.request(beyond, 'admin')
    expect(reply.statusCode).toBe(416)
    const head = await dig.request({ method: 'HEAD', url }, 'admin')
    expect([head.statusCode, Number(head.headers['content-length']) > 0, head.body]).toEqual([200, true, ''])
  })
})

/** Posts with a session that is begun after the restore. */
async function openAnew(dig: Dig, name: string): Promise<(url: string) => Promise<unknown>> {
  const login = { email: `${name}@dig.example`, password: 'a-trowel-for-tests', app: 'dig' }
  const { token } = (await dig.post('/api/auth/login', login)).json<{ token: string }>()
  return async (url) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await dig.request({ method: 'POST', url, headers })).json()
  }
}
