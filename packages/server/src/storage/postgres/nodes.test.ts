import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { engines } from '../../testing/open-database.js'
import { fold } from '../fold.js'
import { id, sql } from '../sql.js'
import type { Database, Storage } from '../storage.js'
import { VersionedCache } from '../versioned-cache.js'
import { openPostgresStorage } from './postgres-storage.js'

const server = process.env['TROWEL_TEST_DATABASE_URL'] ?? ''

describe.runIf(engines.includes('pgsql'))('several nodes on one PostgreSQL database', () => {
  let name: string
  let url: string
  const nodes: Storage[] = []

  const ask = async (statement: string, at = server): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: at })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }
  const node = async (): Promise<Storage> => {
    const storage = await openPostgresStorage({ url, connections: 4, queryTimeMs: 30_000 })
    nodes.push(storage)
    return storage
  }
  /** Two nodes, each with the application open. */
  const twoNodes = async (): Promise<[Database, Database]> => {
    const first = await node()
    await first.create('dig', (db) =>
      db.write(
        (tx) =>
          tx.schema.createTable(
            'finds',
            [
              { name: 'note', type: 'TEXT' },
              { name: 'pieces', type: 'INTEGER' },
            ],
            [],
          ),
        { schema: true },
      ),
    )
    return [await first.open('dig'), await (await node()).open('dig')]
  }

  beforeEach(async () => {
    name = `trowel_${randomBytes(8).toString('hex')}`
    await ask(`CREATE DATABASE ${name}`)
    const at = new URL(server)
    at.pathname = `/${name}`
    url = at.href
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((storage) => storage.close()))
    await ask(`DROP DATABASE ${name} WITH (FORCE)`)
  })

  test('what one node remembers, it forgets when another writes, and not before', async () => {
    const [first, second] = await twoNodes()
    const totals = new VersionedCache<number>(4, () => true, true)
    let counted = 0
    const total = () =>
      totals.get(first, ['finds'], '', async () => {
        counted++
        return (await first.quick.get<{ n: number }>(sql`SELECT count(*) AS n FROM finds`))?.n ?? -1
      })
    const find = { note: 'a sherd', pieces: 1 }
    expect(await total()).toBe(0)
    await second.write(async (tx) => {
      await tx.insert('finds', find)
      expect(await total()).toBe(0)
    })
    expect(await total()).toBe(1)
    await first.write((tx) => tx.insert('finds', find))
    expect(await total()).toBe(2)
    // Whatever else the server has to do counts as writing, too.
    const countedAgain = async () => {
      const before = counted
      expect(await total()).toBe(2)
      return counted - before
    }
    await expect.poll(countedAgain, { timeout: 30_000 }).toBe(0)
  })

  test('nodes that start at the same moment all come up', async () => {
    await Promise.all([node(), node(), node()])
    for (const storage of nodes) await storage.ping()
  })

  test('of two nodes that make the same application one is refused', async () => {
    const [one, two] = [await node(), await node()]
    // Which of the two comes first, and how far the other has come then, is chance.
    for (const app of ['dig', 'survey', 'museum', 'cemetery', 'archive', 'store']) {
      const made = await Promise.allSettled([
        one.create(app, async () => undefined),
        two.create(app, async () => undefined),
      ])
      expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(made.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { problem: 'exists' },
      })
    }
  })

  test('writers on different nodes take turns: no increment is lost', async () => {
    const [one, two] = await twoNodes()
    await one.write((tx) => tx.insert('finds', { pieces: 0 }))
    await Promise.all(
      Array.from({ length: 60 }, (_, k) =>
        (k % 2 === 0 ? one : two).write(async (tx) => {
          const row = await tx.get<{ pieces: number }>(sql`SELECT pieces FROM finds`)
          await tx.run(sql`UPDATE finds SET pieces = ${(row?.pieces ?? 0) + 1}`)
        }),
      ),
    )
    expect(await two.quick.get(sql`SELECT pieces FROM finds`)).toEqual({ pieces: 60 })
  })

  test('readers are answered while many writers wait', async () => {
    const [one] = await twoNodes()
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const writing = Array.from({ length: 20 }, () => one.write(() => held))
    expect(await one.quick.get(sql`SELECT count(*) AS n FROM finds`)).toEqual({ n: 0 })
    release()
    await Promise.all(writing)
  })

  test('a node hears of configuration changes of the others, and not of its own', async () => {
    const [one, two] = await twoNodes()
    const heard: string[] = []
    const listening = nodes.map(
      (storage, k) =>
        new Promise<void>((resolve) => {
          storage.onConfigurationChange((app) => {
            heard.push(`node ${k}: ${app}`)
            resolve()
          })
        }),
    )
    // Once it listens, a node looks at everything again: what was announced before is not known to it.
    await Promise.all(listening)
    expect(heard.sort()).toEqual(['node 0: dig', 'node 1: dig'])
    await one.write((tx) => one.announceConfigurationChange(tx))
    await two.write((tx) => two.announceConfigurationChange(tx))
    await vi.waitUntil(() => heard.length === 4)
    expect(heard.slice(2).sort()).toEqual(['node 0: dig', 'node 1: dig'])
    const undone = one.write(async (tx) => {
      await one.announceConfigurationChange(tx)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await one.write((tx) => one.announceConfigurationChange(tx))
    await vi.waitUntil(() => heard.length === 5)
    expect(heard.slice(4)).toEqual(['node 1: dig'])
    expect(two.writeVersion('finds')).toBeUndefined()
  })

  test('a large table gets a trigram index, which searches without regard to case use', async () => {
    const [one] = await twoNodes()
    const notes = Array.from({ length: 5_000 }, (_, k) => [`Öfen ${k} banana`])
    await one.write((tx) => tx.insertMany('finds', ['note'], notes))
    one.maintainTextIndexes([{ table: 'finds', columns: ['note'] }])
    await one.whenIdle()
    const query = sql`SELECT id FROM finds WHERE ${one.dialect.contains(one.dialect.fold(id('note')), fold('ÖFEN 4321'))}`
    expect(await one.quick.all(query)).toEqual([{ id: 4322 }])
    // So few rows are read as fast without it: the planner is kept from that, to see whether it could.
    const plan = await one.write(async (tx) => {
      await tx.run(sql`SET LOCAL enable_seqscan = off`)
      return tx.all<Record<string, string>>(sql`EXPLAIN ${query}`)
    })
    expect(plan.map((line) => Object.values(line)[0]).join('\n')).toContain('Bitmap Index Scan')
  })

  test('an application whose making was cut short is swept away', async () => {
    await node()
    await ask('CREATE SCHEMA new_dig_0123456789ab', url)
    const storage = await node()
    expect(await storage.applications()).toEqual([])
    expect(await ask(`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'new%'`, url)).toEqual([])
  })

  test('a connection that the server ended is replaced', async () => {
    const [one] = await twoNodes()
    await one.quick.get(sql`SELECT 1 AS one`)
    await ask(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
    )
    const answer = async (): Promise<unknown> => one.quick.get(sql`SELECT 1 AS one`)
    const outcomes = []
    for (let k = 0; k < 6; k++) outcomes.push(await answer().catch((error: unknown) => error))
    expect(outcomes.at(-1)).toEqual({ one: 1 })
    for (const outcome of outcomes.slice(0, -1)) {
      expect([expect.objectContaining({ problem: 'unavailable' }), { one: 1 }]).toContainEqual(outcome)
    }
  })

  test('a read whose session looks at another application is refused, and that session is not used again', async () => {
    const storage = await openPostgresStorage({ url, connections: 1, queryTimeMs: 30_000 })
    nodes.push(storage)
    for (const app of ['dig', 'other']) await storage.create(app, async () => undefined)
    const db = await storage.open('dig')
    await db.quick.get(sql`SELECT set_config('search_path', 'app_other', false)`)
    const schema = () =>
      db.quick.get(sql`WITH here AS (SELECT current_schema() AS name) SELECT name FROM here`)
    await expect(schema()).rejects.toMatchObject({ problem: 'unavailable' })
    expect(await schema()).toEqual({ name: 'app_dig' })
  })

  test('while all connections are taken a reader is refused after a time, and served once one is free', async () => {
    const options = { url, connections: 1, queryTimeMs: 30_000, silenceMs: 1_000, isProven: true }
    const storage = await openPostgresStorage(options)
    nodes.push(storage)
    await (await node()).create('dig', async () => undefined)
    const db = await storage.open('dig')
    const answer = () => db.quick.get(sql`SELECT 1 AS one`)
    await db.snapshot(async () => {
      await expect(answer()).rejects.toMatchObject({ problem: 'unavailable' })
    })
    expect(await answer()).toEqual({ one: 1 })
  })

  test('a server that is not there is told from other trouble', async () => {
    await expect(
      openPostgresStorage({
        url: 'postgres://nobody@127.0.0.1:1/nothing',
        connections: 1,
        queryTimeMs: 1_000,
      }),
    ).rejects.toMatchObject({ problem: 'unavailable' })
  })
})
