import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildServer } from '../../build-server.js'
import { engines, oneEngine, openService, type TestService } from '../../testing/open-dig.js'

const form = {
  name: 'vallelunga',
  definition: 'Survey of a Roman estate',
  email: ' Ada@Valle.example ',
  password: 'opus-reticulatum',
}

describe.each(oneEngine)('the wizard (%s)', (engine) => {
  const open = async (environment: Record<string, string> = {}): Promise<TestService> => {
    const service = await openService(engine, environment)
    onTestFinished(() => service.close())
    return service
  }
  const send = ({ server }: TestService, body: object, headers: Record<string, string> = {}) =>
    server.inject({
      method: 'POST',
      url: '/api/new-app',
      payload: { ...form, db_engine: engine, ...body },
      headers,
    })
  const status = async ({ server }: TestService) => (await server.inject('/api/new-app/status')).json()

  test('makes the first application of a fresh service, and then no other', async () => {
    const service = await open()
    expect(await status(service)).toEqual({
      status: 'success',
      permitted: true,
      fresh: true,
      engines: [engine],
      setup_token_required: false,
    })
    const reply = await send(service, { db_host: 'db.example', db_password: 'secret' })
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { status: 'success', code: 'ok_app_created', app: 'vallelunga', log: expect.any(Array) },
    ])
    expect(reply.json().log).toHaveLength(5)
    expect(await status(service)).toMatchObject({ permitted: false, fresh: false })
    const second = await send(service, { name: 'carsulae' })
    expect([second.statusCode, second.json().code]).toEqual([403, 'not_allowed_app_create'])
  })

  test('makes an application that its first super-administrator can enter', async () => {
    const service = await open()
    await send(service, {})
    const login = await service.server.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'ada@valle.example', password: form.password, app: 'vallelunga' },
    })
    expect(login.json().user).toEqual({
      id: 1,
      name: 'ada@valle.example',
      email: 'ada@valle.example',
      app: 'vallelunga',
      privilege_value: 1,
      can_write: true,
    })
    const info = await service.server.inject({
      url: '/api/info/app',
      headers: { authorization: `Bearer ${login.json().token}` },
    })
    expect(info.json()).toMatchObject({
      name: 'VALLELUNGA',
      definition: 'Survey of a Roman estate',
      color: 'indigo',
      app_status: 'on',
      engine,
      project_version: '5.0.0',
    })
    const application = await service.services.applications.open('vallelunga')
    expect(application?.settings).toMatchObject({
      welcome: '# VALLELUNGA\n\nSurvey of a Roman estate',
      maxImageSize: 1500,
      listColumns: 'all',
    })
    expect(application?.pendingMigrations).toEqual([])
  })

  test.each([
    ['no name', { name: '' }, [['name', 'not_empty']]],
    ['a short name', { name: 'ab' }, [['name', 'invalid_name']]],
    ['a name with capitals', { name: 'Valle' }, [['name', 'invalid_name']]],
    ['a name that climbs', { name: '../etc' }, [['name', 'invalid_name']]],
    ['a number as name', { name: 12345 }, [['name', 'invalid_name']]],
    ['a name of the web client', { name: 'assets' }, [['name', 'reserved_name']]],
    ['no description', { definition: ' ' }, [['definition', 'not_empty']]],
    ['a long description', { definition: 'x'.repeat(501) }, [['definition', 'too_long']]],
    ['an address that is none', { email: 'ada' }, [['email', 'email_not_valid']]],
    ['a short password', { password: '1234567' }, [['password', 'too_short']]],
    ['a common password', { password: 'password123' }, [['password', 'too_common']]],
    ['its own name for a password', { password: 'vallelunga1' }, [['password', 'too_personal']]],
    ['a long password', { password: 'x'.repeat(201) }, [['password', 'too_long']]],
    ['another engine', { db_engine: 'oracle' }, [['db_engine', 'unsupported_engine']]],
    [
      'everything at once',
      { name: 'api', definition: null, email: null, password: null, db_engine: null },
      [
        ['name', 'reserved_name'],
        ['definition', 'not_empty'],
        ['email', 'not_empty'],
        ['password', 'not_empty'],
        ['db_engine', 'not_empty'],
      ],
    ],
  ])('%s is refused and leaves nothing behind', async (_case, body, problems) => {
    const service = await open()
    const reply = await send(service, body)
    const found = reply.json().errors.map((one: { field: string; code: string }) => [one.field, one.code])
    expect([reply.statusCode, reply.json().code, found]).toEqual([422, 'error_app_not_created', problems])
    expect(await status(service)).toMatchObject({ fresh: true, permitted: true })
  })

  test('no body at all names every field', async () => {
    const service = await open()
    const reply = await service.server.inject({ method: 'POST', url: '/api/new-app' })
    expect([reply.statusCode, reply.json().errors.length]).toEqual([422, 5])
  })

  test('always permitted, it makes a second one, but none of the same name', async () => {
    const service = await open({ TROWEL_ALLOW_NEW_APP: '1' })
    expect((await send(service, {})).statusCode).toBe(200)
    expect((await send(service, { name: 'carsulae' })).statusCode).toBe(200)
    const reply = await send(service, {})
    expect([reply.statusCode, reply.json().code, reply.json().errors[0]]).toMatchObject([
      409,
      'error_app_not_created',
      { field: 'name', code: 'no_dupl' },
    ])
  })

  test('never permitted, it makes none', async () => {
    const service = await open({ TROWEL_ALLOW_NEW_APP: '0' })
    expect(await status(service)).toMatchObject({ permitted: false, fresh: true })
    expect((await send(service, {})).statusCode).toBe(403)
  })

  test('of two requests at the same moment one wins', async () => {
    const service = await open({ TROWEL_ALLOW_NEW_APP: '1' })
    const replies = await Promise.all([send(service, {}), send(service, { email: 'eve@valle.example' })])
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409])
  })

  test('of two who are first one wins, whatever the names', async () => {
    const service = await open()
    const replies = await Promise.all([send(service, {}), send(service, { name: 'carsulae' })])
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 403])
  })

  test('with a setup token asks for it, in the body or a header', async () => {
    const service = await open({ TROWEL_SETUP_TOKEN: 'spolia', TROWEL_ALLOW_NEW_APP: '1' })
    expect((await status(service)).setup_token_required).toBe(true)
    for (const body of [{}, { setup_token: 'spoli' }, { setup_token: 7 }]) {
      const reply = await send(service, body)
      expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([
        403,
        'not_allowed_app_create',
        'setup_token',
      ])
    }
    expect((await send(service, { setup_token: 'spolia' })).statusCode).toBe(200)
    expect((await send(service, { name: 'carsulae' }, { 'x-setup-token': 'spolia' })).statusCode).toBe(200)
  })

  test('answers an address ten times an hour', async () => {
    const service = await open({ TROWEL_SETUP_TOKEN: 'spolia' })
    for (let k = 0; k < 10; k++)
      expect((await send(service, { setup_token: `guess ${k}` })).statusCode).toBe(403)
    const reply = await send(service, { setup_token: 'spolia' })
    expect([reply.statusCode, reply.json().code]).toEqual([429, 'too_many_attempts'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe.runIf(engines.includes('pgsql'))('the wizard of two nodes (pgsql)', () => {
  test('makes one first application, whichever of them is asked', async () => {
    const service = await openService('pgsql')
    onTestFinished(() => service.close())
    const other = await buildServer({ ...service.services }, pino({ level: 'silent' }))
    onTestFinished(() => other.close())
    const send = (server: TestService['server'], name: string) =>
      server.inject({
        method: 'POST',
        url: '/api/new-app',
        payload: { ...form, db_engine: 'pgsql', name },
      })
    const replies = await Promise.all([send(service.server, 'vallelunga'), send(other, 'carsulae')])
    const codes = replies.map((reply) => reply.json().code)
    expect(codes.sort()).toEqual(['not_allowed_app_create', 'ok_app_created'])
    expect(await service.services.applications.names()).toHaveLength(1)
  })
})
