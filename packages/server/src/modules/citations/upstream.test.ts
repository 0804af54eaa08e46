import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { inventedWork, itemKey } from '../../testing/invented-works.js'
import { oneEngine } from '../../testing/open-dig.js'
import { type Misbehaviour, openStandIn, type StandIn } from '../../testing/reference-manager.js'
import { type Bibliography, openBibliography } from './testing/open-bibliography.js'

const apiKey = 'K3y-that-nobody-may-read'

const says =
  (status: number, body = '', headers: Record<string, string> = {}): Misbehaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    if (headers['content-length'] === undefined) response.end(body)
    else response.write(' ')
  }
const never: Misbehaviour = () => undefined
const breaksOff: Misbehaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('[{"key":')
  response.socket?.destroy()
}
const stalls: Misbehaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('[')
}
const hangsUp: Misbehaviour = (response) => {
  response.socket?.destroy()
}
const huge: Misbehaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(Buffer.alloc(9 * 1024 * 1024, ' '))
}
const inTwoHours = new Date(Date.now() + 2 * 3_600_000).toUTCString()
const item = JSON.stringify(inventedWork('AAAAAAA2', { version: 999 }))

/**
 * What is answered where a library says something that is no list of works, and how many requests that took.
 */
const unreadable: [number, string, object, number] = [
  502,
  'upstream_error',
  { upstream_status: 200, reason: 'unreadable' },
  1,
]

/** What goes wrong, how often it is to happen, what is answered, how many requests it took. */
const failures: [string, Misbehaviour[], number, string, object, number][] = [
  [
    'a wrong key is never tried again',
    [says(403, 'Invalid key')],
    502,
    'upstream_error',
    { upstream_status: 403 },
    1,
  ],
  ['no such library', [says(404, 'Not found')], 502, 'upstream_error', { upstream_status: 404 }, 1],
  [
    'a style that it does not know',
    [says(400, "Invalid style 'x'")],
    502,
    'upstream_error',
    { upstream_status: 400, reason: 'invalid_style' },
    1,
  ],
  ['a breakdown, twice', [says(500), says(500)], 502, 'upstream_error', { upstream_status: 500 }, 2],
  [
    'too many requests, for an hour',
    [says(429, '', { 'retry-after': '3600' })],
    502,
    'upstream_error',
    { upstream_status: 429 },
    1,
  ],
  [
    'a breakdown, for more than an hour by the clock',
    [says(503, '', { 'retry-after': inTwoHours })],
    502,
    'upstream_error',
    { upstream_status: 503 },
    1,
  ],
  ['a condition that is not met', [says(412)], 502, 'upstream_error', { upstream_status: 412 }, 1],
  ['too large a request', [says(413)], 502, 'upstream_error', { upstream_status: 413 }, 1],
  ['an item with a key that is none', [says(200, '[{"key":"../x","version":1,"data":{}}]')], ...unreadable],
  [
    'an item with a version below any',
    [says(200, '[{"key":"AAAAAAA2","version":-1,"data":{}}]')],
    ...unreadable,
  ],
  [
    'more items than anybody asked for',
    [says(200, `[${Array.from({ length: 101 }, () => item)}]`)],
    ...unreadable,
  ],
  ['HTML in place of JSON', [says(200, '<html>Login</html>')], ...unreadable],
  ['an object in place of a list', [says(200, '{}')], ...unreadable],
  ['a list of anything', [says(200, '[1]')], ...unreadable],
  ['an item without a version', [says(200, '[{"key":"AAAAAAA2","data":{}}]')], ...unreadable],
  ['half of the list', [says(200, `[${item},`)], ...unreadable],
  ['nothing at all', [says(200)], 502, 'upstream_error', { upstream_status: 200, reason: 'unreadable' }, 1],
  [
    'a page of a longer list',
    [says(200, `[${item}]`, { 'total-results': '2' })],
    502,
    'upstream_error',
    { upstream_status: 200, reason: 'incomplete' },
    1,
  ],
  [
    '304 to whoever did not ask for it',
    [says(304)],
    502,
    'upstream_error',
    { upstream_status: 304, reason: 'unreadable' },
    1,
  ],
  [
    'an answer that breaks off, twice',
    [breaksOff, breaksOff],
    502,
    'upstream_error',
    { upstream_status: null, reason: 'unreachable' },
    2,
  ],
  [
    'no answer, twice',
    [hangsUp, hangsUp],
    502,
    'upstream_error',
    { upstream_status: null, reason: 'unreachable' },
    2,
  ],
  [
    'an answer without an end',
    [huge],
    502,
    'upstream_error',
    { upstream_status: null, reason: 'too_large' },
    1,
  ],
  [
    'an answer that says how long it is',
    [says(200, '', { 'content-length': '90000000' })],
    502,
    'upstream_error',
    { upstream_status: null, reason: 'too_large' },
    1,
  ],
  [
    'an answer that does not come',
    [never],
    504,
    'upstream_timeout',
    { upstream_status: null, reason: 'timeout' },
    1,
  ],
  [
    'an answer that never goes on',
    [stalls],
    504,
    'upstream_timeout',
    { upstream_status: null, reason: 'timeout' },
    1,
  ],
  [
    'a redirect without end',
    Array.from({ length: 4 }, () => says(302, '', { location: '/groups/501/items' })),
    502,
    'upstream_error',
    { upstream_status: null, reason: 'redirected' },
    4,
  ],
]

const shortLimit = '400'
const isLate = ([, [next]]: (typeof failures)[number]) => next === never || next === stalls
/**
 * Most of it is waiting: what comes too late for a short limit, and what is tried again within a long one.
 */
const waits = [
  ['with an answer that is late', shortLimit, failures.filter(isLate)],
  ['with any other answer', '2000', failures.filter((failure) => !isLate(failure))],
] as const
const [engine = 'sqlite'] = oneEngine

// The two wait side by side; the tests of each come one after another.
describe.concurrent.each(waits)('a reference manager that fails %s', (_what, limit, some) => {
  let bibliography: Bibliography
  let elsewhere: StandIn
  beforeAll(async () => {
    elsewhere = await openStandIn()
    bibliography = await openBibliography(engine, { TROWEL_LIMIT_REFMAN_TIME_MS: limit })
    const { dig, libId, cite, library } = bibliography
    library.apiKey = apiKey
    await dig.patch(`/api/refman/lib/${libId}`, { api_key: apiKey }, 'admin')
    await cite(1, 'AAAAAAA2')
    library.items.set('AAAAAAA2', inventedWork('AAAAAAA2', { version: 500 }))
    library.version = 500
  })
  afterAll(async () => {
    await bibliography.close()
    await elsewhere.close()
  })

  const citations = () =>
    bibliography.dig.application.db.quick.all(sql`SELECT * FROM "sys_refman_links" ORDER BY "id"`)
  const operations: [string, (base: string) => ReturnType<Bibliography['dig']['post']>][] = [
    ['sync', (base) => bibliography.dig.post(`/api/${base}/sync/finds/1`, undefined, 'writer')],
    ['sync of everything', (base) => bibliography.dig.post(`/api/${base}/sync`, undefined, 'admin')],
    [
      'citing',
      (base) =>
        bibliography.dig.post(
          `/api/${base}/link`,
          { tb: 'finds', record_id: 2, lib_id: bibliography.libId, refman_key: 'AAAAAAA3' },
          'writer',
        ),
    ],
    [
      'a search',
      (base) => bibliography.dig.get(`/api/${base}/search?lib_id=${bibliography.libId}&q=kilns`, 'writer'),
    ],
  ]
  /** A library that wants a pause is left alone: another one of the same content takes its place. */
  let number = 501
  const freshLibrary = async () => {
    const { dig, manager, library } = bibliography
    number += 1
    Object.assign(manager.library(`groups/${number}`), { ...library, apiKey })
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_refman_libs" SET "refman_id" = ${String(number)}`),
    )
    await dig.patch(`/api/refman/lib/${bibliography.libId}`, { api_key: apiKey }, 'admin')
  }

  test.sequential.each(some)(
    '%s: changes nothing and is told',
    async (name, next, status, code, detail, requests) => {
      const { manager, libId } = bibliography
      const before = await citations()
      for (const [what, operation] of operations) {
        if (what === 'a search' && name === 'a page of a longer list') continue
        const asked = manager.requests.length
        manager.misbehave(...next)
        const reply = await operation('refman')
        // A sync of which every request failed is an error, whatever the reason.
        const isSync = what.startsWith('sync')
        const expected = isSync ? [502, 'upstream_error'] : [status, code]
        const { code: told, detail: facts, text } = reply.json()
        expect([what, reply.statusCode, told, facts]).toEqual([
          what,
          ...expected,
          { ...detail, lib_id: libId },
        ])
        expect(text).toMatch(/\.$/)
        expect(reply.body).not.toMatch(/127\.0\.0\.1|http|Invalid key|html/)
        expect([what, manager.requests.length - asked]).toEqual([what, requests])
        if (name.includes('an hour')) {
          expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3500)
          // It is not asked again before the hour has passed.
          expect((await operation('refman')).statusCode).toBe(502)
          expect(manager.requests.length - asked).toBe(requests)
        }
        // The next is not to wait until this one has got over it.
        if (name.includes('an hour') || name.includes('twice')) await freshLibrary()
      }
      expect(await citations()).toEqual(before)
    },
  )

  // What is tried again takes longer.
  if (limit === shortLimit) return

  test.sequential('existing clients know one code for all of it', async () => {
    const { manager } = bibliography
    for (const [what, operation] of operations) {
      manager.misbehave(says(403))
      const reply = await operation('zotero')
      expect([what, reply.statusCode, reply.json().code]).toEqual([what, 502, 'zotero_api_error'])
    }
    manager.misbehave(never)
    const late = await operations[3]?.[1]('zotero')
    expect([late?.statusCode, late?.json().code]).toEqual([504, 'zotero_api_error'])
  })

  test.sequential('what passes is waited for, and asked once more', async () => {
    const { manager, dig, libId } = bibliography
    const search = () => dig.get(`/api/refman/search?lib_id=${libId}&q=kilns`, 'writer')
    for (const next of [says(503, '', { 'retry-after': '1' }), says(500), hangsUp]) {
      const asked = manager.requests.length
      manager.misbehave(next)
      expect((await search()).statusCode).toBe(200)
      expect(manager.requests.length - asked).toBe(2)
    }
  })

  test.sequential('a library that wants to be left alone after an answer is left alone', async () => {
    const { manager, dig, libId } = bibliography
    const search = () => dig.get(`/api/refman/search?lib_id=${libId}&q=kilns`, 'writer')
    manager.decorate({ backoff: '120' })
    expect((await search()).statusCode).toBe(200)
    manager.decorate({})
    const asked = manager.requests.length
    const reply = await search()
    expect([reply.statusCode, reply.json().detail]).toEqual([
      502,
      { upstream_status: null, lib_id: libId, reason: 'backoff' },
    ])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(100)
    expect(manager.requests).toHaveLength(asked)
    await freshLibrary()
  })

  test.sequential('a pause for a key that was wrong too often does not hold up the right one', async () => {
    const { manager, dig, libId } = bibliography
    const search = () => dig.get(`/api/refman/search?lib_id=${libId}&q=kilns`, 'writer')
    const enter = async (key: string) =>
      expect((await dig.patch(`/api/refman/lib/${libId}`, { api_key: key }, 'admin')).statusCode).toBe(200)
    await enter('wrong')
    manager.misbehave(...Array.from({ length: 5 }, () => says(403)), says(429, '', { 'retry-after': '3600' }))
    const statuses = []
    for (let attempt = 1; attempt <= 7; attempt++)
      statuses.push((await search()).json().detail.upstream_status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, null])
    await enter(apiKey)
    expect((await search()).statusCode).toBe(200)
    expect(manager.requests.at(-1)?.headers['zotero-api-key']).toBe(apiKey)
    await enter('wrong')
    const asked = manager.requests.length
    expect((await search()).json().detail).toMatchObject({ reason: 'backoff' })
    expect(manager.requests).toHaveLength(asked)
    await enter(apiKey)
  })

  test.sequential('a redirect within the same server is followed, one to another server is not, and the key stays here', async () => {
    const { manager, dig, libId } = bibliography
    const search = () => dig.get(`/api/refman/search?lib_id=${libId}&q=kilns`, 'writer')
    manager.misbehave((response, request) => {
      response.writeHead(301, { location: request.url ?? '' }).end()
    })
    expect((await search()).statusCode).toBe(200)
    expect(manager.requests.at(-1)?.headers['zotero-api-key']).toBe(apiKey)
    for (const location of [
      `${elsewhere.address}/groups/501/items`,
      '//elsewhere.invalid/',
      'file:///etc/passwd',
    ]) {
      manager.misbehave(says(302, '', { location }))
      expect((await search()).json().detail).toMatchObject({ reason: 'redirected' })
    }
    expect(elsewhere.requests).toEqual([])
  })

  test.sequential('a batch that fails leaves the others: its keys are errors, and nothing of them is detached', async () => {
    const { manager, dig, libId, library } = bibliography
    const keys = Array.from({ length: 120 }, (_, at) => itemKey(at))
    for (const key of keys) library.items.set(key, inventedWork(key))
    await dig.application.db.write(async (tx) => {
      await tx.insertMany(
        'sys_refman_links',
        ['tb', 'record_id', 'lib_id', 'refman_key', 'detached', 'created_at'],
        keys.map((key) => ['finds', 3, libId, key, 0, 1]),
      )
    })
    manager.misbehave(says(200, '[]', { 'total-results': '50' }))
    const reply = await dig.post('/api/refman/sync/finds/3', undefined, 'writer')
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { status: 'success', updated: 70, detached: 0, unchanged: 0, errors: 50 },
    ])
    // A library that refuses is not asked for the rest.
    const asked = manager.requests.length
    manager.misbehave(says(403))
    expect((await dig.post('/api/refman/sync/finds/3', undefined, 'writer')).statusCode).toBe(502)
    expect(manager.requests.length - asked).toBe(1)
    // One that keeps failing is given up.
    manager.misbehave(...Array.from({ length: 3 }, () => says(200, '{}')))
    expect((await dig.post('/api/refman/sync/finds/3', undefined, 'writer')).statusCode).toBe(502)
  })
})
