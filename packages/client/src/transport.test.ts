import { describe, expect, test } from 'vitest'
import { createClient } from './client.js'
import { fileName } from './download.js'
import { queryString } from './query-string.js'
import { json, refusal, stubService } from './testing/stub-service.js'
import { pathOf } from './transport.js'

const open = (answer: Parameters<typeof stubService>[0]) => {
  const service = stubService(answer)
  return {
    service,
    client: createClient({ baseUrl: 'http://service.example/', fetch: service.fetch, retries: 0 }),
  }
}

describe('parameters of an address', () => {
  test.each([
    [{}, ''],
    [{ page: 2, per_page: 30 }, '?page=2&per_page=30'],
    [{ search: 'Öfen & Gruben' }, '?search=%C3%96fen%20%26%20Gruben'],
    [{ reduced: true, levels: false }, '?reduced=1&levels=0'],
    [{ tb: ['finds', 'contexts'] }, '?tb%5B%5D=finds&tb%5B%5D=contexts'],
    [{ filter: { a: { _eq: 1 } } }, '?filter=%7B%22a%22%3A%7B%22_eq%22%3A1%7D%7D'],
    [{ from: 0, to: null, q: '', more: undefined, none: [] }, '?from=0'],
  ])('%j', (given, text) => {
    expect(queryString(given)).toBe(text)
  })
})

describe('the path of a route', () => {
  test('has its values in their order, each as one segment', () => {
    expect(pathOf('GET /api/record/:tb/:id', ['finds', 12])).toBe('/api/record/finds/12')
    expect(pathOf('GET /api/widget/:name', ['../a b'])).toBe('/api/widget/..%2Fa%20b')
  })

  test.each([[[]], [['']]])('without a value %j is a mistake of the program', (values) => {
    expect(() => pathOf('GET /api/widget/:name', values)).toThrow(
      '"name" of GET /api/widget/:name is missing.',
    )
  })
})

test('a mistake of the program is not taken for the network', async () => {
  const { client, service } = open(() => json({ status: 'success' }))
  await expect(client.templates.list('')).rejects.toBeInstanceOf(TypeError)
  expect(service.asked).toEqual([])
})

describe('a refusal', () => {
  test('carries what the service says', async () => {
    const errors = [{ field: 'ctx_no', code: 'no_dupl', text: 'It exists.', label: 'Context' }]
    const { client } = open(() =>
      refusal(422, 'validation_failed', { errors, detail: { n: 1 }, fields: ['x'] }),
    )
    await expect(client.info.tables()).rejects.toMatchObject({
      name: 'ApiError',
      status: 422,
      code: 'validation_failed',
      text: 'It is refused: validation_failed.',
      message: 'It is refused: validation_failed.',
      errors,
      detail: { n: 1 },
      body: { fields: ['x'] },
      requestId: 'r-1',
      retryAfter: null,
    })
  })

  test('says in how many seconds to try again', async () => {
    const { client } = open(() =>
      json({ status: 'error', code: 'too_many_attempts' }, 429, { 'retry-after': '90' }),
    )
    await expect(client.info.tables()).rejects.toMatchObject({ status: 429, retryAfter: 90, errors: [] })
  })

  test.each([
    ['of a proxy', 502, '<html>Bad gateway</html>'],
    ['that is no JSON though all went well', 200, '<html>Welcome to this network</html>'],
    ['that is empty', 500, ''],
  ])('%s is told apart from those of the service', async (_case, status, text) => {
    const { client } = open(() => new Response(text, { status }))
    await expect(client.info.tables()).rejects.toMatchObject({
      name: 'ApiError',
      status,
      code: 'unreadable_answer',
    })
  })
})

describe('a body', () => {
  test('is JSON where there is one', async () => {
    const { client, service } = open(() => json({ status: 'success' }))
    await client.records.create('finds', { core: { inv_no: 'F9' } })
    await client.files.unlink(3)
    expect(service.asked).toMatchObject([
      { method: 'POST', path: '/api/record/finds', body: { core: { inv_no: 'F9' } } },
      { method: 'DELETE', path: '/api/file-link/3', body: null },
    ])
  })

  test('is a form for files, which keep their names', async () => {
    const { client, service } = open(() => json({ status: 'success' }))
    const sent: [number, number][] = []
    await client.files.upload('finds', 1, new File(['x'], 'Öfen.txt'), {
      onProgress: (...told) => sent.push(told),
    })
    const form = service.asked[0]?.body as FormData
    expect([(form.get('file') as File).name, sent]).toEqual(['Öfen.txt', [[1, 1]]])
  })
})

describe('a download', () => {
  const answer = () =>
    new Response('a;b', {
      headers: {
        'content-type': 'text/csv',
        'content-disposition': `attachment; filename="finds.csv"; filename*=UTF-8''Keramik%20%C3%96.csv`,
        'content-length': '3',
      },
    })

  test('is fetched when it is asked for, with its name', async () => {
    const { client, service } = open(answer)
    const csv = client.records.export('finds', { format: 'csv' })
    expect([csv.path, service.asked]).toEqual(['/api/records/finds/export?format=csv', []])
    const file = await csv.fetch()
    expect(file).toMatchObject({ name: 'Keramik Ö.csv', type: 'text/csv', size: 3 })
    expect(await file.text()).toBe('a;b')
  })

  test('has an address for the browser, by a ticket', async () => {
    const { client, service } = open(() =>
      json({ status: 'success', url: '/api/rs/export?tb=contexts&ticket=t' }),
    )
    const address = await client.stratigraphy.export({ tb: 'contexts', format: 'dot' }).url()
    expect(address).toBe('http://service.example/api/rs/export?tb=contexts&ticket=t')
    expect(service.asked).toMatchObject([
      { path: '/api/download-ticket', body: { path: '/api/rs/export?tb=contexts&format=dot' } },
    ])
  })

  test('that is given up while its bytes come throws the reason', async () => {
    const control = new AbortController()
    const { client } = open(() => {
      const body = new ReadableStream({
        start: (bytes) => control.signal.addEventListener('abort', () => bytes.error(1)),
      })
      return new Response(body)
    })
    const file = await client.dbml.export().fetch({ signal: control.signal })
    const text = file.text()
    control.abort(new Error('the view was left'))
    await expect(text).rejects.toThrow('the view was left')
  })

  test('whose bytes break off could not be reached', async () => {
    const broken = new ReadableStream({ start: (bytes) => bytes.error(new TypeError('terminated')) })
    const { client } = open(() => new Response(broken))
    await expect((await client.dbml.export().fetch()).text()).rejects.toMatchObject({ name: 'NetworkError' })
  })

  test('throws refusals like any other request', async () => {
    const { client } = open(() => refusal(403, 'not_enough_privilege'))
    await expect(client.dbml.export().fetch()).rejects.toMatchObject({ code: 'not_enough_privilege' })
  })

  test.each([
    ['attachment; filename="a b.csv"', 'a b.csv'],
    ['attachment; filename=a.csv; size=3', 'a.csv'],
    ['attachment; filename="say \\"ah\\".txt"', 'say "ah".txt'],
    [`attachment; filename*=utf-8'de'%C3%A4.csv`, 'ä.csv'],
    [`attachment; filename="a.csv"; filename*=UTF-8''%E4.csv`, 'a.csv'],
    ['inline', ''],
    ['', ''],
  ])('%s names %j', (header, name) => {
    expect(fileName(header)).toBe(name)
  })
})
