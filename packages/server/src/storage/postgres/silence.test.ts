import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FrozenProxy, openFrozenProxy } from '../../testing/frozen-proxy.js'
import { engines } from '../../testing/open-database.js'
import { makeServerDatabase, type ServerDatabase } from '../../testing/server-database.js'
import { ConnectionPool } from './connection-pool.js'
import { inspectServer } from './inspect-server.js'
import { openPostgresStorage } from './postgres-storage.js'

const silenceMs = 200
const unavailable = expect.objectContaining({ problem: 'unavailable' })

describe.runIf(engines.includes('pgsql'))('a PostgreSQL that falls silent at an unlucky moment', () => {
  let database: ServerDatabase
  let proxy: FrozenProxy
  let options: { readonly url: string; connections: number; queryTimeMs: number; silenceMs: number }
  beforeEach(async () => {
    database = await makeServerDatabase()
    proxy = await openFrozenProxy({ port: Number(new URL(database.url).port) })
    const url = new URL(database.url)
    url.port = String(proxy.port)
    options = { url: url.href, connections: 2, queryTimeMs: 30_000, silenceMs }
  })
  afterEach(async () => {
    await proxy.close()
    await database.drop()
  })

  test.each(['SET statement_timeout', 'pg_backend_pid'])(
    'a connection that gets no answer to "%s" is given up, and a pool of such connections ends',
    async (text) => {
      const pool = new ConnectionPool(options)
      const ask = async () =>
        pool.withConnection((client) => client.query('SELECT 1')).catch((error: unknown) => error)
      proxy.freezeAt(text)
      expect(await Promise.all([ask(), ask(), ask()])).toEqual([unavailable, unavailable, unavailable])
      proxy.thaw()
      await expect.poll(ask).toMatchObject({ rowCount: 1 })
      proxy.freezeAt(text)
      const asking = [ask(), ask()]
      await expect(pool.end()).resolves.toBeUndefined()
      await Promise.all(asking)
    },
  )

  test('a node that only listens to it ends', async () => {
    const storage = await openPostgresStorage(options)
    storage.onConfigurationChange(() => undefined)
    await storage.ping()
    proxy.freeze()
    await expect(storage.close()).resolves.toBeUndefined()
  })

  test.each(['server_version', 'CREATE SCHEMA', 'NOTIFY'])(
    'a node that gets no answer to "%s" when it starts says that PostgreSQL cannot be used',
    async (text) => {
      proxy.freezeAt(text)
      await expect(openPostgresStorage(options)).rejects.toEqual(unavailable)
    },
  )

  test('a node to whose connection nothing answers when it starts says so', async () => {
    proxy.freeze()
    await expect(openPostgresStorage(options)).rejects.toEqual(unavailable)
  })

  test('looking at a server that falls silent ends', async () => {
    proxy.freezeAt('max_connections')
    await expect(inspectServer(options.url, silenceMs)).rejects.toEqual(unavailable)
  })
})
