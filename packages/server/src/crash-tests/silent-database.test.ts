import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FrozenProxy, openFrozenProxy } from '../testing/frozen-proxy.js'
import { engines } from '../testing/open-database.js'
import { makeServerDatabase, type ServerDatabase } from '../testing/server-database.js'
import { type RunningService, startServiceHere } from './testing/service-process.js'
import { account, logIn, makeApplication, type Session, sessionAt } from './testing/session.js'

describe.runIf(engines.includes('pgsql'))('a PostgreSQL database that falls silent', () => {
  let database: ServerDatabase
  let proxy: FrozenProxy
  let folder: string
  let services: readonly [RunningService, RunningService]
  let session: Session
  /** At a node that reaches the database another way. */
  let elsewhere: Session

  beforeAll(async () => {
    database = await makeServerDatabase()
    proxy = await openFrozenProxy({ port: Number(new URL(database.url).port) })
    folder = await mkdtemp(join(tmpdir(), 'trowel-silent-'))
    const through = new URL(database.url)
    through.port = String(proxy.port)
    const settings = {
      TROWEL_DATA: folder,
      TROWEL_LIMIT_DATABASE_SILENCE_MS: '1000',
      TROWEL_LOG_LEVEL: 'silent',
    }
    const service = await startServiceHere({ ...settings, TROWEL_DATABASE_URL: through.href })
    session = await makeApplication(service.url, 'pgsql')
    const other = await startServiceHere({ ...settings, TROWEL_DATABASE_URL: database.url })
    elsewhere = await logIn(other.url)
    services = [service, other]
  })
  afterAll(async () => {
    await proxy.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const requests = (mark: string) => [
    () => session.ask('GET', '/readyz'),
    () => session.ask('GET', '/api/records/contexts'),
    ...Array.from({ length: 8 }, (_, k) => () => {
      const core = { ctx_no: `${mark} ${k}` }
      return session.ask('POST', '/api/record/contexts', { core })
    }),
  ]
  const answered = async (mark: string) => {
    const answers = await Promise.all(requests(mark).map((ask) => ask()))
    return answers.map(({ status, body, retryAfter }) => [status, body.code, retryAfter])
  }
  const allAway = requests('').map(() => [503, 'overloaded', '5'])
  const isServed = () => expect.poll(async () => (await session.ask('GET', '/readyz')).status).toBe(200)

  test('every request and /readyz are answered 503 while nothing comes from it, and 200 once it is back', async () => {
    await isServed()
    proxy.freeze()
    expect(await answered('frozen')).toEqual(allAway)
    expect(await answered('frozen again')).toEqual(allAway)
    proxy.thaw()
    await isServed()
    expect((await answered('thawed')).map(([status]) => status)).toEqual(allAway.map(() => 200))
  })

  test('over a slow network everything is answered and stored once; one that is too slow is told, and gets well', async () => {
    await isServed()
    proxy.delay(30)
    expect((await answered('slow')).map(([status]) => status)).toEqual(allAway.map(() => 200))
    proxy.delay(1500)
    for (const [status, code, retryAfter] of await answered('too slow')) {
      if (status !== 200) expect([status, code, retryAfter]).toEqual([503, 'overloaded', '5'])
    }
    proxy.delay(0)
    await isServed()
    expect((await answered('fast')).map(([status]) => status)).toEqual(allAway.map(() => 200))
    const filter = encodeURIComponent(JSON.stringify({ ctx_no: { _starts_with: 'slow ' } }))
    const { total } = await elsewhere.must('GET', `/api/records/contexts?filter=${filter}`)
    expect(total).toBe(8)
  })

  test('connections that are lost without a word are replaced, the one that hears of changes too', async () => {
    await isServed()
    proxy.freeze({ takesNew: true })
    for (const [status, code] of await answered('lost')) {
      if (status !== 200) expect([status, code]).toEqual([503, 'overloaded'])
    }
    await isServed()
    const field = { name: 'heard', label: 'Heard', type: 'text', db_type: 'TEXT' }
    await elsewhere.must('POST', '/api/config/table/contexts/field', field)
    const fields = async () =>
      JSON.stringify((await session.ask('GET', '/api/config/table/contexts/fields')).body)
    await expect.poll(fields).toContain('heard')
  })

  test('a statement that takes its time is waited for as long as its limit allows', async () => {
    await isServed()
    await session.must('POST', '/api/free-sql/verify', { password: account.password })
    const slow = await session.must('POST', '/api/free-sql/run', { sql: 'SELECT pg_sleep(6)::text AS slept' })
    expect(slow.total).toBe(1)
  })

  test('a service whose database is silent still ends when it is told to', async () => {
    await isServed()
    await sessionAt(services[0].url).ask('GET', '/readyz')
    proxy.freeze()
    await services[0].stop()
    await services[1].stop()
  })
})
