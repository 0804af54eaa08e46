import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SearchMode } from '@trowel/contract/citations.js'
import { parseJson } from '../../catalogue/json-text.js'
import type { Config } from '../../config.js'
import { AppError } from '../../errors.js'
import { retryAfterSeconds } from '../../http/retry-after.js'
import { Limiter } from '../../limiter.js'
import { message } from '../../message.js'
import { type Exchange, ExchangeFailure, exchange } from './http-exchange.js'
import { type LibraryItem, readItems } from './library-item.js'
import { type FailureFacts, UpstreamFailure } from './upstream-failure.js'

/** What it takes to ask for something in a library. */
export interface LibraryAccess {
  readonly id: number
  readonly type: string
  /** What the reference manager calls it. */
  readonly refmanId: string
  readonly citationStyle: string
  readonly apiKey: string | undefined
}

/** An answer about a set of keys. */
export interface ItemBatch {
  /** Those that the library has, by key. */
  readonly items: ReadonlyMap<string, LibraryItem>
  /** The version of the whole library at that moment, when it says so. */
  readonly libraryVersion: number | undefined
}

/**
 * The external libraries, asked over the Zotero Web API, version 3
 * (https://www.zotero.org/support/dev/web_api/v3/basics). Every function throws UpstreamFailure.
 */
export interface ReferenceManager {
  /** The items with these keys, at most 50: what is missing in the answer is not in the library. */
  items(library: LibraryAccess, keys: readonly string[]): Promise<ItemBatch>
  /** Is everything in the library as it was at that version? Then `undefined`, else the same as `items`. */
  itemsSince(library: LibraryAccess, keys: readonly string[], version: number): Promise<ItemBatch | undefined>
  /** @throws also `overloaded` while too many wait for the same library */
  search(library: LibraryAccess, text: string, mode: SearchMode, limit: number): Promise<LibraryItem[]>
}

/** Items are asked for in batches of at most so many. */
export const keysPerRequest = 50

/** Fifty items with a long abstract each are far below. */
const maxBytes = 8 * 1024 * 1024
/** A longer pause is not waited for. */
const maxPauseMs = 10_000

type Parameters = Readonly<Record<string, string>>

/** @param productVersion the reference manager is told which program asks */
export function openReferenceManager(
  { refmanUrl, limits: { refmanTimeMs } }: Pick<Config, 'refmanUrl' | 'limits'>,
  productVersion: string,
): ReferenceManager {
  const queueByLibrary = new Map<string, LibraryQueue>()

  /**
   * A key that was refused often may be answered by a pause: it is kept for requests with that key alone, so
   * that whoever enters the right one goes on at once. Queues of libraries and keys that nobody uses any more
   * are forgotten.
   */
  function queueOf(library: LibraryAccess): LibraryQueue {
    const path = `${pathOf(library)} ${hash('sha256', library.apiKey ?? '')}`
    let queue = queueByLibrary.get(path)
    if (!queue) {
      for (const [other, { isIdle }] of queueByLibrary) if (isIdle) queueByLibrary.delete(other)
      queue = openLibraryQueue()
      queueByLibrary.set(path, queue)
    }
    return queue
  }

  async function ask(
    library: LibraryAccess,
    parameters: Parameters,
    further: Readonly<Record<string, string>> = {},
  ): Promise<Exchange> {
    const path = pathOf(library)
    const address = new URL(`${refmanUrl}/${path}/items?${queryString(parameters)}`)
    const headers = {
      ...further,
      'zotero-api-version': '3',
      'user-agent': `Trowel/${productVersion}`,
      accept: 'application/json',
      ...(library.apiKey === undefined ? {} : { 'zotero-api-key': library.apiKey }),
    }
    const queue = queueOf(library)
    return queue.run(() =>
      askPatiently(library.id, queue, () =>
        exchange(address, headers, { timeMs: refmanTimeMs, bytes: maxBytes }),
      ),
    )
  }

  const askForKeys = (library: LibraryAccess, keys: readonly string[], headers?: Record<string, string>) =>
    ask(
      library,
      {
        itemKey: keys.join(','),
        limit: String(keysPerRequest),
        include: 'data,bib,csljson',
        ...format(library),
      },
      headers,
    )

  return {
    items: async (library, keys) => readBatch(library, await askForKeys(library, keys)),
    async itemsSince(library, keys, version) {
      const answer = await askForKeys(library, keys, { 'if-modified-since-version': String(version) })
      return answer.status === 304 ? undefined : readBatch(library, answer)
    },
    async search(library, text, mode, limit) {
      if (queueOf(library).isCrowded) throw crowded()
      const answer = await ask(library, {
        q: text,
        qmode: mode,
        itemType: '-attachment || note',
        limit: String(limit),
        include: 'data,bib',
        ...format(library),
      })
      const items = await readList(library, answer)
      return items.filter(({ isTrashed }) => !isTrashed)
    },
  }
}

/**
 * Of those who type only the last search counts: more of them are not kept waiting than can be answered soon.
 */
const crowded = (): AppError => new AppError('overloaded', message('searches_wait', {}))

const pathOf = ({ type, refmanId }: LibraryAccess): string => `${type}s/${encodeURIComponent(refmanId)}`

const format = ({ citationStyle }: LibraryAccess): Parameters => ({
  format: 'json',
  style: citationStyle,
  linkwrap: '1',
})

/** A blank is written `%20`: a plus sign is not everywhere understood as one. */
const queryString = (parameters: Parameters): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

/** Asks, waits when it is told to, and asks once more where that may help. @throws UpstreamFailure */
async function askPatiently(
  libraryId: number,
  queue: LibraryQueue,
  request: () => Promise<Exchange>,
): Promise<Exchange> {
  const failed = (facts: FailureFacts) => new UpstreamFailure(libraryId, facts)
  let last: FailureFacts = { status: null, reason: 'backoff' }
  for (let attempt = 1; ; attempt++) {
    const pauseMs = queue.pauseLeft()
    if (pauseMs > maxPauseMs) throw failed({ ...last, retryAfterSeconds: pauseMs / 1000 })
    if (pauseMs > 0) await sleep(pauseMs)
    try {
      const answer = await request()
      queue.pause(retryAfterSeconds(answer.headers.get('backoff'), Date.now()) ?? 0)
      if (answer.status === 200 || answer.status === 304) return answer
      last = { status: answer.status, ...(answer.status === 400 ? { reason: 'invalid_style' as const } : {}) }
      const isPassing = answer.status === 429 || answer.status >= 500
      if (!isPassing) throw failed(last)
      queue.pause(retryAfterSeconds(answer.headers.get('retry-after'), Date.now()) ?? 1)
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error
      last = { status: null, reason: error.reason }
      if (error.reason !== 'unreachable') throw failed(last)
      queue.pause(1)
    }
    if (attempt === 2) {
      const pauseMs = queue.pauseLeft()
      throw failed(pauseMs > maxPauseMs ? { ...last, retryAfterSeconds: pauseMs / 1000 } : last)
    }
  }
}

/** @throws UpstreamFailure for an answer out of which nothing can be told */
async function readList(library: LibraryAccess, { status, body }: Exchange): Promise<LibraryItem[]> {
  const items = await readItems(parseJson(body))
  if (!items) throw new UpstreamFailure(library.id, { status, reason: 'unreadable' })
  return items
}

async function readBatch(library: LibraryAccess, answer: Exchange): Promise<ItemBatch> {
  const items = await readList(library, answer)
  const total = wholeNumber(answer.headers.get('total-results'))
  // Where there are more than it told, what is missing says nothing.
  if (total !== undefined && total > items.length) {
    throw new UpstreamFailure(library.id, { status: answer.status, reason: 'incomplete' })
  }
  return {
    items: new Map(items.filter(({ isTrashed }) => !isTrashed).map((item) => [item.key, item])),
    libraryVersion: wholeNumber(answer.headers.get('last-modified-version')),
  }
}

const wholeNumber = (header: string | null): number | undefined =>
  header !== null && /^\d{1,15}$/.test(header) ? Number(header) : undefined

/** Requests to one library: few at a time, and none before it wants to be asked again. */
interface LibraryQueue {
  /** Does the work when few others are under way. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** The library asks for a pause of so many seconds. */
  pause(seconds: number): void
  /** How long it still wants to be left alone, in milliseconds; 0: not at all. */
  pauseLeft(): number
  readonly isIdle: boolean
  /** Are so many waiting that another one would wait too long? */
  readonly isCrowded: boolean
}

/** At most so many requests to a library are under way at the same time. */
const maxConcurrent = 2
const maxWaiting = 20

/** Of this process; other nodes have their own. */
function openLibraryQueue(): LibraryQueue {
  const limiter = new Limiter(maxConcurrent)
  let notBefore = 0
  const pauseLeft = () => Math.max(0, notBefore - Date.now())
  return {
    run: (work) => limiter.run(work),
    pause(seconds) {
      notBefore = Math.max(notBefore, Date.now() + seconds * 1000)
    },
    pauseLeft,
    get isIdle() {
      return limiter.running === 0 && pauseLeft() === 0
    },
    get isCrowded() {
      return limiter.waiting >= maxWaiting
    },
  }
}
