import { createHash } from 'node:crypto'
import { hash as bcryptHash } from '@node-rs/bcrypt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noPassword } from '../../access/passwords.js'
import { type TokenClaims, tokensOf } from '../../access/tokens.js'
import { id, sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, password } from '../../testing/open-dig.js'

let digs = 0

describe.each(oneEngine)('sessions (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine, { TROWEL_OAUTH_ORCID_ID: 'id', TROWEL_OAUTH_ORCID_SECRET: 'secret' })
  })
  afterAll(() => dig.close())

  /** Someone new, so that no test disturbs another. */
  async function person(
    values: Record<string, string | number> = {},
  ): Promise<{ id: number; email: string }> {
    const email = `person${++digs}@dig.example`
    const { password: hash } = (await dig.application.db.quick.get<{ password: string }>(
      sql`SELECT "password" FROM "sys_users" WHERE "id" = 1`,
    )) ?? { password: noPassword }
    const user = { name: 'Þóra Æsir', email, password: hash, privilege: 20, token_version: 0, ...values }
    return { id: await dig.application.db.write((tx) => tx.insert('sys_users', user)), email }
  }
  const change = (userId: number, column: string, value: string | number) =>
    dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_users" SET ${id(column)} = ${value} WHERE "id" = ${userId}`),
    )
  const login = (email: string, given = password, app: unknown = 'dig') =>
    dig.post('/api/auth/login', { email, password: given, app })
  const tokenOf = async (email: string): Promise<string> => (await login(email)).json().token
  const ask = (url: string, token: string) =>
    dig.request({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  const claimsOf = (token: string): TokenClaims =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const sign = (claims: TokenClaims) => tokensOf(dig.services.secrets).sign(claims, dig.application)
  const refusal = async (token: string) => {
    const reply = await ask('/api/info/app', token)
    const { code, detail } = reply.json()
    return [reply.statusCode, code, detail]
  }

  test('a login answers the token, its end and who one is', async () => {
    const { id: userId, email } = await person()
    const reply = await login(`  ${email.toUpperCase()} `)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['cache-control']).toBe('no-store')
    const { token, expires_at, ...rest } = reply.json()
    const claims = claimsOf(token)
    expect(rest).toEqual({
      status: 'success',
      code: 'ok',
      user: { id: userId, name: 'Þóra Æsir', email, app: 'dig', privilege_value: 20, can_write: true },
    })
    expect(claims).toMatchObject({
      iss: 'trowel',
      sub: userId,
      prv: 20,
      tkv: 0,
      app: 'dig',
      name: 'Þóra Æsir',
      eml: email,
    })
    expect(claims.jti).toMatch(/^[0-9a-f]{32}$/)
    expect(claims.exp - claims.iat).toBe(28_800)
    expect(Date.parse(expires_at)).toBe(claims.exp * 1000)
    expect(expires_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    const row = await dig.application.db.quick.get<{ at: number | null }>(
      sql`SELECT "last_login_at" AS "at" FROM "sys_users" WHERE "id" = ${userId}`,
    )
    expect(row?.at).toBeGreaterThan(0)
  })

  test.each([
    ['no body', undefined, 400, 'email_password_needed'],
    ['no e-mail address', { password, app: 'dig' }, 400, 'email_password_needed'],
    ['an address that is none', { email: 'reader', password, app: 'dig' }, 400, 'email_password_needed'],
    ['an address that is a list', { email: ['a@b'], password, app: 'dig' }, 400, 'email_password_needed'],
    ['an address with a NUL', { email: 'a\u0000@b', password, app: 'dig' }, 400, 'email_password_needed'],
    [
      'an empty password',
      { email: 'reader@dig.example', password: '', app: 'dig' },
      400,
      'email_password_needed',
    ],
    ['no application', { email: 'reader@dig.example', password }, 404, 'app_not_found'],
    [
      'an application that is none',
      { email: 'reader@dig.example', password, app: '../dig' },
      404,
      'app_not_found',
    ],
    [
      'an unknown application',
      { email: 'reader@dig.example', password, app: 'pompeii' },
      404,
      'app_not_found',
    ],
    ['a number as application', { email: 'reader@dig.example', password, app: 7 }, 404, 'app_not_found'],
    [
      'a wrong password',
      { email: 'reader@dig.example', password: 'x', app: 'dig' },
      401,
      'login_data_not_valid',
    ],
    ['an unknown person', { email: 'nobody@dig.example', password, app: 'dig' }, 401, 'login_data_not_valid'],
  ])('%s is refused', async (_case, body, status, code) => {
    const reply = await dig.post('/api/auth/login', body)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('a wrong password and an unknown person get the same answer', async () => {
    const replies = [await login('reader@dig.example', 'wrong'), await login('stranger@dig.example', 'wrong')]
    expect(replies[0]?.json()).toEqual(replies[1]?.json())
  })

  test('somebody who waits to be admitted gets no token', async () => {
    const reply = await login('waiting@dig.example')
    expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([
      403,
      'not_enough_privilege',
      'waiting',
    ])
    expect((await login('waiting@dig.example', 'wrong')).json().code).toBe('login_data_not_valid')
  })

  test.each([
    ['bcrypt of PHP', async () => (await bcryptHash(password, 4)).replace('$2b$', '$2y$')],
    ['bcrypt', async () => (await bcryptHash(password, 4)).replace('$2b$', '$2a$')],
    ['SHA-1', async () => createHash('sha1').update(password).digest('hex')],
  ])('a password kept as %s works and is kept better from then on; sessions stay', async (_form, stored) => {
    const { id: userId, email } = await person({ password: await stored() })
    const token = await tokenOf(email)
    const row = await dig.application.db.quick.get<{ password: string; version: number }>(
      sql`SELECT "password", "token_version" AS "version" FROM "sys_users" WHERE "id" = ${userId}`,
    )
    expect(row?.password).toMatch(/^\$argon2id\$/)
    expect(row?.version).toBe(0)
    expect((await login(email)).statusCode).toBe(200)
    expect((await ask('/api/info/app', token)).statusCode).toBe(200)
  })

  test('a password from a time when shorter ones were taken works', async () => {
    const { id: userId, email } = await person({ password: createHash('sha1').update('dig98').digest('hex') })
    expect((await login(email, 'dig98')).statusCode).toBe(200)
    const row = await dig.application.db.quick.get<{ password: string }>(
      sql`SELECT "password" FROM "sys_users" WHERE "id" = ${userId}`,
    )
    expect(row?.password).toMatch(/^\$argon2id\$/)
    expect((await login(email, 'dig98')).statusCode).toBe(200)
    expect((await login(email, 'dig99')).statusCode).toBe(401)
  })

  test('an account without a password cannot log in with any', async () => {
    const { email } = await person({ password: noPassword })
    for (const given of ['!', password])
      expect((await login(email, given)).json().code).toBe('login_data_not_valid')
  })

  test('a refreshed token keeps the session and reads everything else again', async () => {
    const { id: userId, email } = await person()
    const token = await tokenOf(email)
    await change(userId, 'name', 'Þóra Önnudóttir')
    await change(userId, 'privilege', 30)
    const reply = await ask('/api/auth/refresh', token)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(Object.keys(reply.json())).toEqual(['status', 'code', 'token', 'expires_at'])
    const claims = claimsOf(reply.json().token)
    expect(claims).toMatchObject({ jti: claimsOf(token).jti, sub: userId, prv: 30, name: 'Þóra Önnudóttir' })
    expect((await ask('/api/info/app', token)).statusCode).toBe(200)
  })

  test('an API key has no session to refresh', async () => {
    const reply = await dig.get('/api/auth/refresh', 'key10')
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'session_required'])
  })

  test('logging out ends the session with all its tokens', async () => {
    const { email } = await person()
    const token = await tokenOf(email)
    const refreshed = (await ask('/api/auth/refresh', token)).json().token
    const other = await tokenOf(email)
    expect((await ask('/api/auth/logout', token)).json()).toEqual({ status: 'success', code: 'ok' })
    expect(await refusal(token)).toEqual([401, 'unauthenticated', undefined])
    expect(await refusal(refreshed)).toEqual([401, 'unauthenticated', undefined])
    expect((await ask('/api/info/app', other)).statusCode).toBe(200)
    expect((await ask('/api/auth/logout', token)).statusCode).toBe(200)
  })

  test.each([
    ['without a token', undefined],
    ['with nonsense', 'Bearer nonsense'],
    ['with another scheme', 'Basic YTpi'],
  ])('logging out %s succeeds', async (_case, authorization) => {
    const headers = authorization === undefined ? {} : { authorization }
    const reply = await dig.request({ method: 'GET', url: '/api/auth/logout', headers })
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'success', code: 'ok' }])
  })

  test('the scheme is written in any case', async () => {
    const token = await dig.token('reader')
    const reply = await dig.request({
      method: 'GET',
      url: '/api/info/app',
      headers: { authorization: `bEaReR ${token}` },
    })
    expect(reply.statusCode).toBe(200)
  })

  describe('a token is refused', () => {
    test('when its time is over', async () => {
      const claims = claimsOf(await dig.token('reader'))
      const old = await sign({ ...claims, iat: claims.iat - 40_000, exp: claims.iat - 11_200 })
      expect(await refusal(old)).toEqual([401, 'unauthenticated', 'expired'])
    })

    test('when it was made for an application that does not exist, or claims another one', async () => {
      const claims = claimsOf(await dig.token('reader'))
      expect(await refusal(await sign({ ...claims, app: 'pompeii' }))).toEqual([
        401,
        'unauthenticated',
        undefined,
      ])
      await dig.services.applications.create('carsulae', {
        definition: 'Another one',
        superAdmin: { name: 'Ada', email: 'ada@dig.example', passwordHash: noPassword },
      })
      const theirs = await sign({ ...claims, app: 'carsulae', sub: 1 })
      const [head, , signature] = theirs.split('.')
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
      expect(await refusal(`${head}.${payload}.${signature}`)).toEqual([401, 'unauthenticated', undefined])
    })

    test('when it names no algorithm', async () => {
      const [, payload] = (await dig.token('super_admin')).split('.')
      const head = Buffer.from('{"alg":"none"}').toString('base64url')
      expect(await refusal(`${head}.${payload}.`)).toEqual([401, 'unauthenticated', undefined])
    })

    test('when it was tampered with', async () => {
      const token = await dig.token('reader')
      const [head, , signature] = token.split('.')
      const claims = { ...claimsOf(token), sub: 1 }
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
      expect(await refusal(`${head}.${payload}.${signature}`)).toEqual([401, 'unauthenticated', undefined])
    })

    test('when the person is gone', async () => {
      const { id: userId, email } = await person()
      const token = await tokenOf(email)
      await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_users" WHERE "id" = ${userId}`))
      expect(await refusal(token)).toEqual([401, 'token_invalidated', undefined])
    })

    test('when the account was changed so that its sessions end', async () => {
      const { id: userId, email } = await person()
      const token = await tokenOf(email)
      await change(userId, 'token_version', 1)
      expect(await refusal(token)).toEqual([401, 'token_invalidated', undefined])
      expect((await ask('/api/info/app', await tokenOf(email))).statusCode).toBe(200)
    })

    test('when the person has no level any more, with 403', async () => {
      const { id: userId, email } = await person()
      const token = await tokenOf(email)
      await change(userId, 'privilege', 40)
      expect(await refusal(token)).toEqual([403, 'not_enough_privilege', 'waiting'])
    })

    test.each(['a.b', 'a.b.c.d', 'trw_dig', 'nothing'])('when it is %s', async (text) => {
      expect(await refusal(text)).toEqual([401, 'unauthenticated', undefined])
    })
  })

  test('a level that changes counts from the next request', async () => {
    const { id: userId, email } = await person({ privilege: 30 })
    const token = await tokenOf(email)
    expect((await ask('/api/api-keys', token)).statusCode).toBe(403)
    await change(userId, 'privilege', 10)
    expect((await ask('/api/api-keys', token)).statusCode).toBe(200)
  })

  test('the applications one can log in to are listed for everybody', async () => {
    const reply = await dig.get('/api/auth/apps')
    expect(reply.json().apps).toContainEqual({
      db: 'dig',
      name: 'DIG',
      title: null,
      definition: 'A small dig',
      upgrade: null,
      oauth: ['orcid'],
      providers: [{ name: 'orcid', label: 'ORCID' }],
    })
  })

  describe('an application that is switched off', () => {
    const switchTo = async (status: string) => {
      await dig.application.db.write((tx) => tx.run(sql`UPDATE "sys_cfg_app" SET "status" = ${status}`))
      await dig.application.reload()
    }
    const others = ['admin', 'reader', 'key10', 'key30'] as const
    beforeAll(async () => {
      for (const role of others) await dig.token(role)
      await switchTo('off')
    })
    afterAll(() => switchTo('on'))

    test('lets only super-administrators in', async () => {
      expect((await dig.get('/api/info/app', 'super_admin')).json().app_status).toBe('off')
      for (const role of others) {
        const reply = await dig.get('/api/info/app', role)
        expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([
          403,
          'not_enough_privilege',
          'off',
        ])
      }
    })

    test('refuses a login after the password alone', async () => {
      const reply = await login('admin@dig.example')
      expect([reply.statusCode, reply.json().detail]).toEqual([403, 'off'])
      expect((await login('admin@dig.example', 'wrong')).statusCode).toBe(401)
      expect((await login('super_admin@dig.example')).statusCode).toBe(200)
    })
  })
})

describe.each(oneEngine)('too many attempts (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine, { TROWEL_LIMIT_FAILED_LOGINS_PER_ADDRESS: '25' })
  })
  afterAll(() => dig.close())

  const login = (email: string, given: string, remoteAddress: string) =>
    dig.request({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress,
      payload: { email, password: given, app: 'dig' },
    })

  test('the eleventh failed login of an account is refused, whether it exists or not', async () => {
    for (const email of ['writer@dig.example', 'nobody@dig.example']) {
      const address = `192.0.2.${email.length}`
      for (let k = 0; k < 10; k++) expect((await login(email, 'wrong', address)).statusCode).toBe(401)
      const reply = await login(email, password, address)
      expect([reply.statusCode, reply.json().code]).toEqual([429, 'too_many_attempts'])
      const seconds = Number(reply.headers['retry-after'])
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(900)
    }
  })

  test('many at the same moment cannot slip through', async () => {
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => login('self_writer@dig.example', 'wrong', '192.0.2.77')),
    )
    const statuses = replies.map((reply) => reply.statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)
    // Those that were refused do not make the others wait longer.
    const counted = await dig.application.db.quick.get(
      sql`SELECT count(*) AS "n" FROM "sys_attempts" WHERE "key" = 'login self_writer@dig.example'`,
    )
    expect(counted).toEqual({ n: 10 })
  })

  test('an address has a limit of its own over all accounts; another address goes on', async () => {
    for (let k = 0; k < 25; k++) await login(`guess${k}@dig.example`, 'wrong', '198.51.100.1')
    expect((await login('reader@dig.example', password, '198.51.100.1')).statusCode).toBe(429)
    expect((await login('reader@dig.example', password, '198.51.100.2')).statusCode).toBe(200)
  })

  test('an address has its limit over all applications', async () => {
    await dig.services.applications.create('carsulae', {
      definition: 'Another one',
      superAdmin: { name: 'Ada', email: 'ada@dig.example', passwordHash: noPassword },
    })
    for (let k = 0; k < 25; k++) await login(`guess${k}@dig.example`, 'wrong', '198.51.100.3')
    const elsewhere = await dig.request({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '198.51.100.3',
      payload: { email: 'ada@dig.example', password, app: 'carsulae' },
    })
    expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([429, 'too_many_attempts'])
  })

  test('addresses of one IPv6 network count together, however they are written', async () => {
    const of = (k: number) => `2001:db8:${k % 2 === 0 ? '0' : ''}0:7:${k.toString(16)}::${k + 1}`
    for (let k = 0; k < 25; k++) await login(`six${k}@dig.example`, 'wrong', of(k))
    expect((await login('reader@dig.example', password, '2001:db8:0:7::1')).statusCode).toBe(429)
    expect((await login('reader@dig.example', password, '2001:db8:0:8::1')).statusCode).toBe(200)
  })

  test('an IPv4 address counts as itself where IPv6 carries it', async () => {
    for (let k = 0; k < 25; k++) await login(`four${k}@dig.example`, 'wrong', '::ffff:198.51.100.7')
    expect((await login('reader@dig.example', password, '198.51.100.7')).statusCode).toBe(429)
    expect((await login('reader@dig.example', password, '::ffff:198.51.100.8')).statusCode).toBe(200)
  })

  test('logins that succeed do not count', async () => {
    // More than an account and its address may have.
    for (let k = 0; k < 27; k++) {
      expect((await login('admin@dig.example', password, '203.0.113.9')).statusCode).toBe(200)
    }
  })
})

describe.each(oneEngine)('confirming one’s password (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const dropTable = () => dig.delete('/api/config/table/coins', undefined, 'super_admin')

  test('is needed before a table is deleted, and holds for half an hour', async () => {
    const form = { name: 'coins', label: 'Coins' }
    expect((await dig.post('/api/config/tables', form, 'super_admin')).statusCode).toBe(200)
    const refused = await dropTable()
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'password_confirmation_required'])
    const before = Date.now()
    const reply = await dig.post('/api/admin/check-password', { pwd: password }, 'super_admin')
    expect(reply.json()).toMatchObject({ status: 'success', code: 'valid_pasword' })
    expect(Date.parse(reply.json().confirmed_until)).toBeGreaterThan(before + 29 * 60_000)
    expect((await dropTable()).statusCode).toBe(200)
  })

  test('ends with the session', async () => {
    const reply = await dig.post('/api/auth/login', {
      email: 'super_admin@dig.example',
      password,
      app: 'dig',
    })
    const headers = { authorization: `Bearer ${reply.json().token}` }
    await dig.request({ method: 'POST', url: '/api/admin/check-password', payload: { password }, headers })
    const confirmations = () => dig.application.db.quick.all(sql`SELECT "session" FROM "sys_confirmations"`)
    const count = (await confirmations()).length
    await dig.request({ method: 'GET', url: '/api/auth/logout', headers })
    expect(await confirmations()).toHaveLength(count - 1)
  })

  test('is for super-administrators who are persons', async () => {
    const admin = await dig.post('/api/admin/check-password', { pwd: password }, 'admin')
    expect([admin.statusCode, admin.json().code]).toEqual([403, 'not_a_super_admin_user'])
    const key = await dig.post('/api/admin/check-password', { pwd: password }, 'key10')
    expect([key.statusCode, key.json().code]).toEqual([403, 'session_required'])
  })

  test('with a wrong password is refused without ending the session; the sixth time has to wait', async () => {
    const bodies = [{ pwd: 'wrong' }, { pwd: '' }, {}, undefined, { pwd: 7 }]
    for (const body of bodies) {
      const reply = await dig.post('/api/admin/check-password', body, 'super_admin')
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'invalid_pasword'])
    }
    const reply = await dig.post('/api/admin/check-password', { pwd: password }, 'super_admin')
    expect([reply.statusCode, reply.json().code]).toEqual([429, 'too_many_attempts'])
    expect((await dig.get('/api/info/app', 'super_admin')).statusCode).toBe(200)
  })
})

describe.each(oneEngine)('the doors where a password is confirmed (%s)', (engine) => {
  test('share their limit', async () => {
    const dig = await openDig(engine)
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const reply =
        n % 2 === 0
          ? await dig.post('/api/admin/check-password', { pwd: 'wrong' }, 'super_admin')
          : await dig.post('/api/free-sql/verify', { password: 'wrong' }, 'super_admin')
      statuses.push(reply.statusCode)
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
    await dig.close()
  })
})

describe.each(oneEngine)('a service that hides its applications (%s)', (engine) => {
  test('names none of them', async () => {
    const dig = await openDig(engine, { TROWEL_HIDE_APPS: '1' })
    expect((await dig.get('/api/auth/apps')).json()).toEqual({ status: 'success', apps: [] })
    await dig.close()
  })
})

describe.each(oneEngine)('wrong passwords that a stranger tries (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine, { TROWEL_LIMIT_FAILED_LOGINS_PER_ADDRESS: '30' })
  })
  afterAll(() => dig.close())

  const attempt = async (
    email: string,
    given: string,
    device?: string | null,
    remoteAddress = '192.0.2.1',
  ) => {
    const payload = JSON.stringify({
      email,
      password: given,
      app: 'dig',
      ...(device !== undefined && { device }),
    })
    const headers = { 'content-type': 'application/json' }
    const reply = await dig.request({
      method: 'POST',
      url: '/api/auth/login',
      payload,
      headers,
      remoteAddress,
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  const deviceOf = async (email: string): Promise<string> =>
    (await attempt(email, password, null, '192.0.2.7')).body.device
  const lockOut = async (email: string, device?: string) => {
    for (let n = 0; n < 10; n++) expect((await attempt(email, 'wrong', device)).status).toBe(401)
    expect((await attempt(email, password, device)).status).toBe(429)
  }

  test('do not lock the owner out on a device on which he logged in before, even at the same address', async () => {
    const email = 'writer@dig.example'
    const device = await deviceOf(email)
    await lockOut(email)
    expect((await attempt(email, password)).status).toBe(429)
    const entered = await attempt(email, password, device)
    expect([entered.status, typeof entered.body.device]).toEqual([200, 'string'])
    expect((await attempt(email, password, entered.body.device)).status).toBe(200)
  })

  test('count on a known device too: whoever steals it gains nothing', async () => {
    const email = 'self_writer@dig.example'
    const device = await deviceOf(email)
    await lockOut(email, device)
    expect((await attempt(email, password, undefined, '192.0.2.8')).status).toBe(200)
  })

  test('count as those of a stranger with the device of another person, of another time, or of nobody', async () => {
    const email = 'reader@dig.example'
    const own = await deviceOf(email)
    const others = await deviceOf('admin@dig.example')
    const token = (await attempt(email, password)).body.token
    await lockOut(email)
    for (const device of [others, token, `${own.slice(0, -2)}AA`, 'x', '', null]) {
      expect((await attempt(email, password, device)).status).toBe(429)
    }
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_users" SET "token_version" = 1 WHERE "email" = ${email}`),
    )
    expect((await attempt(email, password, own)).status).toBe(429)
  })

  test('opens nothing by itself, and clients that send no device are told of none', async () => {
    const device = await deviceOf('super_admin@dig.example')
    const headers = { authorization: `Bearer ${device}` }
    expect((await dig.request({ method: 'GET', url: '/api/info/app', headers })).statusCode).toBe(401)
    expect((await attempt('super_admin@dig.example', password)).body).not.toHaveProperty('device')
  })
})
