import { createClient } from '@trowel/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'
import { whileTaken } from './follow.js'
import { followersOf } from './followers.js'

/** Finds of which one is seen by those who see iron. */
const [hidden, visible] = [1, 7]

interface Event {
  readonly id?: number
  readonly data?: { readonly id: number; readonly changes: readonly { readonly id: number }[] }
}

describe.each(oneEngine)('the stream of changes (%s)', (engine) => {
  let dig: Dig
  let address: string
  beforeAll(async () => {
    dig = await openDig(engine)
    address = await dig.service.server.listen({ host: '127.0.0.1', port: 0 })
    await hideRows(dig, 'self_writer', 'finds', { material: { _eq: 'iron' } })
  })
  afterAll(() => dig.close())

  /** The events of a stream, comments among them as empty ones. */
  async function* stream(token: string, headers: Record<string, string> = {}, at = address) {
    const answer = await fetch(`${at}/api/changes/stream`, {
      headers: { ...headers, authorization: `Bearer ${token}` },
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ])
    const reader = (answer.body ?? new ReadableStream<Uint8Array>()).getReader()
    const decoder = new TextDecoder()
    let rest = ''
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        const events = (rest + decoder.decode(value, { stream: true })).split('\n\n')
        rest = events.pop() ?? ''
        for (const event of events) {
          const id = /^id: (\d+)$/m.exec(event)?.[1]
          const data = /^event: change-set\ndata: (.*)$/m.exec(event)?.[1]
          yield {
            ...(id !== undefined && { id: Number(id) }),
            ...(data !== undefined && { data: JSON.parse(data) }),
          } satisfies Event as Event
        }
      }
    } finally {
      await reader.cancel()
    }
  }
  const streamAs = async (role: Role, headers: Record<string, string> = {}) =>
    stream(await dig.token(role), headers)

  const newest = async (): Promise<number> =>
    (await dig.get('/api/changes', 'reader')).json<{ last: number }>().last
  const save = async (table: string, id: number, core: object): Promise<void> => {
    const reply = await dig.patch(`/api/record/${table}/${id}`, { core }, 'writer')
    expect(reply.statusCode, reply.body).toBe(200)
  }

  test('sends what others save, and passes over what is not seen', async () => {
    const before = await newest()
    const events = await streamAs('self_writer')
    expect((await events.next()).value).toEqual({ id: before })
    await save('finds', hidden, { weight_g: 30 })
    await save('finds', visible, { weight_g: 31 })
    const sets: Event[] = []
    for await (const event of events) {
      if (event.data) sets.push(event)
      if (event.id === before + 2) break
    }
    expect(sets).toMatchObject([{ id: before + 2, data: { id: before + 2, changes: [{ id: visible }] } }])
  })

  test('many writers and many broken connections: nobody misses a set or gets one twice', async () => {
    const before = await newest()
    const all = Array.from({ length: 40 }, (_, k) => before + 1 + k)
    const writers = [1, 2, 3, 4].map(async (id) => {
      for (let turn = 0; turn < 10; turn++) await save('contexts', id, { notes: `turn ${turn} of ${id}` })
    })
    /** Goes away after so many sets, and comes again. */
    const follow = async (patience: number): Promise<number[]> => {
      const ids: number[] = []
      let last = before
      while (last < before + 40) {
        let got = 0
        for await (const { id, data } of await streamAs('reader', { 'last-event-id': String(last) })) {
          if (data) ids.push(data.id)
          last = id ?? last
          if (last >= before + 40 || (data && ++got === patience)) break
        }
      }
      return ids
    }
    const [often, seldom] = await Promise.all([follow(3), follow(17), ...writers])
    expect([often, seldom]).toEqual([all, all])
  })

  test('says now and then that it is there, where nothing is saved', async () => {
    // As if the time between two such lines were over.
    vi.spyOn(followersOf(dig.application.db), 'until').mockResolvedValueOnce().mockResolvedValueOnce()
    const events = await streamAs('reader')
    const [beginning, ...lines] = [await events.next(), await events.next(), await events.next()]
    expect(beginning.value).toEqual({ id: await newest() })
    expect(lines.map(({ value }) => value)).toEqual([{}, {}])
    await events.return(undefined)
  })

  test('ends with the right to ask', async () => {
    const { id, key } = (await dig.post('/api/api-keys', { label: 'x', privilege: 30 }, 'super_admin')).json()
    const events = stream(key)
    await events.next()
    await dig.post(`/api/api-key/${id}/revoke`, undefined, 'super_admin')
    await save('contexts', 3, { notes: 'ash' })
    for await (const event of events) expect(event.data).toBeUndefined()
  })

  test('ends when the caller may see something else', async () => {
    const events = await streamAs('reader')
    await events.next()
    await hideTable(dig, 'reader', 'trenches')
    await save('contexts', 3, { notes: 'soot' })
    for await (const event of events) expect(event.data).toBeUndefined()
  })

  test('the header of the last event is described, and refused when it is no number', async () => {
    const headers = { 'last-event-id': 'x' }
    const reply = await dig.request({ method: 'GET', url: '/api/changes/stream', headers }, 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
    const { paths } = (await dig.get('/api/openapi.json', 'reader')).json()
    expect(paths['/api/changes/stream'].get.parameters).toContainEqual(
      expect.objectContaining({ in: 'header', name: 'Last-Event-ID' }),
    )
  })

  test('the client connects again and goes on where it was', async () => {
    const { history, session } = createClient({ baseUrl: address })
    session.use(await dig.token('admin'))
    const before = await newest()
    const ids: number[] = []
    const beginnings: number[] = []
    await save('contexts', 4, { notes: 'first' })
    for await (const set of history.follow({ after: before, onBegin: (last) => beginnings.push(last) })) {
      ids.push(set.id)
      if (ids.length === 2) break
      dig.service.server.server.closeAllConnections()
      await save('contexts', 4, { notes: 'second' })
    }
    expect(ids).toEqual([before + 1, before + 2])
    expect(beginnings).toEqual([before, before + 1])
  })

  test('when the service stops, the stream ends', async () => {
    const other = await openDig(engine, { TROWEL_LIMIT_STOP_MS: '600000' })
    const at = await other.service.server.listen({ host: '127.0.0.1', port: 0 })
    const events = stream(await other.token('reader'), {}, at)
    await events.next()
    const closed = other.close()
    for await (const event of events) expect(event.data).toBeUndefined()
    await closed
  })
})

test('who does not take what was sent is found out', async () => {
  async function* events() {
    yield 'one'
    yield 'two'
  }
  await new Promise<void>((resolve) => void whileTaken(events(), 1, resolve).next())
})
