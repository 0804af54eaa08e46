import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDatabase } from '../cli/doctor/check-database.js'
import { readConfig } from '../config.js'
import { isLong } from '../testing/long-tests.js'
import { engines } from '../testing/open-database.js'
import { openPostgresServer, type PostgresServer } from '../testing/postgres-server.js'
import { followable, openReplicaServer, type ReplicaServer } from '../testing/replica-server.js'
import { openRewritingProxy, type RewritingProxy } from '../testing/rewriting-proxy.js'
import { makeServerDatabase, type ServerDatabase } from '../testing/server-database.js'
import { type RunningService, startServiceHere } from './testing/service-process.js'
import { logIn, makeApplication, type Session } from './testing/session.js'

const list = '/api/records/contexts?per_page=1'
const add = (session: Session, name: string) =>
  session.ask('POST', '/api/record/contexts', { core: { ctx_no: name } })

describe.runIf(engines.includes('pgsql'))('a read replica', () => {
  let database: ServerDatabase
  let proxy: RewritingProxy
  let folder: string
  let service: RunningService
  let session: Session
  /** How far the stand-in says that it is; without a word as far as the primary. */
  let replayed = 'pg_current_wal_insert_lsn()'
  /** Statements that ran there; the service's own questions are not prepared. */
  let read = 0

  const openProxy = (port = 0) =>
    openRewritingProxy(
      Number(new URL(database.url).port),
      (statement) => statement.replace('pg_last_wal_replay_lsn()', replayed),
      { port, onRun: () => read++ },
    )
  /** @returns whether the list was read from the replica */
  const isReadThere = async (headers = {}): Promise<boolean> => {
    const before = read
    const answer = await session.ask('GET', list, undefined, headers)
    expect(answer.status).toBe(200)
    return read > before
  }

  beforeAll(async () => {
    database = await makeServerDatabase()
    proxy = await openProxy()
    folder = await mkdtemp(join(tmpdir(), 'trowel-replica-'))
    const through = new URL(database.url)
    through.port = String(proxy.port)
    service = await startServiceHere({
      TROWEL_DATA: folder,
      TROWEL_DATABASE_URL: database.url,
      TROWEL_DATABASE_READ_URL: through.href,
      TROWEL_LOG_LEVEL: 'info',
    })
    session = await makeApplication(service.url, 'pgsql')
  })
  afterAll(async () => {
    await service.stop()
    await proxy.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  test('lists are read from it, records and rights are not', async () => {
    expect(await isReadThere()).toBe(true)
    const { body } = await add(session, 'written')
    const before = read
    expect((await session.ask('GET', `/api/record/contexts/${body.id}`)).status).toBe(200)
    expect(read).toBe(before)
    for (const path of ['/api/rs/matrix?tb=contexts', '/api/records/contexts/export?format=csv'])
      await fetch(service.url + path, { headers: { authorization: `Bearer ${session.token}` } }).then(
        (reply) => reply.text(),
      )
    expect(read).toBeGreaterThan(before + 1)
  })

  test('what it has not replayed yet is read from the primary, and so is what a header asks for', async () => {
    replayed = `'0/1'::pg_lsn`
    await add(session, 'not there yet')
    expect(await isReadThere()).toBe(false)
    replayed = 'pg_current_wal_insert_lsn()'
    expect(await isReadThere()).toBe(true)
    expect(await isReadThere({ 'x-position': 'FFFFFFF/0' })).toBe(false)
    expect(await isReadThere({ 'x-position': '0/1' })).toBe(true)
    expect(await isReadThere({ 'x-position': 'no position' })).toBe(true)
  })

  test('a change says where the log is; what reads says nothing', async () => {
    const ask = (method: string, path: string, body?: object) =>
      fetch(service.url + path, {
        method,
        headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    const changed = await ask('POST', '/api/record/contexts', { core: { ctx_no: 'positioned' } })
    expect(changed.headers.get('x-position')).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/)
    expect((await ask('GET', list)).headers.get('x-position')).toBeNull()
    expect((await ask('POST', '/api/records/contexts', {})).headers.get('x-position')).toBeNull()
  })

  test('while it is away the primary is read from, and it is found again by itself', async () => {
    const { port } = proxy
    await proxy.close()
    expect(await isReadThere()).toBe(false)
    expect(service.output()).toContain('the read replica (TROWEL_DATABASE_READ_URL) cannot be read from')
    proxy = await openProxy(port)
    await expect.poll(() => isReadThere()).toBe(true)
    expect(service.output()).toContain('the read replica is read from again')
  })
})

const writes = Number(process.env['TROWEL_REPLICA_WRITES'] ?? 40)
/** How long the replica is paused, and then left to itself. */
const [pausedMs, followsMs] = isLong ? [5_000, 3_000] : [300, 200]

describe.runIf(engines.includes('pgsql'))('a replica that streams from its primary', () => {
  let primary: PostgresServer
  let replica: ReplicaServer
  let folder: string
  let nodes: RunningService[]
  beforeAll(async () => {
    primary = await openPostgresServer(followable)
    replica = await openReplicaServer(primary)
    folder = await mkdtemp(join(tmpdir(), 'trowel-replica-'))
    const settings = {
      TROWEL_DATA: folder,
      TROWEL_DATABASE_URL: primary.url,
      TROWEL_DATABASE_READ_URL: replica.url,
    }
    nodes = [await startServiceHere(settings), await startServiceHere(settings)]
  })
  afterAll(async () => {
    for (const node of nodes) await node.stop()
    await replica.stop()
    await primary.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('the doctor finds it', async () => {
    const settings = { TROWEL_DATABASE_URL: primary.url, TROWEL_DATABASE_READ_URL: replica.url }
    expect(await checkDatabase(readConfig({ TROWEL_DATA: folder, ...settings }, 2))).toContainEqual({
      check: 'database',
      state: 'ok',
      found: 'Its replica can be read from.',
    })
  })

  test(
    `${writes} writes at one node are read at another at once, while the replica is paused again and again`,
    async () => {
      const [one, two] = nodes as [RunningService, RunningService]
      const maker = await makeApplication(one.url, 'pgsql')
      const other = await logIn(two.url)
      let [left, found] = [writes, 0]
      const missed: string[] = []
      let isOver = false
      const pausing = (async () => {
        while (!isOver) {
          await replica.pause()
          await sleep(pausedMs)
          await replica.goOn()
          await sleep(followsMs)
        }
      })()
      const work = async (client: number): Promise<void> => {
        while (left-- > 0) {
          const name = `c${client}-${left}`
          const reply = await fetch(`${one.url}/api/record/contexts`, {
            method: 'POST',
            headers: { authorization: `Bearer ${maker.token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ core: { ctx_no: name } }),
          })
          await reply.text()
          expect(reply.status).toBe(200)
          const position = reply.headers.get('x-position') ?? ''
          const filter = encodeURIComponent(JSON.stringify({ ctx_no: { _eq: name } }))
          const answer = await other.ask('GET', `${list}&filter=${filter}`, undefined, {
            'x-position': position,
          })
          if (answer.body.total === 1) found++
          else missed.push(name)
        }
      }
      await Promise.all(Array.from({ length: 8 }, (_, client) => work(client)))
      isOver = true
      await pausing
      process.stdout.write(`${found} of ${writes} writes were read at once at the other node\n`)
      expect(missed).toEqual([])
      expect(found).toBe(writes)
    },
    writes * 500 + 120_000,
  )
})
