import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'

describe.each(oneEngine)('API keys (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const make = async (privilege = 30): Promise<{ id: number; key: string }> =>
    (await dig.post('/api/api-keys', { label: 'GIS desktop', privilege }, 'admin')).json()
  const use = (key: string, scheme = 'Bearer') =>
    dig.request({ method: 'GET', url: '/api/info/app', headers: { authorization: `${scheme} ${key}` } })

  test('a key is shown once, and kept as a hash', async () => {
    const reply = await dig.post('/api/api-keys', { label: '  North trench ', privilege: 30 }, 'admin')
    expect(reply.headers['cache-control']).toBe('no-store')
    const { id, key, ...rest } = reply.json()
    expect(rest).toEqual({
      status: 'success',
      code: 'ok_api_key_created',
      label: 'North trench',
      privilege: 30,
      manage: false,
    })
    expect(key).toMatch(/^trw_dig\.[0-9a-f]{64}$/)
    const stored = await dig.application.db.quick.get<Record<string, unknown>>(
      sql`SELECT * FROM "sys_api_keys" WHERE "id" = ${id}`,
    )
    expect(stored?.['key_hash']).toBe(createHash('sha256').update(key).digest('hex'))
    expect(JSON.stringify(stored)).not.toContain(key.slice(-64))
    const list = await dig.get('/api/api-keys', 'admin')
    expect(list.body).not.toContain(key.slice(-64))
    expect(list.body).not.toContain(String(stored?.['key_hash']))
    expect(list.json().keys[0]).toEqual({
      id,
      label: 'North trench',
      privilege: 30,
      manage: false,
      created_by: dig.userId('admin'),
      created_by_name: 'admin',
      created_at: expect.any(Number),
      last_used_at: null,
      revoked_at: null,
      is_active: true,
    })
    expect(list.json().keys[0].created_at).toBeLessThan(1e10)
  })

  test('a key stands for nobody', async () => {
    const { key } = await make(20)
    expect((await use(key)).json().user).toEqual({
      id: null,
      name: 'API key: GIS desktop',
      email: '',
      app: 'dig',
      privilege_value: 20,
      can_write: true,
    })
  })

  test.each([
    [undefined, 30],
    [null, 30],
    [10, 10],
    [20, 20],
    [25, 20],
    [30, 30],
  ])('asked for level %s, a key gets %i', async (privilege, stored) => {
    const reply = await dig.post('/api/api-keys', { label: 'x', privilege }, 'super_admin')
    expect(reply.json().privilege).toBe(stored)
  })

  test.each([
    ['no body', undefined, 400, 'parameter_missing', 'label'],
    ['no label', { privilege: 30 }, 400, 'parameter_missing', 'label'],
    ['a blank label', { label: '  ' }, 400, 'parameter_missing', 'label'],
    ['a label that is no text', { label: 7 }, 400, 'invalid_parameter', undefined],
    ['a label with a NUL', { label: 'a\u0000b' }, 400, 'invalid_parameter', undefined],
    ['a long label', { label: 'x'.repeat(121) }, 400, 'invalid_parameter', undefined],
    ['super-admin', { label: 'x', privilege: 1 }, 422, 'invalid_privilege', undefined],
    ['waiting', { label: 'x', privilege: 40 }, 422, 'invalid_privilege', undefined],
    ['a level that is none', { label: 'x', privilege: 15 }, 422, 'invalid_privilege', undefined],
    [
      'a right that is neither given nor withheld',
      { label: 'x', manage: 'yes' },
      400,
      'invalid_parameter',
      undefined,
    ],
    ['a level in words', { label: 'x', privilege: '30' }, 422, 'invalid_privilege', undefined],
  ])('%s is refused', async (_case, body, status, code, detail) => {
    const reply = await dig.post('/api/api-keys', body, 'admin')
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    if (detail !== undefined) expect(reply.json().detail).toBe(detail)
  })

  test('only the whole key opens', async () => {
    const { key } = await make()
    expect((await use(key)).statusCode).toBe(200)
    expect((await use(key, 'bearer')).statusCode).toBe(200)
    const [head, secret = ''] = key.split('.')
    const wrong = [
      key.slice(0, -1),
      `${key}0`,
      secret,
      `${head}.${secret.toUpperCase()}`,
      `trw_carsulae.${secret}`,
      `trw_${secret}`,
      `trw_trw_dig.${secret}`,
      `trw_../dig.${secret}`,
      'trw_',
      createHash('sha256').update(key).digest('hex'),
    ]
    for (const text of wrong) {
      const reply = await use(text)
      expect([text, reply.statusCode, reply.json().code]).toEqual([text, 401, 'unauthenticated'])
    }
    const inAddress = await dig.get(`/api/info/app?api_key=${key}`)
    expect(inAddress.statusCode).toBe(401)
  })

  test('a key of another application opens nothing here', async () => {
    const { key } = await make()
    await dig.services.applications.create('carsulae', {
      definition: 'Another one',
      superAdmin: { name: 'Ada', email: 'ada@dig.example', passwordHash: '!' },
    })
    expect((await use(key.replace('trw_dig', 'trw_carsulae'))).statusCode).toBe(401)
  })

  test('a revoked key opens nothing, and keeps the moment of the first revocation', async () => {
    const { id, key } = await make()
    const revoke = () => dig.post(`/api/api-key/${id}/revoke`, undefined, 'admin')
    const shown = async () =>
      (await dig.get('/api/api-keys', 'admin')).json().keys.find((one: { id: number }) => one.id === id)
    expect((await revoke()).json()).toEqual({ status: 'success', code: 'ok_api_key_revoked' })
    const first = await shown()
    expect([first.is_active, typeof first.revoked_at]).toEqual([false, 'number'])
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_api_keys" SET "revoked_at" = 1000 WHERE "id" = ${id}`),
    )
    expect((await revoke()).statusCode).toBe(200)
    expect((await shown()).revoked_at).toBe(1)
    expect((await use(key)).statusCode).toBe(401)
  })

  test('a deleted key is gone', async () => {
    const { id, key } = await make()
    const reply = await dig.delete(`/api/api-key/${id}`, undefined, 'admin')
    expect(reply.json()).toEqual({ status: 'success', code: 'ok_api_key_deleted' })
    expect((await use(key)).statusCode).toBe(401)
    expect((await dig.get('/api/api-keys', 'admin')).body).not.toContain(`"id":${id},`)
    for (const again of [
      await dig.delete(`/api/api-key/${id}`, undefined, 'admin'),
      await dig.post(`/api/api-key/${id}/revoke`, undefined, 'admin'),
    ]) {
      expect([again.statusCode, again.json().code]).toEqual([404, 'not_found'])
    }
  })

  test('a key whose maker is gone goes on', async () => {
    const { id, key } = await make()
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_api_keys" SET "created_by" = 999 WHERE "id" = ${id}`),
    )
    expect((await use(key)).statusCode).toBe(200)
    const list = (await dig.get('/api/api-keys', 'admin')).json().keys
    expect(list.find((one: { id: number }) => one.id === id)).toMatchObject({
      created_by: null,
      created_by_name: null,
    })
  })

  test('the use of a key is noted, once a minute', async () => {
    const { id, key } = await make()
    const lastUse = async () =>
      (
        await dig.application.db.quick.get<{ at: number | null }>(
          sql`SELECT "last_used_at" AS "at" FROM "sys_api_keys" WHERE "id" = ${id}`,
        )
      )?.at
    await use(key)
    await expect.poll(lastUse).toEqual(expect.any(Number))
    const first = await lastUse()
    await use(key)
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(await lastUse()).toBe(first)
  })

  test.each(['writer', 'reader', 'key20', 'key30'] as const)('%s manages no keys', async (role) => {
    for (const reply of [
      await dig.get('/api/api-keys', role),
      await dig.post('/api/api-keys', { label: 'x' }, role),
      await dig.delete('/api/api-key/1', undefined, role),
    ]) {
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
    }
  })
})

describe.each(oneEngine)('what an API key may manage (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const administrator = { name: 'x', email: 'x@dig.example', password: 'a-spade-for-tests', privilege: 10 }

  test('an API key makes no administrators, keys or backups, and reads no backup, unless it was made to manage', async () => {
    const { file } = (await dig.post('/api/backups', undefined, 'admin')).json()
    const download = `/api/backup/${file}/download`
    const attempts = {
      'an administrator': (as: Role) => dig.post('/api/user', administrator, as),
      'the password of an account': (as: Role) =>
        dig.post('/api/user', { id: 3, password: 'taken-over' }, as),
      'the accounts': (as: Role) => dig.get('/api/users', as),
      'a right on a table': (as: Role) =>
        dig.post('/api/user/3/privileges', { table_name: 'finds', privilege: 20 }, as),
      'a key': (as: Role) => dig.post('/api/api-keys', { label: 'x', privilege: 10, manage: true }, as),
      'the keys': (as: Role) => dig.get('/api/api-keys', as),
      'a backup': (as: Role) => dig.post('/api/backups', undefined, as),
      'the backups': (as: Role) => dig.get('/api/backups', as),
      'the bytes of a backup': (as: Role) => dig.get(download, as),
    }
    for (const [what, attempt] of Object.entries(attempts)) {
      const refused = await attempt('key10')
      expect([what, refused.statusCode, refused.json().code, refused.json().detail]).toEqual([
        what,
        403,
        'not_enough_privilege',
        'manage',
      ])
      expect([what, (await attempt('key10_manage')).statusCode]).toEqual([what, 200])
    }
    const ticket = (await dig.post('/api/download-ticket', { path: download }, 'key10')).json()
    const withTicket = await dig.get(ticket.url)
    expect([withTicket.statusCode, withTicket.json().detail]).toEqual([403, 'manage'])
  })

  test('it does all else that its level allows', async () => {
    expect((await dig.get('/api/logs', 'key10')).statusCode).toBe(200)
    expect((await dig.put('/api/welcome', { content: 'x' }, 'key10')).statusCode).toBe(200)
  })
})

describe.each(oneEngine)('the prefix of keys (%s)', (engine) => {
  test('follows the setting', async () => {
    const dig = await openDig(engine, { TROWEL_KEY_PREFIX: 'dig-key-' })
    const key = await dig.token('key30')
    expect(key).toMatch(/^dig-key-dig\.[0-9a-f]{64}$/)
    expect((await dig.get('/api/info/app', 'key30')).statusCode).toBe(200)
    await dig.close()
  })
})
