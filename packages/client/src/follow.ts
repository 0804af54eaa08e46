import type { FollowedSet } from '@trowel/contract/changes.js'
import { ApiError } from './errors.js'
import { pause } from './retry.js'
import type { Transport } from './transport.js'

export interface FollowOptions {
  /** Id of the last set that is known; from now on without it. */
  readonly after?: number | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * Called whenever a stream has begun, with the id of the last set before it: at first, and when it goes on
   * after it broke or ended, as it does when rights or the configuration change.
   */
  readonly onBegin?: ((last: number) => void) | undefined
}

const firstPauseMs = 1000
const maxPauseMs = 30_000
/** The service says something every 20 s; a connection that is silent for so long is none any more. */
const maxSilenceMs = 50_000

export async function* follow(
  fetch: Transport['fetch'],
  { after, signal, onBegin }: FollowOptions = {},
): AsyncGenerator<FollowedSet> {
  let last = after
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(maxPauseMs, 2 * pauseMs)) {
    try {
      const begin = { query: { after: last }, signal, retries: 0 }
      const { body } = await fetch('GET /api/changes/stream', [], begin)
      let hasBegun = false
      for await (const { id, data } of eventsIn(body)) {
        pauseMs = firstPauseMs
        if (id !== undefined) last = Number(id)
        if (!hasBegun && last !== undefined) onBegin?.(last)
        hasBegun = true
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

/** The events of a stream; each of their fields stands in one line. It ends when it falls silent. */
async function* eventsIn(body: ReadableStream<Uint8Array> | null): AsyncGenerator<ServerEvent> {
  if (!body) return
  const reader = body.getReader()
  const giveUp = () => void reader.cancel().catch(() => undefined)
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const silence = setTimeout(giveUp, maxSilenceMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(silence))
      if (done) return
      const events = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) yield fieldsOf(event)
    }
  } finally {
    giveUp()
  }
}

const fieldsOf = (event: string): ServerEvent =>
  Object.fromEntries(event.split('\n').map((line) => /^(\w*): ?(.*)$/s.exec(line)?.slice(1) ?? ['', '']))
