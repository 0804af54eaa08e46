import type { FollowedSet } from '@trowel/contract/changes.js'
import { ApiError } from './errors.js'
import { pause } from './groups/jobs.js'
import type { Transport } from './transport.js'

export interface FollowOptions {
  /** Id of the last set that is known; from now on without it. */
  readonly after?: number | undefined
  readonly signal?: AbortSignal | undefined
}

const firstPauseMs = 1000
const maxPauseMs = 30_000

export async function* follow(
  fetch: Transport['fetch'],
  { after, signal }: FollowOptions = {},
): AsyncGenerator<FollowedSet> {
  let last = after
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(maxPauseMs, 2 * pauseMs)) {
    try {
      const { body } = await fetch('GET /api/changes/stream', [], { query: { after: last }, signal })
      for await (const { id, data } of eventsIn(body)) {
        pauseMs = firstPauseMs
        if (id !== undefined) last = Number(id)
        if (data !== undefined) yield JSON.parse(data)
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof ApiError && error.status < 500) throw error
    }
    await pause(pauseMs, signal)
  }
}

interface ServerEvent {
  readonly id?: string
  readonly data?: string
}

/** The events of a stream; each of their fields stands in one line. */
async function* eventsIn(body: ReadableStream<Uint8Array> | null): AsyncGenerator<ServerEvent> {
  if (!body) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const events = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) yield fieldsOf(event)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const fieldsOf = (event: string): ServerEvent =>
  Object.fromEntries(event.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line)?.slice(1) ?? ['', '']))
