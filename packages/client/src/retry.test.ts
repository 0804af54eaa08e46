import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Client, type ClientOptions, createClient } from './client.js'
import { type Asked, json, refusal, stubService } from './testing/stub-service.js'

const well = () => json({ status: 'success', total: 0, page: 1, per_page: 30, data: [] })
const overloaded = (seconds: string) =>
  json({ status: 'error', code: 'overloaded', text: 'Busy.' }, 503, { 'retry-after': seconds })

const made = () => json({ status: 'success', code: 'success_created', id: 7, plugins: {} })

describe('a request that fails on the way', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A service that answers in this order, and well from then on. */
  const open = (answers: readonly (() => Response)[], options: ClientOptions = {}) => {
    const left = [...answers]
    const times: number[] = []
    const service = stubService(() => {
      times.push(Date.now())
      return (left.shift() ?? well)()
    })
    const client = createClient({ baseUrl: 'http://service.example', fetch: service.fetch, ...options })
    /** Milliseconds between one attempt and the next. */
    const pauses = () => times.slice(1).map((time, index) => time - (times[index] ?? 0))
    return { client, asked: service.asked as readonly Asked[], pauses }
  }
  const broken = () => {
    throw new TypeError('fetch failed')
  }

  test('is sent again after pauses that grow, where it only reads', async () => {
    const { client, asked, pauses } = open([broken, () => new Response('Bad gateway', { status: 502 })])
    const list = client.records.list('finds')
    await vi.runAllTimersAsync()
    expect([(await list).total, asked.length]).toEqual([0, 3])
    const [first = 0, second = 0] = pauses()
    expect([first >= 150 && first <= 300, second >= 300 && second <= 600]).toEqual([true, true])
  })

  test('is sent again when its answer breaks off', async () => {
    const halfway = () =>
      new Response(
        new ReadableStream({
          start: (bytes) => bytes.error(new TypeError('terminated')),
        }),
      )
    const { client, asked } = open([halfway])
    const list = client.records.search('finds', { filter: {} })
    await vi.runAllTimersAsync()
    expect([(await list).total, asked.map(({ method }) => method)]).toEqual([0, ['POST', 'POST']])
  })

  test('is sent again with the same key where it makes a record, which is then made once', async () => {
    const { client, asked } = open([broken, () => overloaded('1'), made])
    const created = client.records.create('finds', { core: { inv_no: 'F1' } })
    await vi.runAllTimersAsync()
    expect((await created).id).toBe(7)
    const keys = asked.map(({ key }) => key)
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[0]).toMatch(/^[0-9a-z-]{4,}$/)
  })

  test('has another key for each record, and that of the program where it gives one', async () => {
    const { client, asked } = open([made, made, made])
    await client.records.create('finds', { core: { inv_no: 'F1' } })
    await client.records.create('finds', { core: { inv_no: 'F1' } })
    await client.records.create('finds', { core: { inv_no: 'F1' } }, { key: 'row 12' })
    const keys = asked.map(({ key }) => key)
    expect([new Set(keys).size, keys[2]]).toEqual([3, 'row 12'])
  })

  test('throws what the last attempt threw', async () => {
    const { client, asked } = open(Array(9).fill(broken))
    const failed = expect(client.info.tables()).rejects.toMatchObject({ name: 'NetworkError' })
    await vi.runAllTimersAsync()
    await failed
    expect(asked).toHaveLength(3)
  })

  test.each([
    ['of the client', { retries: 0 }, {}, 1],
    ['of a call', {}, { retries: 4 }, 5],
  ])('is sent as often as the option %s says', async (_whose, options, call, times) => {
    const { client, asked } = open(Array(9).fill(broken), options)
    const failed = expect(client.info.tables(call)).rejects.toMatchObject({ name: 'NetworkError' })
    await vi.runAllTimersAsync()
    await failed
    expect(asked).toHaveLength(times)
  })

  test('waits as long as a busy service asks for, in seconds or until a time', async () => {
    const until = new Date(Date.now() + 9000).toUTCString()
    const { client, pauses } = open([() => overloaded('7'), () => overloaded(until)])
    const list = client.records.list('finds')
    await vi.runAllTimersAsync()
    await list
    const [first = 0, second = 0] = pauses()
    expect([first >= 7000, first < 8000, second >= 1000, second < 4000]).toEqual([true, true, true, true])
  })

  test('is given up at once when it would have to wait too long', async () => {
    const { client, asked } = open([() => overloaded('900')])
    await expect(client.records.list('finds')).rejects.toMatchObject({ code: 'overloaded', retryAfter: 900 })
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['that refuses', () => refusal(403, 'not_enough_privilege')],
    ['that has a fault', () => refusal(500, 'internal_error')],
    ['that lacks a setting', () => refusal(503, 'provider_not_configured')],
  ])('is not sent again to a service %s', async (_case, answer) => {
    const { client, asked } = open([answer])
    await expect(client.info.tables()).rejects.toMatchObject({ name: 'ApiError' })
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['changes', (client: Client) => client.records.update('finds', 1, { core: {} })],
    ['deletes', (client: Client) => client.records.remove('finds', 1)],
    ['uploads', (client: Client) => client.files.upload('finds', 1, new Blob())],
  ])('is never sent twice where it %s', async (_what, call) => {
    const { client, asked } = open([broken])
    await expect(call(client)).rejects.toMatchObject({ name: 'NetworkError' })
    expect(asked).toHaveLength(1)
  })

  test('is given up while it waits', async () => {
    const control = new AbortController()
    const { client, asked } = open([() => overloaded('20')])
    const given = expect(client.info.tables({ signal: control.signal })).rejects.toThrow('the view was left')
    await vi.advanceTimersByTimeAsync(1000)
    control.abort(new Error('the view was left'))
    await given
    expect([asked.length, vi.getTimerCount()]).toEqual([1, 0])
  })
})
