import type { Route } from '@trowel/contract/guard-table.js'
import type { Static } from '@trowel/contract/wire.js'
import { ApiError, NetworkError } from './errors.js'
import { queryString } from './query-string.js'
import { retried } from './retry.js'
import type { SessionKeeper } from './session.js'
import type { Fetch, SentInit } from './upload-progress.js'

/** What every function of the client takes as its last argument. */
export interface CallOptions {
  /** Gives the request up; the function then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** What a writing call is for: kept with its change set; one line of at most 500 characters. */
  readonly note?: string | undefined
  /** Told the id of the change set that a writing call made, where it changed anything. */
  readonly onChangeSet?: ((id: number) => void) | undefined
  /** How often a call that may be asked twice is tried again; by itself as often as the client says. */
  readonly retries?: number | undefined
}

/** What functions that send a file take. */
export interface UploadOptions extends CallOptions {
  /** Called while the bytes leave; `total` counts the form around the file too. */
  readonly onProgress?: ((sent: number, total: number) => void) | undefined
}

export interface Call extends UploadOptions {
  readonly query?: object | undefined
  /** Sent as JSON, or as it is when it is a form. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** In place of that of the session; `null` for none. */
  readonly token?: string | null | undefined
  /** May it be asked twice, although it writes? */
  readonly isRepeatable?: boolean | undefined
}

/** The values of a schema of the contract; any other type stands for itself. */
export type Answer<Reply> = Reply extends { '~kind': unknown } ? Static<Reply> : Reply

export type PathValue = string | number

/** The one way to the service: every function of the client goes through it. */
export interface Transport {
  /**
   * @param values what stands for the parameters of the route, in their order
   * @throws ApiError, NetworkError
   */
  send<Reply>(route: Route, values: readonly PathValue[], call?: Call): Promise<Answer<Reply>>
  /** The same, with the headers of the answer. */
  answer<Reply>(
    route: Route,
    values: readonly PathValue[],
    call?: Call,
  ): Promise<{ reply: Answer<Reply>; headers: Headers }>
  /** The answer as it comes, once it is known to be none of the refusals. */
  fetch(route: Route, values: readonly PathValue[], call?: Call): Promise<Response>
  /** An address that the service gave, or a path of it, in full. */
  url(path: string): string
  /** Tells all who want to know that a call made a change set. */
  noteChangeSet(id: number, route: Route, call: CallOptions): void
}

/**
 * Told each change set that was made, and by which route; by jobs that were waited for with that of jobs, by
 * those of an undo with that of undo.
 */
export type OnChangeSet = (id: number, route: Route) => void

/** What is sent in a body and changes nothing. */
const readsByPost: ReadonlySet<Route> = new Set([
  'POST /api/records/:tb',
  'POST /api/records/:tb/totals',
  'POST /api/records/:tb/groups',
])

/** May it be asked twice? What writes could have been done already when its answer was lost. */
const onlyReads = (route: Route): boolean => route.startsWith('GET ') || readsByPost.has(route)

export interface TransportOptions {
  /** Where the service answers, with or without a slash at its end. */
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly session: () => SessionKeeper
  readonly onChangeSet: OnChangeSet
  readonly retries: number
}

export function openTransport({
  baseUrl,
  fetch,
  session,
  onChangeSet,
  retries,
}: TransportOptions): Transport {
  const noteChangeSet: Transport['noteChangeSet'] = (id, route, call) => {
    call.onChangeSet?.(id)
    onChangeSet(id, route)
  }
  const url = (path: string): string => `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\//, '')}`

  /** How far the database was when this client changed something: what it reads must show that. */
  let position: string | undefined

  async function request(route: Route, values: readonly PathValue[], call: Call): Promise<Response> {
    const { signal } = call
    signal?.throwIfAborted()
    const token = call.token === undefined ? await unless(signal, session().current()) : call.token
    const { headers, ...sent } = content(call.body)
    const [method = 'GET'] = route.split(' ')
    const init: RequestInit = { method, ...sent, ...(signal && { signal }) }
    init.headers = {
      ...headers,
      ...(token !== null && { authorization: `Bearer ${token}` }),
      // Headers hold Latin-1 only; so any text goes through (RFC 8187).
      ...(position !== undefined && { 'x-position': position }),
      ...(call.note !== undefined && { 'x-change-note': `UTF-8''${encodeURIComponent(call.note)}` }),
      ...call.headers,
    }
    const address = url(pathOf(route, values) + queryString(call.query))
    const progress = call.onProgress && toldOf(call.onProgress)
    const response = await reach(signal, () => fetch(address, { ...init, ...progress?.init }))
    progress?.end()
    position = later(position, response.headers.get('x-position'))
    // A refusal may come after something was stored.
    const changeSet = response.headers.get('x-change-set')
    if (changeSet !== null) noteChangeSet(Number(changeSet), route, call)
    if (response.ok) return response
    if (response.status === 401 && token !== null) session().refused(token)
    const text = await reach(signal, () => response.text())
    throw new ApiError(response, parsed(text))
  }

  const carefully = <Found>(route: Route, call: Call, attempt: () => Promise<Found>): Promise<Found> =>
    retried(attempt, call.isRepeatable || onlyReads(route) ? (call.retries ?? retries) : 0, call.signal)

  const answer = <Reply>(route: Route, values: readonly PathValue[], call: Call = {}) =>
    carefully(route, call, async () => {
      const response = await request(route, values, call)
      const body = parsed(await reach(call.signal, () => response.text()))
      if (body === undefined) throw new ApiError(response, undefined)
      return { reply: body as Answer<Reply>, headers: response.headers }
    })

  return {
    url,
    noteChangeSet,
    fetch: (route, values, call = {}) => carefully(route, call, () => request(route, values, call)),
    answer,
    send: async <Reply>(...[route, values, call]: Parameters<Transport['fetch']>) =>
      (await answer<Reply>(route, values, call)).reply,
  }
}

/** Of a `fetch` that tells nothing of what has left, at least the end. */
function toldOf(onProgress: NonNullable<SentInit['onProgress']>) {
  let isTold = false
  return {
    init: {
      onProgress: (sent: number, total: number) => {
        isTold = true
        onProgress(sent, total)
      },
    },
    end: () => {
      if (!isTold) onProgress(1, 1)
    },
  }
}

/** `/api/record/finds/12` */
export function pathOf(route: Route, values: readonly PathValue[]): string {
  const path = route.slice(route.indexOf('/'))
  const left = [...values]
  return path.replace(/:\w+/g, (name) => {
    const value = left.shift()
    if (value === undefined || value === '') throw new TypeError(`"${name.slice(1)}" of ${route} is missing.`)
    return encodeURIComponent(value)
  })
}

function content(body: unknown): { body?: BodyInit; headers: Record<string, string> } {
  if (body === undefined) return { headers: {} }
  if (body instanceof FormData) return { body, headers: {} }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** Whatever fails on the way is either the caller's wish or the network. */
export async function reach<Found>(
  signal: AbortSignal | undefined,
  attempt: () => Promise<Found>,
): Promise<Found> {
  try {
    return await attempt()
  } catch (error) {
    signal?.throwIfAborted()
    throw new NetworkError(error)
  }
}

/** What others wait for too goes on when one of them gives up. */
function unless<Found>(signal: AbortSignal | undefined, work: Promise<Found>): Promise<Found> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Of two positions in the log of the database the later one; both parts are hexadecimal numbers. */
function later(one: string | undefined, other: string | null): string | undefined {
  if (other === null || one === undefined) return other ?? one
  const parts = (text: string) =>
    text
      .split('/')
      .map((part) => part.padStart(8, '0'))
      .join('')
  return parts(one) > parts(other) ? one : other
}
