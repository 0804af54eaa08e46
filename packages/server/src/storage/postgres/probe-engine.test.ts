import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../testing/open-database.js'
import { openRewritingProxy, type RewritingProxy } from '../../testing/rewriting-proxy.js'
import { makeServerDatabase, type ServerDatabase } from '../../testing/server-database.js'
import type { Storage } from '../storage.js'
import { openPostgresStorage } from './postgres-storage.js'

const toName = /name .*TROWEL_DATABASE_URL/i

describe.runIf(engines.includes('pgsql'))('what PostgreSQL must be able to do', () => {
  let database: ServerDatabase
  const proxies: RewritingProxy[] = []
  const nodes: Storage[] = []
  beforeAll(async () => {
    database = await makeServerDatabase()
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((storage) => storage.close()))
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()))
  })
  afterAll(() => database.drop())

  /** A node that reaches the database through what changes its SQL. */
  const openBehind = async (rewrite: (statement: string) => string): Promise<Storage> => {
    const url = new URL(database.url)
    const proxy = await openRewritingProxy(Number(url.port), rewrite)
    proxies.push(proxy)
    url.port = String(proxy.port)
    const storage = await openPostgresStorage({ url: url.href, connections: 2, queryTimeMs: 30_000 })
    nodes.push(storage)
    return storage
  }
  const leftBehind = async (): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query(`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'new%'`)
    await client.end()
    return rows
  }

  test.each([
    ['triggers', /only looks like PostgreSQL.*triggers/, /CREATE TRIGGER .*/s, ''],
    ['snapshots', /only looks like PostgreSQL.*snapshots/, /REPEATABLE READ/, 'READ COMMITTED'],
    ['locks of rows', /only looks like PostgreSQL.*locks of rows/, / FOR UPDATE NOWAIT/, ''],
    ['undone changes of tables', /only looks like PostgreSQL.*undo/, /^BEGIN; (ALTER .*); ROLLBACK$/, '$1'],
    [
      'locks that others respect',
      /locks \(pg_advisory_lock\)/,
      /pg_try_advisory_xact_lock\((.*?)\)/,
      '($1::int IS NOT NULL)',
    ],
    ['settings that stay', /settings \(SET\) that stay/, /^SET search_path TO trowel_start$/, 'SELECT 1'],
    ['a version that is new enough', /version 15 or newer, not 14\.9/, /^SELECT.*$/s, oldVersion()],
    ['writes', /takes no writes.*primary/, /pg_is_in_recovery\(\)/, 'true'],
  ])(
    'without %s the start is refused with a sentence that says what to do',
    async (_, sentence, what, instead) => {
      const opening = openBehind((statement) =>
        statement.includes('server_version_num') || !what.source.startsWith('^SELECT')
          ? statement.replace(what, instead)
          : statement,
      )
      await expect(opening).rejects.toMatchObject({
        problem: 'unavailable',
        message: expect.stringMatching(sentence),
      })
      await expect(opening).rejects.toThrow(toName)
    },
  )

  test('without notices nodes look for what the others change, and are served', async () => {
    const refuse = (statement: string) => statement.replace(/^(LISTEN|NOTIFY)|pg_notify/, 'no_notices')
    const [one, two] = await Promise.all([openBehind(refuse), openBehind(refuse)])
    expect(await leftBehind()).toEqual([])
    await one.create('dig', async (db) => {
      await db.write((tx) => tx.schema.createTable('finds', [], []), { schema: true })
    })
    const [first, second] = [await one.open('dig'), await two.open('dig')]
    const heard = { configuration: 0, commits: 0 }
    two.onConfigurationChange(() => heard.configuration++)
    second.onCommit(() => heard.commits++)
    // Once it looks, it counts everything as changed: what was before is not known to it.
    await expect.poll(() => heard.configuration).toBe(1)
    const { commits } = heard
    await first.write((tx) => tx.insert('finds', {}))
    await expect.poll(() => heard.commits).toBeGreaterThan(commits)
    await first.write((tx) => first.announceConfigurationChange(tx))
    await expect.poll(() => heard.configuration).toBe(2)

    let go = (): void => undefined
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    const replaced = first.replace(
      () => held,
      (empty) => first.announceConfigurationChange(empty),
    )
    await expect.poll(() => second.replacement() !== undefined).toBe(true)
    go()
    await replaced
    await expect.poll(() => second.replacement()).toBeUndefined()
    await expect.poll(() => heard.configuration).toBe(3)
  })
})

function oldVersion(): string {
  return `SELECT '14.9' AS version, 140009 AS number, false AS replica`
}
