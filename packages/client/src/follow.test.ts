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
