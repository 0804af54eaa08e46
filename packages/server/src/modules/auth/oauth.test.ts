import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { type OidcProvider, openOidcProvider } from '../../testing/open-oidc-provider.js'
import { openStubProvider, type StubProvider, type StubReply } from '../../testing/stub-provider.js'

const base = 'http://records.example'
const orcid = '0000-0002-1825-0097'

describe.each(oneEngine)('logging in at an identity provider (%s)', (engine) => {
  let dig: Dig
  let campus: OidcProvider
  let stub: StubProvider
  beforeAll(async () => {
    const client = { id: 'trowel', secret: 'secret-of-campus' }
    const verified = { email_verified: true }
    campus = await openOidcProvider(client, `${base}/api/auth/oauth/campus/callback?app=dig`, {
      reader: { email: 'Reader@dig.example', ...verified },
      imposter: { email: 'reader@dig.example', ...verified },
      unverified: { email: 'admin@dig.example', email_verified: false },
      claimant: { email: 'admin@dig.example', email_verified: 'true' },
      stranger: { email: 'stranger@dig.example', ...verified },
      waiting: { email: 'waiting@dig.example', ...verified },
      nameless: {},
    })
    stub = await openStubProvider()
    dig = await openDig(engine, {
      TROWEL_PUBLIC_URL: base,
      TROWEL_CORS_ORIGINS: 'http://elsewhere.example',
      TROWEL_LIMIT_PROVIDER_TIME_MS: '1500',
      TROWEL_OIDC_PROVIDERS: 'campus rogue',
      TROWEL_OIDC_CAMPUS_ISSUER: campus.issuer,
      TROWEL_OIDC_CAMPUS_ID: client.id,
      TROWEL_OIDC_CAMPUS_SECRET: client.secret,
      TROWEL_OIDC_CAMPUS_LABEL: 'University',
      TROWEL_OIDC_ROGUE_ISSUER: stub.address,
      TROWEL_OIDC_ROGUE_ID: 'trowel',
      TROWEL_OIDC_ROGUE_SECRET: 'secret-of-rogue',
      TROWEL_OAUTH_ORCID_ID: 'APP-TEST',
      TROWEL_OAUTH_ORCID_SECRET: 'secret-of-orcid',
      TROWEL_OAUTH_ORCID_AUTHORIZE: `${stub.address}/authorize`,
      TROWEL_OAUTH_ORCID_TOKEN: `${stub.address}/token`,
    })
  })
  afterAll(async () => {
    await Promise.all([dig.close(), campus.close(), stub.close()])
  })

  const begin = async (provider: string, origin = base): Promise<URL> => {
    const reply = await dig.get(
      `/api/auth/oauth/${provider}/redirect?app=dig&origin=${encodeURIComponent(origin)}`,
    )
    expect([reply.statusCode, reply.json().status, reply.headers['cache-control']]).toEqual([
      200,
      'success',
      'no-store',
    ])
    return new URL(reply.json().url)
  }
  const callback = (address: string) => dig.get(address.slice(base.length))
  /** What the web client is told. */
  const told = async (address: string): Promise<Record<string, string>> => {
    const reply = await callback(address)
    expect([reply.statusCode, reply.headers['cache-control'], reply.headers['referrer-policy']]).toEqual([
      302,
      'no-store',
      'no-referrer',
    ])
    const [client, query] = String(reply.headers['location']).split('/#/oauth-callback?')
    return { client: client ?? '', ...Object.fromEntries(new URLSearchParams(query)) }
  }
  const logIn = async (as: string) => told(await campus.logIn((await begin('campus')).href, as))
  const back = (provider: string, address: URL, answer: Record<string, string>) => {
    const state = address.searchParams.get('state') ?? ''
    return `${base}/api/auth/oauth/${provider}/callback?app=dig&${new URLSearchParams({ state, ...answer })}`
  }
  const link = (userId: number, provider: string | null, subject: string | null) =>
    dig.application.db.write((tx) =>
      tx.run(
        sql`UPDATE "sys_users" SET "oauth_provider" = ${provider}, "oauth_sub" = ${subject} WHERE "id" = ${userId}`,
      ),
    )
  const identityOf = async (userId: number) => ({
    ...(await dig.application.db.quick.get<object>(
      sql`SELECT "oauth_provider", "oauth_sub", "token_version" FROM "sys_users" WHERE "id" = ${userId}`,
    )),
  })
  const unlinked = { oauth_provider: null, oauth_sub: null, token_version: 0 }

  test('the applications say where one can log in', async () => {
    const [app] = (await dig.get('/api/auth/apps')).json().apps
    expect([app.oauth, app.providers]).toEqual([
      ['orcid'],
      [
        { name: 'orcid', label: 'ORCID' },
        { name: 'campus', label: 'University' },
        { name: 'rogue', label: 'rogue' },
      ],
    ])
  })

  test('a verified address links the account at the first login; then the identity alone counts', async () => {
    const { client, app, token } = await logIn('reader')
    expect([client, app]).toEqual([base, 'dig'])
    const info = await dig.request({
      method: 'GET',
      url: '/api/info/app',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(info.json().user.email).toBe('reader@dig.example')
    const linked = { oauth_provider: 'campus', oauth_sub: 'reader', token_version: 0 }
    expect(await identityOf(5)).toEqual(linked)
    expect(await logIn('imposter')).toEqual({ client: base, error: 'no_account', app: 'dig' })
    expect(await identityOf(5)).toEqual(linked)
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_users" SET "email" = 'moved@dig.example' WHERE "id" = 5`),
    )
    expect((await logIn('reader'))['token']).toBeDefined()
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_users" SET "email" = 'reader@dig.example' WHERE "id" = 5`),
    )
    await link(5, null, null)
  })

  describe('in a browser that asks for a code', () => {
    const beginHere = async () => {
      const reply = await dig.get(`/api/auth/oauth/campus/redirect?app=dig&answer=code&origin=${base}`)
      return reply.json<{ url: string; verifier: string }>()
    }
    const comeBack = async (url: string) => told(await campus.logIn(url, 'reader'))
    const exchange = (body: unknown) => dig.post('/api/auth/oauth/exchange', body)
    const refusal = async (body: unknown) => {
      const reply = await exchange(body)
      return [reply.statusCode, reply.json().code]
    }
    afterAll(() => link(5, null, null))

    test('a login at a provider ends with a code, and the browser that began it exchanges it for the session', async () => {
      const { url, verifier } = await beginHere()
      const answer = await comeBack(url)
      expect(answer).toEqual({ client: base, app: 'dig', code: expect.stringMatching(/^[\w-]{43}$/) })
      const reply = await exchange({ app: 'dig', code: answer['code'], verifier })
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store'])
      const { token, user } = reply.json()
      expect(user).toMatchObject({ email: 'reader@dig.example', app: 'dig' })
      const info = {
        method: 'GET',
        url: '/api/info/app',
        headers: { authorization: `Bearer ${token}` },
      } as const
      expect((await dig.request(info)).statusCode).toBe(200)
      expect(await refusal({ app: 'dig', code: answer['code'], verifier })).toEqual([400, 'invalid_state'])
    })

    test('the code of an attacker opens nothing in another browser, and is used up', async () => {
      const theirs = await beginHere()
      const { code } = await comeBack(theirs.url)
      const { verifier } = await beginHere()
      expect(await refusal({ app: 'dig', code, verifier })).toEqual([400, 'invalid_state'])
      expect(await refusal({ app: 'dig', code, verifier: theirs.verifier })).toEqual([400, 'invalid_state'])
    })

    test('two who exchange it at once: one gets the session', async () => {
      const { url, verifier } = await beginHere()
      const { code } = await comeBack(url)
      const replies = await Promise.all([1, 2, 3].map(() => exchange({ app: 'dig', code, verifier })))
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
    })

    test('what is stored does not open anything', async () => {
      const { url, verifier } = await beginHere()
      const { code } = await comeBack(url)
      const rows = JSON.stringify(await dig.application.db.quick.all(sql`SELECT * FROM "sys_once"`))
      expect(rows).toContain('login-code')
      expect([rows.includes(String(code)), rows.includes(verifier)]).toEqual([false, false])
    })

    test('a code that is too old, or of an account whose sessions ended since, opens nothing', async () => {
      const first = await beginHere()
      const old = await comeBack(first.url)
      await dig.application.db.write((tx) => tx.run(sql`UPDATE "sys_once" SET "expires_at" = 1`))
      expect(await refusal({ app: 'dig', code: old['code'], verifier: first.verifier })).toEqual([
        400,
        'invalid_state',
      ])
      const second = await beginHere()
      const { code } = await comeBack(second.url)
      const setVersion = (version: number) =>
        dig.application.db.write((tx) =>
          tx.run(sql`UPDATE "sys_users" SET "token_version" = ${version} WHERE "id" = 5`),
        )
      await setVersion(1)
      expect(await refusal({ app: 'dig', code, verifier: second.verifier })).toEqual([400, 'invalid_state'])
      await setVersion(0)
    })

    test.each([
      ['no body', undefined, 400, 'invalid_request'],
      ['no code', { app: 'dig', verifier: 'x' }, 400, 'invalid_request'],
      ['no verifier', { app: 'dig', code: 'x' }, 400, 'invalid_request'],
      ['a code that is a list', { app: 'dig', code: ['x'], verifier: 'x' }, 400, 'invalid_request'],
      ['an unknown application', { app: 'pompeii', code: 'x', verifier: 'x' }, 404, 'app_not_found'],
      ['a code that nobody made', { app: 'dig', code: 'x', verifier: 'x' }, 400, 'invalid_state'],
    ])('exchanging with %s is refused', async (_case, body, status, code) => {
      expect(await refusal(body)).toEqual([status, code])
    })

    test('another answer than a code is refused', async () => {
      const reply = await dig.get(`/api/auth/oauth/campus/redirect?app=dig&answer=token&origin=${base}`)
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
    })
  })

  test.each(['unverified', 'claimant', 'stranger', 'nameless'])('%s gets no account', async (as) => {
    expect((await logIn(as))['error']).toBe('no_account')
    expect(await identityOf(2)).toEqual(unlinked)
  })

  test('whoever waits to be admitted goes on waiting', async () => {
    expect((await logIn('waiting'))['error']).toBe('not_enough_privilege')
  })

  test('whoever refuses at the provider is told so', async () => {
    expect(await told(await campus.refuse((await begin('campus')).href))).toEqual({
      client: base,
      error: 'access_denied',
      app: 'dig',
    })
    expect((await told(back('campus', await begin('campus'), { error: 'server_error' })))['error']).toBe(
      'oauth_error',
    )
  })

  test('a login is good once', async () => {
    const address = await campus.logIn((await begin('campus')).href, 'stranger')
    const replies = await Promise.all([callback(address), callback(address), callback(address)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([302, 400, 400])
    const again = await callback(address)
    expect([again.statusCode, again.json().code]).toEqual([400, 'invalid_state'])
    const { data } = (await dig.get('/api/logs?level=300', 'admin')).json()
    expect(data[0].message).toMatch(/^Login at campus refused: .*\naddress 127\.0\.0\.1$/)
  })

  test('a code of somebody else is worth nothing: it is bound to whoever began', async () => {
    const theirs = new URL(await campus.logIn((await begin('campus')).href, 'reader'))
    const own = await begin('campus')
    const code = theirs.searchParams.get('code') ?? ''
    expect((await told(back('campus', own, { code, iss: campus.issuer })))['error']).toBe('oauth_error')
  })

  test('an answer of another issuer is refused', async () => {
    const address = new URL(await campus.logIn((await begin('campus')).href, 'reader'))
    address.searchParams.set('iss', 'https://evil.example')
    expect((await told(address.href))['error']).toBe('oauth_error')
  })

  describe('the state', () => {
    test.each([
      ['of another provider', (state: string) => ['rogue', state]],
      [
        'that was changed',
        (state: string) => ['campus', `${state.slice(0, -1)}${state.endsWith('0') ? 1 : 0}`],
      ],
      ['that says something else', (state: string) => ['campus', `e30.${state.split('.')[1]}`]],
      ['that is none', () => ['campus', 'x']],
    ] as const)('%s is refused', async (_case, change) => {
      const address = await begin('campus')
      const [provider = '', state = ''] = change(address.searchParams.get('state') ?? '')
      const reply = await callback(back(provider, address, { state, code: 'x' }))
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_state'])
    })

    test('of another application is refused', async () => {
      const address = back('campus', await begin('campus'), { code: 'x' })
      const reply = await callback(address.replace('app=dig', 'app=pompeii'))
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_state'])
    })

    test('says where the web client is', async () => {
      const address = await begin('campus', 'http://elsewhere.example')
      expect((await told(back('campus', address, { error: 'x' })))['client']).toBe('http://elsewhere.example')
    })
  })

  test.each([
    ['an unknown provider', 'github', { app: 'dig', origin: base }, 400, 'unsupported_provider'],
    ['an unknown application', 'campus', { app: 'pompeii', origin: base }, 404, 'app_not_found'],
    ['no application', 'campus', { origin: base }, 404, 'app_not_found'],
    ['no origin', 'campus', { app: 'dig' }, 400, 'origin_required'],
    ['a foreign origin', 'campus', { app: 'dig', origin: 'http://evil.example' }, 400, 'origin_not_allowed'],
    ['an origin with a path', 'campus', { app: 'dig', origin: `${base}/x` }, 400, 'origin_not_allowed'],
    ['one that is not set up', 'google', { app: 'dig', origin: base }, 503, 'provider_not_configured'],
  ])('beginning with %s is refused', async (_case, provider, query, status, code) => {
    const reply = await dig.get(`/api/auth/oauth/${provider}/redirect?${new URLSearchParams(query)}`)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test.each([
    ['an unknown provider', '/api/auth/oauth/github/callback?app=dig&state=x&code=x'],
    ['no state', '/api/auth/oauth/campus/callback?app=dig&code=x'],
    ['neither code nor error', '/api/auth/oauth/campus/callback?app=dig&state=x'],
    ['several codes', '/api/auth/oauth/campus/callback?app=dig&state=x&code[]=x'],
  ])('coming back with %s is refused', async (_case, url) => {
    const reply = await dig.get(url)
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request'])
  })

  describe('ORCID', () => {
    const answered = { access_token: 'a', token_type: 'bearer', orcid, name: 'Þóra' }

    test('brings the iD in the answer to the code; nothing is matched by an address', async () => {
      stub.answer('/token', { ...answered, email: 'writer@dig.example', email_verified: true })
      const address = await begin('orcid')
      expect(Object.fromEntries(address.searchParams)).toEqual({
        response_type: 'code',
        client_id: 'APP-TEST',
        redirect_uri: `${base}/api/auth/oauth/orcid/callback?app=dig`,
        scope: '/authenticate',
        state: expect.stringMatching(/^[\w-]+\.[0-9a-f]{64}$/),
      })
      expect((await told(back('orcid', address, { code: 'c1' })))['error']).toBe('no_account')
      expect(Object.fromEntries(stub.tokenRequests.at(-1) ?? [])).toEqual({
        grant_type: 'authorization_code',
        code: 'c1',
        redirect_uri: `${base}/api/auth/oauth/orcid/callback?app=dig`,
        client_id: 'APP-TEST',
        client_secret: 'secret-of-orcid',
      })
      await link(3, 'orcid', orcid)
      expect((await told(back('orcid', await begin('orcid'), { code: 'c2' })))['token']).toBeDefined()
      const { data } = (await dig.get('/api/logs?search=oauth login orcid 3', 'admin')).json()
      expect(data).toMatchObject([{ channel: 'auth', level_name: 'INFO' }])
    })

    test.each<[string, object | string]>([
      ['rubbish', '<h1>Bad gateway</h1>'],
      ['a list', []],
      ['no iD', { access_token: 'a', token_type: 'bearer' }],
      ['an iD that is none', { ...answered, orcid: '0000-0002-1825-0098' }],
      ['an iD that is a list', { ...answered, orcid: [orcid] }],
      ['nothing in time', 'never'],
      ['more than anybody reads', { ...answered, orcid: '0000-0001-5109-3700', more: 'x'.repeat(300_000) }],
    ])('that answers %s is an error that says no more', async (_case, reply) => {
      stub.answer('/token', reply)
      expect(await told(back('orcid', await begin('orcid'), { code: 'c' }))).toEqual({
        client: base,
        error: 'oauth_error',
        app: 'dig',
      })
    })

    test('that sends its answer elsewhere is not followed', async () => {
      stub.answer('/token', (response) => {
        response.writeHead(307, { location: `${stub.address}/elsewhere` }).end()
      })
      stub.answer('/elsewhere', answered)
      expect((await told(back('orcid', await begin('orcid'), { code: 'c' })))['error']).toBe('oauth_error')
    })
  })

  describe('a provider that does not behave', () => {
    const claims = async (address: URL, more: Record<string, unknown> = {}) => {
      const nonce = address.searchParams.get('nonce')
      const told = { aud: 'trowel', sub: 's', nonce, email: 'writer@dig.example', email_verified: true }
      return stub.idToken({ ...told, ...more })
    }
    beforeAll(() => link(3, null, null))

    test.each<[string, (address: URL) => Promise<object>]>([
      ['no ID token', async () => ({})],
      ['a foreign nonce', async (address) => ({ id_token: await claims(address, { nonce: 'n' }) })],
      ['no nonce', async (address) => ({ id_token: await claims(address, { nonce: undefined }) })],
      ['a token for others', async (address) => ({ id_token: await claims(address, { aud: 'x' }) })],
      ['a foreign issuer', async (address) => ({ id_token: await claims(address, { iss: 'http://x' }) })],
      [
        'a forged signature',
        async (address) => ({ id_token: `${(await claims(address)).slice(0, -8)}AAAAAAAA` }),
      ],
      [
        'an endless subject',
        async (address) => ({ id_token: await claims(address, { sub: 's'.repeat(256) }) }),
      ],
    ])('is refused with %s', async (_case, reply) => {
      const address = await begin('rogue')
      stub.answer('/token', { access_token: 'a', token_type: 'bearer', ...(await reply(address)) })
      expect((await told(back('rogue', address, { code: 'c' })))['error']).toBe('oauth_error')
      expect(await identityOf(3)).toEqual(unlinked)
    })

    test('is believed when all is right', async () => {
      const address = await begin('rogue')
      stub.answer('/token', { access_token: 'a', token_type: 'bearer', id_token: await claims(address) })
      expect((await told(back('rogue', address, { code: 'c' })))['token']).toBeDefined()
    })
  })
})

/** Sends as long as anybody listens. */
function pour(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const go = () => !response.destroyed && response.write(' '.repeat(65_536), () => setImmediate(go))
  go()
}

describe.each(oneEngine)('logins at a provider that are begun again and again (%s)', (engine) => {
  test('are refused to an address after so many, and so are answers to none, until one succeeds', async () => {
    const stub = await openStubProvider()
    stub.answer('/token', { access_token: 'a', token_type: 'bearer', orcid })
    const dig = await openDig(engine, {
      TROWEL_LIMIT_FAILED_LOGINS_PER_ADDRESS: '3',
      TROWEL_OAUTH_ORCID_ID: 'APP-TEST',
      TROWEL_OAUTH_ORCID_SECRET: 'secret-of-orcid',
      TROWEL_OAUTH_ORCID_TOKEN: `${stub.address}/token`,
    })
    const door = '/api/auth/oauth/orcid'
    const ask = async (url: string, remoteAddress = '192.0.2.1') => {
      const { statusCode, body, headers } = await dig.request({ method: 'GET', url, remoteAddress })
      return { statusCode, headers, ...(body !== '' && { told: JSON.parse(body) }) }
    }
    const begin = (from?: string) => ask(`${door}/redirect?app=dig&origin=http://localhost`, from)
    const finish = async (begun: Awaited<ReturnType<typeof begin>>) => {
      const state = new URL(begun.told.url).searchParams.get('state') ?? ''
      return ask(`${door}/callback?${new URLSearchParams({ app: 'dig', state, code: 'c' })}`)
    }
    const warnings = async () => (await dig.get('/api/logs?level=300', 'admin')).json().total
    try {
      await dig.application.db.write((tx) =>
        tx.run(sql`UPDATE "sys_users" SET "oauth_provider" = 'orcid', "oauth_sub" = ${orcid} WHERE "id" = 3`),
      )
      const begun = await begin()
      expect((await ask(`${door}/callback?app=dig&state=x.y&code=c`)).told.code).toBe('invalid_state')
      await begin()
      const before = await warnings()
      for (const url of [
        `${door}/callback?app=dig&state=x.y&code=c`,
        `${door}/redirect?app=dig&origin=http://localhost`,
      ]) {
        const reply = await ask(url)
        expect([reply.statusCode, reply.told.code]).toEqual([429, 'too_many_attempts'])
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
      }
      expect(await warnings()).toBe(before)
      expect((await begin('192.0.2.2')).statusCode).toBe(200)
      expect((await finish(begun)).headers['location']).toContain('token=')
      expect((await begin()).statusCode).toBe(200)
    } finally {
      await Promise.all([dig.close(), stub.close()])
    }
  })
})

describe.each(oneEngine)('a provider that does not say where to log in (%s)', (engine) => {
  test.each<[string, StubReply, number, string]>([
    ['late', 'never', 504, 'upstream_timeout'],
    ['rubbish', '<p>?</p>', 502, 'upstream_error'],
    ['of another issuer', { issuer: 'https://evil.example' }, 502, 'upstream_error'],
    ['without end', (response: ServerResponse) => pour(response), 502, 'upstream_error'],
  ])('%s', async (_case, reply, status, code) => {
    const stub = await openStubProvider()
    stub.answer('/.well-known/openid-configuration', reply)
    const dig = await openDig(engine, {
      TROWEL_LIMIT_PROVIDER_TIME_MS: '300',
      TROWEL_OIDC_PROVIDERS: 'late',
      TROWEL_OIDC_LATE_ISSUER: stub.address,
      TROWEL_OIDC_LATE_ID: 'trowel',
      TROWEL_OIDC_LATE_SECRET: 'secret-of-late',
    })
    try {
      const answer = await dig.get('/api/auth/oauth/late/redirect?app=dig&origin=http://localhost:80')
      expect(answer.body).not.toContain('secret-of-late')
      const own = await dig.get('/api/auth/oauth/late/redirect?app=dig&origin=http://localhost')
      expect([own.statusCode, own.json().code]).toEqual([status, code])
    } finally {
      await Promise.all([dig.close(), stub.close()])
    }
  })
})
