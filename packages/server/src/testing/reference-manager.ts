import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An item as the Zotero Web API (version 3) answers it. */
export interface ApiItem {
  readonly key: string
  readonly version: number
  readonly data: Readonly<Record<string, unknown>>
  /** What `include=csljson` adds; without it nothing is added. */
  readonly csljson?: Readonly<Record<string, unknown>>
  /** In place of the citation that the stand-in formats. */
  readonly bib?: string
}

/** A library of the stand-in. */
export interface StandInLibrary {
  readonly items: Map<string, ApiItem>
  version: number
  /** Without it the library is private. */
  apiKey?: string
}

/** Answers one request in place of the library. */
export type Misbehaviour = (response: ServerResponse, request: IncomingMessage) => void

export interface AskedRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

/** A reference manager for tests: speaks the protocol over HTTP, and misbehaves when asked to. */
export interface StandIn {
  readonly address: string
  /** Everything that it was asked so far. */
  readonly requests: AskedRequest[]
  /** How many requests were ever under way at the same time. */
  readonly maxConcurrent: number
  /** The library under a prefix such as `groups/501`; made when it is asked for. */
  library(prefix: string): StandInLibrary
  /** The next requests are answered so, one each. */
  misbehave(...next: Misbehaviour[]): void
  /** From now on no request is answered, until it is released. */
  hold(): void
  release(): void
  /** Every answer carries these headers from now on. */
  decorate(headers: Readonly<Record<string, string>>): void
  close(): Promise<void>
}

export async function openStandIn(): Promise<StandIn> {
  const libraries = new Map<string, StandInLibrary>()
  const requests: AskedRequest[] = []
  const misbehaviours: Misbehaviour[] = []
  let held: Promise<void> = Promise.resolve()
  let release = () => {}
  let decoration: Readonly<Record<string, string>> = {}
  let running = 0
  let maxConcurrent = 0

  const server = createServer(async (request, response) => {
    running += 1
    maxConcurrent = Math.max(maxConcurrent, running)
    response.once('close', () => {
      running -= 1
    })
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
    requests.push({ path: pathname, query: searchParams, headers: request.headers })
    await held
    for (const [name, value] of Object.entries(decoration)) response.setHeader(name, value)
    const misbehaviour = misbehaviours.shift()
    if (misbehaviour) misbehaviour(response, request)
    else answer(libraries, pathname, searchParams, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get maxConcurrent() {
      return maxConcurrent
    },
    library(prefix) {
      const known = libraries.get(prefix) ?? { items: new Map(), version: 1 }
      libraries.set(prefix, known)
      return known
    },
    misbehave: (...next) => {
      misbehaviours.push(...next)
    },
    hold: () => {
      held = new Promise((resolve) => {
        release = resolve
      })
    },
    release: () => release(),
    decorate: (headers) => {
      decoration = headers
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

const maxKeys = 50

function answer(
  libraries: ReadonlyMap<string, StandInLibrary>,
  path: string,
  query: URLSearchParams,
  { headers }: IncomingMessage,
  response: ServerResponse,
): unknown {
  const say = (status: number, text: string): unknown =>
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
  const match = /^\/((?:users|groups)\/[^/]+)\/items$/.exec(path)
  const library = match && libraries.get(match[1] ?? '')
  if (!library) return say(404, 'Library not found')
  if (library.apiKey !== undefined && headers['zotero-api-key'] !== library.apiKey) {
    return say(403, headers['zotero-api-key'] === undefined ? 'Forbidden' : 'Invalid key')
  }
  const style = query.get('style') ?? 'chicago-note-bibliography'
  if (style === 'no-such-style') return say(400, `Invalid style '${style}'`)
  if (Number(headers['if-modified-since-version'] ?? -1) >= library.version) {
    return response.writeHead(304, { 'last-modified-version': String(library.version) }).end()
  }
  const found = query.has('itemKey') ? named(library, query) : matching(library, query)
  if (!found) return say(400, 'Too many keys')
  const include = (query.get('include') ?? 'data').split(',')
  response.writeHead(200, {
    'content-type': 'application/json',
    'last-modified-version': String(library.version),
    'total-results': String(found.length),
  })
  return response.end(JSON.stringify(found.map((item) => shown(item, include, style))))
}

/** Malformed keys are passed over; what is in the trash is not there. */
function named({ items }: StandInLibrary, query: URLSearchParams): ApiItem[] | undefined {
  const keys = (query.get('itemKey') ?? '').split(',')
  if (keys.length > maxKeys) return undefined
  return keys
    .filter((key) => /^[23456789A-Z]{8}$/.test(key))
    .map((key) => items.get(key))
    .filter((item) => item !== undefined)
    .filter((item) => item.data['deleted'] !== 1)
    .reverse()
}

function matching({ items }: StandInLibrary, query: URLSearchParams): ApiItem[] {
  const text = (query.get('q') ?? '').toLowerCase()
  return [...items.values()]
    .filter(({ data }) => data['deleted'] !== 1 && !['attachment', 'note'].includes(String(data['itemType'])))
    .filter(({ data }) => JSON.stringify(data).toLowerCase().includes(text))
    .slice(0, Number(query.get('limit') ?? 25))
}

function shown({ csljson, bib, ...item }: ApiItem, include: readonly string[], style: string) {
  const title = String(item.data['title'] ?? '')
  return {
    ...item,
    ...(include.includes('bib')
      ? {
          bib:
            bib ??
            `<?xml version="1.0"?>\n<div class="csl-bib-body" style="line-height: 2;"><div class="csl-entry">${title} <i>${style}</i>.</div></div>`,
        }
      : {}),
    ...(include.includes('csljson') && csljson ? { csljson } : {}),
  }
}
