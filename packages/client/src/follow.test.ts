import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from './client.js'
import { stubService } from './testing/stub-service.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a stream that has fallen silent is given up, and the next one goes on after it', async () => {
  const { fetch, asked } = stubService(
    () =>
      new Response(
        new ReadableStream({
          start: (stream) => stream.enqueue(new TextEncoder().encode(`retry: 1000\nid: 7\n\n`)),
        }),
      ),
  )
  const end = new AbortController()
  const { history } = createClient({ baseUrl: 'http://service.example', fetch })
  const sets = history.follow({ signal: end.signal }).next()
  await vi.advanceTimersByTimeAsync(40_000)
  expect(asked.map(({ path }) => path)).toEqual(['/api/changes/stream'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked.map(({ path }) => path)).toEqual(['/api/changes/stream', '/api/changes/stream?after=7'])
  const ended = expect(sets).rejects.toThrow()
  end.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  await ended
})

test('a set in whose texts a line separator stands is told as it is', async () => {
  vi.useRealTimers()
  const title = 'Context 12\u2028found by night\u2029'
  const { fetch } = stubService(
    () => new Response(`id: 7\n\nid: 8\nevent: change-set\ndata: ${JSON.stringify({ id: 8, title })}\n\n`),
  )
  const { history } = createClient({ baseUrl: 'http://service.example', fetch })
  const { value } = await history.follow({ signal: AbortSignal.timeout(500) }).next()
  expect(value).toEqual({ id: 8, title })
})
