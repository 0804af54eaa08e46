import { guardTable } from '@trowel/contract/guard-table.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { StorageError } from '../storage/storage.js'
import { type Dig, oneEngine, openDig, openService } from '../testing/open-dig.js'

describe.each(oneEngine)('what every answer shares (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine, {
      TROWEL_LIMIT_JSON_BODY_BYTES: '2500',
      TROWEL_CORS_ORIGINS: 'https://finds.example',
    })
  })
  afterAll(() => dig.close())

  test('a body that is too large is refused', async () => {
    const reply = await dig.post('/api/records/finds', { search: 'x'.repeat(3000) }, 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'too_large'])
  })

  test('a body of a kind that nobody reads is refused', async () => {
    const reply = await dig.request(
      { method: 'POST', url: '/api/records/finds', payload: '<a/>', headers: { 'content-type': 'text/xml' } },
      'reader',
    )
    expect([reply.statusCode, reply.json().code]).toEqual([415, 'unsupported_media_type'])
  })

  test.each([
    ['{"search_type":"fast"}', 415, 'unsupported_media_type'],
    ['', 200, undefined],
  ])('a text %j is no body', async (payload, status, code) => {
    const headers = { 'content-type': 'text/plain;charset=UTF-8' }
    const reply = await dig.request({ method: 'POST', url: '/api/records/finds', payload, headers }, 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('a form is read where JSON is', async () => {
    const reply = await dig.request(
      {
        method: 'POST',
        url: '/api/records/finds',
        payload: 'search_type=fast&search=iro',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      'reader',
    )
    expect(reply.json().total).toBe(2)
  })

  test.each<[string, string | Buffer, [number, unknown, string | undefined]]>([
    ['with a filter in brackets', 'filter[material][_eq]=iron', [200, 1, undefined]],
    ['with brackets that make no filter', 'filter[material=iron', [400, undefined, 'invalid_filter']],
    ['with a broken percent sign', 'search_type=fast&search=%zz', [400, undefined, 'bad_request']],
    [
      'with bytes that are not UTF-8',
      Buffer.from('search_type=fast&search=caff\xe8', 'latin1'),
      [400, undefined, 'bad_request'],
    ],
  ])('a form %s is read like an address', async (_what, payload, expected) => {
    const reply = await dig.request(
      {
        method: 'POST',
        url: '/api/records/finds',
        payload,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      'reader',
    )
    const { total, code } = reply.json()
    expect([reply.statusCode, total, code]).toEqual(expected)
  })

  test.each([
    ['/api/record/finds/1/file', 'error_uploading_file'],
    ['/api/file/1/replace', 'error_uploading_file'],
    ['/api/import/preview-file', 'import_error_no_file'],
    ['/api/import/preview-photos', 'import_error_no_file'],
    ['/api/config/geofile', 'error_geoface_updated'],
  ])('an upload to %s without a body lacks its file (%s)', async (url, code) => {
    for (const headers of [{}, { 'content-type': 'application/x-www-form-urlencoded' }]) {
      const reply = await dig.request({ method: 'POST', url, headers }, 'super_admin')
      expect([reply.statusCode, reply.json().code]).toEqual([400, code])
    }
    const json = await dig.post(url, {}, 'super_admin')
    expect([json.statusCode, json.json().code]).toEqual([415, 'unsupported_media_type'])
  })

  test('a JSON body without a word in it counts as an empty one', async () => {
    const reply = await dig.request(
      {
        method: 'POST',
        url: '/api/records/finds',
        payload: '',
        headers: { 'content-type': 'application/json' },
      },
      'reader',
    )
    expect(reply.json().total).toBe(8)
  })

  test('a body that nests deeper than anybody writes is refused before anything follows it', async () => {
    const nested = (depth: number) => `{"search":"]","more":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    for (const [depth, status] of [
      [1000, 200],
      [1001, 400],
      [1200, 400],
    ] as const) {
      const payload = nested(depth)
      const headers = { 'content-type': 'application/json' }
      const reply = await dig.request(
        { method: 'POST', url: '/api/records/finds', payload, headers },
        'reader',
      )
      expect(reply.statusCode, reply.body).toBe(status)
      if (status === 400) expect(reply.json().code).toBe('bad_request')
    }
  })

  test('what nobody foresaw tells nothing about the inside', async () => {
    const { application } = dig
    const read = vi.fn(() => Promise.reject(new Error('SELECT secret FROM /var/lib')))
    const quick = { ...application.db.quick, get: read, all: read }
    const db = Object.create(application.db, { quick: { value: quick } })
    const broken = new Proxy(application, {
      get: (of, name) => (name === 'db' ? db : Reflect.get(of, name, of)),
    })
    const opened = { ...dig.services.applications, open: async () => broken }
    const service = await openService(engine, {}, { applications: opened, secrets: dig.services.secrets })
    const token = await dig.token('reader')
    const reply = await service.server.inject({
      url: '/api/tables',
      headers: { authorization: `Bearer ${token}` },
    })
    expect([reply.statusCode, reply.json().code]).toEqual([500, 'internal_error'])
    expect(reply.body).not.toMatch(/SELECT|var|at /)
    expect(read).toHaveBeenCalled()
    await service.close()
  })

  test('a question with more values than a database takes is the asker’s to make smaller', async () => {
    const tooMany = new StorageError('too_many_values', 'too many SQL variables')
    const storage = Object.create(dig.services.storage, { ping: { value: () => Promise.reject(tooMany) } })
    const service = await openService(engine, {}, { storage })
    const reply = await service.server.inject('/readyz')
    expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([
      400,
      'bad_request',
      'too_many_values',
    ])
    await service.close()
  })

  test.each([
    ['timeout', 'timeout'],
    ['disk_full', 'disk_full'],
    ['unavailable', 'unavailable'],
  ] as const)('a database in trouble (%s) asks to come back later', async (problem, detail) => {
    const storage = Object.create(dig.services.storage, {
      ping: { value: () => Promise.reject(new StorageError(problem, 'no')) },
    })
    const service = await openService(engine, {}, { storage })
    const reply = await service.server.inject('/readyz')
    expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([503, 'overloaded', detail])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect((await service.server.inject('/healthz')).statusCode).toBe(200)
    await service.close()
  })

  test('only listed origins may call from a browser', async () => {
    const ask = (origin: string) =>
      dig.request({
        method: 'OPTIONS',
        url: '/api/tables',
        headers: { origin, 'access-control-request-method': 'GET' },
      })
    const known = await ask('https://finds.example')
    expect([known.statusCode, known.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://finds.example',
    ])
    expect(known.headers['access-control-allow-methods']).toBe('GET, POST, PUT, PATCH, DELETE, OPTIONS')
    expect(known.headers['access-control-allow-credentials']).toBeUndefined()
    expect((await ask('https://else.example')).headers['access-control-allow-origin']).toBeUndefined()
  })

  test('a refusal stays readable, however much was sent', async () => {
    const sort_field = 'x'.repeat(2400)
    const reply = await dig.post('/api/records/finds', { sort_field }, 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'unknown_field'])
    expect(reply.json().text).toMatch(/^The table "finds" has no field "x{1950,1999}…$/)
  })

  test('an address that does not exist is told so, whichever origins may call', async () => {
    const reply = await dig.get('/api/trowels', 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'route_not_found'])
    const wrong = await dig.request({ method: 'PUT', url: '/api/tables' }, 'reader')
    expect([wrong.statusCode, wrong.json().allowed]).toEqual([405, ['GET', 'HEAD']])
  })

  test('no answer is guessed to be a page', async () => {
    for (const url of ['/api/records/finds', '/api/nowhere', '/', '/healthz']) {
      expect((await dig.get(url, 'reader')).headers['x-content-type-options']).toBe('nosniff')
    }
  })

  test.each([
    '/api/tables',
    '/api/config/table/contexts/fields',
    '/api/search/contexts/config',
    '/api/record/contexts/templates',
    '/api/vocabularies',
    '/api/rs/matrix?tb=contexts',
    '/api/records/contexts',
    '/api/record/contexts/1',
  ])('what somebody has already is not sent again: %s', async (url) => {
    const first = await dig.get(url, 'super_admin')
    const etag = String(first.headers['etag'])
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    for (const method of ['GET', 'HEAD'] as const) {
      const asked = { method, url, headers: { 'if-none-match': `"other", W/${etag}` } }
      const again = await dig.request(asked, 'super_admin')
      expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag])
    }
    const other = await dig.request({ url, headers: { 'if-none-match': '"other"' } }, 'super_admin')
    expect(other.body).toBe(first.body)
  })

  test.each(['/api/record/contexts/new', '/api/records/nothing'])('%s may not be kept', async (url) => {
    const { headers } = await dig.get(url, 'super_admin')
    expect([headers['etag'], headers['cache-control']]).toEqual([undefined, 'no-store'])
  })

  test('answers are compressed for those who read that', async () => {
    const url = '/api/openapi.json'
    const plain = await dig.request({ method: 'GET', url })
    const packed = await dig.request({ method: 'GET', url, headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  })
})

describe.each(oneEngine)('the doors outside the API (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  test('the process is up, and ready to be asked', async () => {
    expect((await dig.get('/healthz')).json()).toEqual({ status: 'success' })
    expect((await dig.get('/readyz')).json()).toEqual({ status: 'success', version: '5.0.0' })
  })

  test('figures are for the machine itself and for administrators', async () => {
    await dig.get('/api/tables', 'reader')
    const here = await dig.get('/metrics')
    expect(here.headers['content-type']).toContain('text/plain')
    expect(here.body).toMatch(
      /trowel_http_request_seconds_count\{method="GET",route="\/api\/tables",status="200"\} \d/,
    )
    const far = { method: 'GET', url: '/metrics', remoteAddress: '192.0.2.7' } as const
    const stranger = await dig.request(far)
    expect([stranger.statusCode, stranger.json().code]).toEqual([403, 'not_enough_privilege'])
    expect((await dig.request(far, 'reader')).statusCode).toBe(403)
    const throughProxy = {
      method: 'GET',
      url: '/metrics',
      headers: { 'x-forwarded-for': '192.0.2.7' },
    } as const
    expect((await dig.request(throughProxy)).statusCode).toBe(403)
    expect((await dig.request(far, 'admin')).statusCode).toBe(200)
  })

  test('the OpenAPI document names every route that is served, as the guard table has it', async () => {
    const document = (await dig.get('/api/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    const documented = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'head')
        .map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    const known = new Set(guardTable.map(({ method, path }) => `${method} ${path}`))
    expect(documented.filter((route) => !known.has(route))).toEqual([])
    expect(documented.length).toBeGreaterThan(50)
    for (const methods of Object.values<Record<string, { summary?: string }>>(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (method !== 'head') expect(operation.summary?.length).toBeGreaterThan(5)
      }
    }
  })

  test('the OpenAPI document has what webhooks send', async () => {
    const { webhooks } = (await dig.get('/api/openapi.json')).json()
    const { schema } = webhooks.change_set.post.requestBody.content['application/json']
    const types = schema.anyOf.map((one: { properties: { type: object } }) => one.properties.type)
    expect(types).toMatchObject([{ const: 'change_set' }, { const: 'test' }])
  })

  test('the reference page and the start page reach no other machine', async () => {
    for (const url of ['/api/docs/', '/']) {
      const page = await dig.get(url)
      expect(page.statusCode).toBe(200)
      expect(page.body).not.toMatch(/(src|href)="https?:/)
      expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*connect-src 'self'/)
    }
  })
})
