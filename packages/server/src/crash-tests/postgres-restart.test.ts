import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '../testing/long-tests.js'
import { engines } from '../testing/open-database.js'
import { openPostgresServer, type PostgresServer } from '../testing/postgres-server.js'
import { type RunningService, startServiceHere } from './testing/service-process.js'
import { type Answer, logIn, makeApplication, type Session, sessionAt } from './testing/session.js'
import { applicationName } from './testing/stored-data.js'

const connections = 16
/** So many writes are acknowledged before the restart, and so many after it. */
const some = isLong ? 100 : 50

describe.runIf(engines.includes('pgsql'))('two nodes on one PostgreSQL server', () => {
  let server: PostgresServer
  let folder: string
  let nodes: readonly [RunningService, RunningService]
  let [one, two]: Session[] = []

  beforeAll(async () => {
    server = await openPostgresServer()
    folder = await mkdtemp(join(tmpdir(), 'trowel-restart-'))
    const settings = { TROWEL_DATA: folder, TROWEL_DATABASE_URL: server.url, TROWEL_LOG_LEVEL: 'silent' }
    const first = await startServiceHere(settings)
    one = await makeApplication(first.url, 'pgsql')
    nodes = [first, await startServiceHere(settings)]
    two = await logIn(nodes[1].url)
  })
  afterAll(async () => {
    for (const node of nodes) await node.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const session = (): Session => one as Session

  /** Waits, as a client does, until what is asked for is answered. */
  async function whenBack(ask: () => Promise<Answer>): Promise<Answer['body']> {
    for (;;) {
      const answer = await ask()
      if (answer.status === 200) return answer.body
      expectAway(answer)
      await sleep(50)
    }
  }

  /** While the database is away a request is refused, and the client knows when to come again. */
  function expectAway({ status, body, retryAfter }: Answer): void {
    expect({ status, code: body.code, detail: body.detail, retryAfter }).toEqual({
      status: 503,
      code: 'overloaded',
      detail: expect.stringMatching(/^(unavailable|outcome_unknown)$/),
      retryAfter: '5',
    })
  }

  test('a client whose requests come to either in turn is served as by one, and so are those who take rights from him', async () => {
    const person = { name: 'Ada', email: 'ada@dig.example', password: 'a bucket and a trowel', privilege: 20 }
    const { id } = await session().must('POST', '/api/user', person)
    const enter = async () => {
      const form = { email: person.email, password: person.password, app: applicationName }
      const { token } = await sessionAt(nodes[1].url).must('POST', '/api/auth/login', form)
      return nodes.map(({ url }) => sessionAt(url, token))
    }
    let both = await enter()
    let asked = 0
    const ask: Session['ask'] = (...words) => (both[asked++ % 2] as Session).ask(...words)
    const add = () => ask('POST', '/api/record/contexts', { core: { ctx_no: `in turn ${asked}` } })
    const list = '/api/records/contexts?per_page=1'
    for (let k = 1; k <= 6; k++) {
      expect((await add()).status).toBe(200)
      expect((await ask('GET', list)).body.total).toBe(k)
      // Whose turn it is changes, too.
      asked += k % 2
    }
    const atBoth = async (request: () => Promise<Answer>) => {
      const answers = [await request(), await request()]
      return answers.map(({ status }) => status)
    }
    // Another level ends the sessions of the one before.
    await session().must('POST', '/api/user', { ...person, id, password: null, privilege: 30 })
    await expect.poll(() => atBoth(add)).toEqual([401, 401])
    both = await enter()
    expect(await atBoth(add)).toEqual([403, 403])
    expect(await atBoth(() => ask('GET', list))).toEqual([200, 200])
    await (two as Session).must('POST', `/api/user/${id}/revoke`)
    await expect.poll(() => atBoth(() => ask('GET', list))).toEqual([401, 401])
  })

  test.each(['immediate', 'fast'] as const)(
    'the service lives through a PostgreSQL restart (%s) under 16 connections, and loses nothing that it acknowledged',
    async (mode) => {
      const acknowledged: string[] = []
      const enough = new AbortController()
      let isOver = false
      const work = async (client: number): Promise<void> => {
        for (let k = 0; !isOver; k++) {
          const name = `${mode}-${client}-${k}`
          const answers = [
            await session().ask('POST', '/api/record/contexts', { core: { ctx_no: name } }),
            await session().ask('GET', '/api/records/contexts?per_page=20&search=fast'),
          ]
          if (answers[0]?.status === 200) acknowledged.push(name)
          const refused = answers.filter(({ status }) => status !== 200)
          for (const answer of refused) expectAway(answer)
          if (refused.length > 0) await sleep(50)
          if (acknowledged.length > some) enough.abort()
        }
      }
      const working = Promise.all(Array.from({ length: connections }, (_, k) => work(k)))
      await Promise.race([once(enough.signal, 'abort'), working])
      const sql = { sql: 'SELECT count(*) FROM contexts a, contexts b, contexts c' }
      await session().must('POST', '/api/free-sql/verify', { password: 'a trowel and a bucket' })
      const asked = [
        session().ask('POST', '/api/free-sql/run', sql),
        session()
          .ask('GET', '/api/records/contexts/export?format=json')
          .catch(() => undefined),
      ]
      await server.restart(mode)
      for (const answer of await Promise.all(asked)) if (answer && answer.status !== 200) expectAway(answer)
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + some)
      isOver = true
      await working

      const stored = { sql: `SELECT ctx_no FROM contexts WHERE ctx_no LIKE '${mode}-%'` }
      const { rows } = await whenBack(() => session().ask('POST', '/api/free-sql/run', stored))
      const names: string[] = rows.map((row: { ctx_no: string }) => row.ctx_no)
      expect(acknowledged.filter((name) => !names.includes(name))).toEqual([])
      expect(new Set(names).size).toBe(names.length)

      // Each node hears again of what the other changes.
      const other = two as Session
      await whenBack(() => other.ask('GET', '/readyz'))
      const field = { name: `after_${mode}`, label: `After ${mode}`, type: 'text', db_type: 'TEXT' }
      await whenBack(() => session().ask('POST', '/api/config/table/contexts/field', field))
      await expect
        .poll(async () => JSON.stringify((await other.ask('GET', '/api/config/table/contexts/fields')).body))
        .toContain(field.name)

      // Work that holds a lock, reads one state of everything, and goes on in the background.
      await whenBack(() => session().ask('POST', '/api/backups', {}))
      const exported = await session().must('GET', '/api/records/contexts/export?format=json')
      expect(JSON.stringify(exported)).toContain(acknowledged.at(-1))
    },
    120_000,
  )
})
