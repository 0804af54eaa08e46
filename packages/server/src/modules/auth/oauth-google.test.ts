import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../../build-server.js'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { openStubProvider, type StubProvider } from '../../testing/stub-provider.js'

const base = 'http://records.example'

describe.each(oneEngine)('logging in at Google (%s)', (engine) => {
  let dig: Dig
  let stub: StubProvider
  const lines: string[] = []
  let server: Awaited<ReturnType<typeof buildServer>>
  beforeAll(async () => {
    stub = await openStubProvider()
    dig = await openDig(engine, {
      TROWEL_PUBLIC_URL: base,
      TROWEL_OAUTH_GOOGLE_ID: 'google-id',
      TROWEL_OAUTH_GOOGLE_SECRET: 'secret-of-google',
      TROWEL_OAUTH_GOOGLE_AUTHORIZE: `${stub.address}/authorize`,
      TROWEL_OAUTH_GOOGLE_TOKEN: `${stub.address}/token`,
      TROWEL_OAUTH_GOOGLE_USERINFO: `${stub.address}/userinfo`,
    })
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
    server = await buildServer(dig.services, log)
  })
  afterAll(async () => {
    await server.close()
    await Promise.all([dig.close(), stub.close()])
  })

  const logIn = async (code: string): Promise<{ address: URL; told: string }> => {
    const begun = await server.inject(`/api/auth/oauth/google/redirect?app=dig&origin=${base}`)
    const address = new URL(begun.json().url)
    const state = address.searchParams.get('state') ?? ''
    const query = new URLSearchParams({ app: 'dig', state, code })
    const reply = await server.inject(`/api/auth/oauth/google/callback?${query}`)
    expect(reply.statusCode).toBe(302)
    return { address, told: String(reply.headers['location']) }
  }
  const answered = { access_token: 'token-of-google', token_type: 'Bearer', expires_in: 3599 }

  test('asks who it is with the token that the code brought, which is bound to this login', async () => {
    stub.answer('/token', answered)
    stub.answer('/userinfo', { sub: '117', email: 'writer@dig.example', email_verified: true, name: 'W' })
    const { address, told } = await logIn('code-of-google')
    expect(told).toMatch(/^http:\/\/records\.example\/#\/oauth-callback\?token=[\w.-]+&app=dig$/)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      scope: 'openid email profile',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      redirect_uri: `${base}/api/auth/oauth/google/callback?app=dig`,
    })
    expect(stub.tokenRequests.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
    const row = await dig.application.db.quick.get<object>(
      sql`SELECT "oauth_provider", "oauth_sub" FROM "sys_users" WHERE "id" = 3`,
    )
    expect({ ...row }).toEqual({ oauth_provider: 'google', oauth_sub: '117' })
  })

  test.each<[string, object | string, object | string]>([
    ['a profile of nobody', answered, { email: 'admin@dig.example', email_verified: true }],
    ['a profile that is none', answered, '<p>token-of-google</p>'],
    ['tokens that are none', { ...answered, id_token: 'token-of-google.x.y' }, { sub: '118' }],
    ['an error', { error: 'invalid_grant', error_description: 'code-of-google' }, { sub: '118' }],
  ])('%s is an error, and why stands in the log', async (_case, token, profile) => {
    stub.answer('/token', token)
    stub.answer('/userinfo', profile)
    const before = lines.length
    expect((await logIn('code-of-google')).told).toBe(`${base}/#/oauth-callback?error=oauth_error&app=dig`)
    const warnings = lines.slice(before).filter((line) => line.includes('did not say who it is'))
    expect(warnings).toHaveLength(1)
    expect(JSON.parse(warnings[0] ?? '')).toMatchObject({ provider: 'google', reason: expect.any(String) })
  })

  test('neither log holds a secret, a token, a code or a state', async () => {
    const events = await dig.application.db.quick.all(sql`SELECT "message" FROM "sys_log"`)
    const all = lines.join('') + JSON.stringify(events)
    expect(all).toContain('oauth login google 3')
    expect(all).not.toMatch(/secret-of-google|token-of-google|code-of-google|state=|eyJ/)
  })
})
