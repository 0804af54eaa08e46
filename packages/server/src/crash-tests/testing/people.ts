// People at work with one service: each with a session and a stream of changes of his own, who read, write,
// search, look at matrix and map, send files and take exports, and think in between. What they were told is
// kept, so that it can be compared with what is stored in the end.
import { setTimeout as sleep } from 'node:timers/promises'
import { Follower } from './follower.js'
import { type Session, sessionAt } from './session.js'

/** What people work on: the tables `finds` and `contexts`, with the ids from 1 on. */
export interface Site {
  readonly url: string
  /** The application. */
  readonly app: string
  readonly finds: number
  readonly contexts: number
  /** Words that stand in descriptions of finds. */
  readonly words: readonly string[]
}

/** How one kind of request was answered. */
export interface Answers {
  /** Milliseconds of each success, the whole body read. */
  readonly times: number[]
  conflicts: number
  /** Refused for a while, and told when to come again. */
  shed: number
}

interface Edit {
  readonly find: number
  /** The text that this edit alone wrote. */
  readonly mark: string
}

/** What all people were answered. */
export class Outcome {
  readonly answers = new Map<string, Answers>()
  /** What no client expects, with the id by which the log finds the request. */
  readonly errors: string[] = []
  /** Edits that were acknowledged. */
  readonly edits: Edit[] = []
  /** Texts of the files that were acknowledged, by id. */
  readonly files = new Map<number, string>()
  /** Relations that were stated, by id: are they still to be there? */
  readonly relations = new Map<number, boolean>()

  of(what: string): Answers {
    let found = this.answers.get(what)
    if (!found) {
      found = { times: [], conflicts: 0, shed: 0 }
      this.answers.set(what, found)
    }
    return found
  }
}

/** The field of a find that people edit. */
const editedField = 'period'
/** So many finds everybody works on, so that people meet. */
const sharedFinds = 20

const [longitude, latitude] = [12.5, 41.9]
/** Tiles of the map with contexts, from far and near. */
const tiles = [10, 13, 15].map((z) => {
  const x = Math.floor(((longitude + 180) / 360) * 2 ** z)
  const height = Math.asinh(Math.tan((latitude * Math.PI) / 180))
  return `${z}/${x}/${Math.floor(((1 - height / Math.PI) / 2) * 2 ** z)}`
})

/** Gives each context a place on the map, and states that it covers some of the next ones. */
export async function layOutMatrix(session: Session, contexts: number): Promise<void> {
  let next = 1
  const layOut = async (): Promise<void> => {
    for (let first = next++; first <= contexts; first = next++) {
      const coordinates = [longitude + (first % 40) * 1e-4, latitude + Math.floor(first / 40) * 1e-4]
      const geometry = { type: 'Point', coordinates }
      await session.must('POST', '/api/geoface/feature', { tb: 'contexts', id: first, geometry })
      for (const second of [first + 1, first + 7].filter((id) => id <= contexts)) {
        await session.must('POST', '/api/record/contexts/rs', { first, relation: 5, second })
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, layOut))
}

/** Gives so many people accounts and logs each in. */
export async function hirePeople(admin: Session, site: Site, count: number): Promise<Session[]> {
  const sessions: Session[] = []
  for (let k = 1; k <= count; k++) {
    const account = { email: `digger${k}@dig.example`, password: `a trowel and bucket no. ${k}` }
    await admin.must('POST', '/api/user', { ...account, name: `Digger ${k}`, privilege: 20 })
    const answer = await sessionAt(site.url).must('POST', '/api/auth/login', { ...account, app: site.app })
    sessions.push(sessionAt(site.url, answer.token))
  }
  return sessions
}

interface Request {
  /** The kind under which the answer is counted. */
  readonly what: string
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly form?: FormData
  readonly headers?: Readonly<Record<string, string>>
}

interface Success {
  readonly bytes: Buffer
  readonly etag: string | null
}

const below = (limit: number): number => Math.floor(Math.random() * limit)
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T

/** A person with a session and an event stream, who sends one request after the other. */
export class Person {
  #counter = 0
  readonly #relations: number[] = []

  constructor(
    private readonly name: string,
    private readonly site: Site,
    private readonly session: Session,
    private readonly outcome: Outcome,
    /** How long he thinks between two requests, on average. */
    private readonly thinkMs: number,
  ) {}

  /** Works until `end`; what is under way then is finished. */
  async work(end: AbortSignal): Promise<void> {
    const habits = this.#habits()
    const acts = habits.flatMap(([times, act]) => Array<() => Promise<void>>(times).fill(act))
    // Not all begin at once.
    await this.#pause(Math.random() * this.thinkMs, end)
    while (!end.aborted) {
      await oneOf(acts)()
      await this.#pause(-Math.log(1 - Math.random()) * this.thinkMs, end)
    }
  }

  /** What he does, and how often of sixty times. */
  #habits(): readonly (readonly [number, () => Promise<void>])[] {
    const read = (what: string, path: () => string) => async () => {
      await this.#ask({ what, path: path() })
    }
    const { finds, contexts, words } = this.site
    const pages = Math.max(1, Math.floor(finds / 30))
    return [
      [16, read('record', () => `/api/record/finds/${1 + below(finds)}`)],
      [10, read('page of 30', () => `/api/records/finds?per_page=30&page=${1 + below(Math.min(pages, 40))}`)],
      [4, read('sorted list', () => '/api/records/finds?per_page=30&sort_field=inventory_no&sort_dir=desc')],
      [
        4,
        read(
          'filtered list',
          () => `/api/records/finds?per_page=30&filter[description][_icontains]=${oneOf(words)}`,
        ),
      ],
      [3, read('search', () => `/api/search?q=${oneOf(words)}`)],
      [2, read('matrix', () => `/api/rs/matrix?tb=contexts&filter[id][_lt]=${10 + below(contexts)}`)],
      [8, read('map tile', () => `/api/geoface/tiles/contexts/${oneOf(tiles)}`)],
      [
        1,
        read(
          'export',
          () => `/api/records/finds/export?format=csv&filter[id][_lt]=${1 + below(Math.min(finds, 2000))}`,
        ),
      ],
      [8, () => this.#edit()],
      [2, () => this.#sendFile()],
      [2, () => this.#changeMatrix()],
    ]
  }

  async #edit(): Promise<void> {
    const find = 1 + below(Math.random() < 0.5 ? Math.min(sharedFinds, this.site.finds) : this.site.finds)
    const path = `/api/record/finds/${find}`
    const read = await this.#ask({ what: 'record', path })
    if (!read) return
    // He changes what he has before his eyes.
    await sleep(Math.random() * this.thinkMs * 0.3)
    const mark = this.#mark()
    const headers = { 'if-match': read.etag ?? '' }
    const body = { core: { [editedField]: mark } }
    if (await this.#ask({ what: 'edit', method: 'PATCH', path, body, headers })) {
      this.outcome.edits.push({ find, mark })
    }
  }

  async #sendFile(): Promise<void> {
    const text = `${this.#mark()} `.repeat(1 + below(4000))
    const form = new FormData()
    form.append('file', new Blob([text]), 'notes.txt')
    const path = `/api/record/finds/${1 + below(this.site.finds)}/file`
    const sent = await this.#ask({ what: 'upload', method: 'POST', path, form })
    if (!sent) return
    const { id } = JSON.parse(sent.bytes.toString()).file
    this.outcome.files.set(id, text)
    await this.#ask({ what: 'download', path: `/api/file/${id}/content` })
  }

  /** States a relation, or takes one of his own back. One that closes a loop is refused. */
  async #changeMatrix(): Promise<void> {
    const { contexts } = this.site
    const own = this.#relations.length > 2 ? this.#relations.shift() : undefined
    if (own !== undefined) {
      const path = `/api/rs/${own}`
      if (await this.#ask({ what: 'matrix edit', method: 'DELETE', path }))
        this.outcome.relations.set(own, false)
      return
    }
    const first = 1 + below(contexts - 1)
    const body = { first, relation: 5 + below(4), second: first + 1 + below(contexts - first) }
    const path = '/api/record/contexts/rs'
    const stated = await this.#ask({ what: 'matrix edit', method: 'POST', path, body })
    if (!stated) return
    const { id } = JSON.parse(stated.bytes.toString())
    this.#relations.push(id)
    this.outcome.relations.set(id, true)
  }

  /** A text that is used once in all. */
  readonly #mark = (): string => `${this.name}-${++this.#counter}`

  /** @returns `undefined` for what was no success, which is noted */
  async #ask(request: Request): Promise<Success | undefined> {
    const { what, path, method = 'GET', body, form, headers } = request
    const began = performance.now()
    try {
      const reply = await fetch(this.site.url + path, {
        method,
        headers: {
          ...headers,
          authorization: `Bearer ${this.session.token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(form && { body: form }),
      })
      const bytes = Buffer.from(await reply.arrayBuffer())
      if (reply.ok) {
        this.outcome.of(what).times.push(performance.now() - began)
        return { bytes, etag: reply.headers.get('etag') }
      }
      const again = Number(reply.headers.get('retry-after') ?? Number.NaN)
      if (method !== 'GET' && [409, 412].includes(reply.status)) this.outcome.of(what).conflicts++
      else if ([429, 503].includes(reply.status) && again > 0) this.outcome.of(what).shed++
      else {
        const id = reply.headers.get('x-request-id')
        const told = bytes.toString('utf8', 0, 200)
        this.outcome.errors.push(`${method} ${path}: ${reply.status} ${told} (request ${id})`)
      }
    } catch (error) {
      this.outcome.errors.push(`${method} ${path}: no answer (${String(error)})`)
    }
    return undefined
  }

  async #pause(ms: number, end: AbortSignal): Promise<void> {
    await sleep(ms, undefined, { signal: end }).catch(() => undefined)
  }
}

/** People who follow the changes from now on, each with his own session. */
export async function followAll(site: Site, sessions: readonly Session[]): Promise<Follower[]> {
  const { last } = (await sessions[0]?.must('GET', '/api/changes')) ?? {}
  return sessions.map((session) => new Follower(site.url, session, last))
}

interface Told {
  readonly id: number
  readonly changes: readonly {
    readonly table: string
    readonly id: number
    readonly fields: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
  }[]
}

/** All sets since then, oldest first. */
export async function changesSince(session: Session, first: number): Promise<Told[]> {
  const sets: Told[] = []
  for (let after = first; ; ) {
    const { data, last, more } = await session.must('GET', `/api/changes?after=${after}`)
    sets.push(...data)
    if (!more) return sets
    after = last
  }
}

/**
 * What was acknowledged and is not stored so: edits are compared with the journal, where those of a find must
 * form an unbroken chain, and with the find itself; files and relations with what is read back.
 */
export async function findLosses(
  session: Session,
  outcome: Outcome,
  sets: readonly Told[],
): Promise<string[]> {
  return [
    ...(await lostEdits(session, outcome, sets)),
    ...(await lostFiles(session, outcome)),
    ...(await lostRelations(session, outcome)),
  ]
}

async function lostEdits(session: Session, { edits }: Outcome, sets: readonly Told[]): Promise<string[]> {
  const chains = new Map<number, { before: unknown; after: unknown }[]>()
  for (const change of sets.flatMap(({ changes }) => changes)) {
    const edited = change.table === 'finds' && change.fields.find(({ field }) => field === editedField)
    if (edited) chains.set(change.id, [...(chains.get(change.id) ?? []), edited])
  }
  const losses: string[] = []
  const missing = new Map(edits.map(({ find, mark }) => [mark, find]))
  for (const [find, chain] of chains) {
    chain.forEach(({ before, after }, k) => {
      if (missing.get(String(after)) !== find)
        losses.push(`find ${find}: ${after} was not acknowledged, or twice`)
      missing.delete(String(after))
      if (k > 0 && chain[k - 1]?.after !== before)
        losses.push(`find ${find}: what came before ${after} is gone`)
    })
    const { core } = await session.must('GET', `/api/record/finds/${find}`)
    const last = chain.at(-1)?.after
    if (core[editedField].val !== last) losses.push(`find ${find} has ${core[editedField].val}, not ${last}`)
  }
  return [...losses, ...[...missing].map(([mark, find]) => `find ${find}: ${mark} is lost`)]
}

async function lostFiles({ url, token }: Session, { files }: Outcome): Promise<string[]> {
  const losses: string[] = []
  for (const [id, text] of files) {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(`${url}/api/file/${id}/content`, { headers })
    if ((await reply.text()) !== text) losses.push(`file ${id} is another (${reply.status})`)
  }
  return losses
}

async function lostRelations(session: Session, { relations }: Outcome): Promise<string[]> {
  const matrix = await session.must('GET', '/api/rs/matrix?tb=contexts')
  const stored = new Set(matrix.relations.map(({ id }: { readonly id: number }) => id))
  return [...relations]
    .filter(([id, isThere]) => stored.has(id) !== isThere)
    .map(([id, isThere]) => `relation ${id} is ${isThere ? 'lost' : 'still there'}`)
}

/** Streams that were not told each set once and in order, after some time for what is under way. */
export async function findUntold(followers: readonly Follower[], sets: readonly Told[]): Promise<string[]> {
  const expected = sets.map(({ id }) => id)
  const isBehind = ({ seen }: Follower): boolean => seen.at(-1) !== expected.at(-1)
  for (let tries = 300; tries > 0 && followers.some(isBehind); tries--) await sleep(100)
  return followers.flatMap(({ seen }, k) => {
    const isTold = seen.join() === expected.join()
    const missing = expected.filter((id) => !seen.includes(id)).join(', ')
    return isTold
      ? []
      : [`stream ${k + 1} told ${seen.length} of ${expected.length} sets; without: ${missing}`]
  })
}
