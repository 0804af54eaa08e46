import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../../build-server.js'
import { journalEverything } from '../../catalogue/migrations/0014-journal.js'
import { addMissing } from '../../catalogue/migrations/add-missing.js'
import { migrations } from '../../catalogue/migrations/list.js'
import type { Migration } from '../../catalogue/migrations/migration.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { type NodeParts, openNode } from '../../testing/second-node.js'

const log = pino({ level: 'silent' })

describe.runIf(engines.includes('pgsql'))('two versions on one PostgreSQL', () => {
  let dig: Dig
  let newer: NodeParts
  let newerServer: FastifyInstance
  let isHeld = true
  let onBegin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    onBegin = resolve
  })
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  /** Does what steps do: adds columns to tables that every request reads, adds a table, rebuilds triggers. */
  const step: Migration = {
    name: '9000_more',
    async up(tx) {
      onBegin()
      if (isHeld) await gate
      for (const table of ['sys_users', 'sys_cfg_app', 'sys_cfg_fields', 'sys_log'])
        await addMissing(tx, table, [{ name: 'of_tomorrow', type: 'TEXT' }])
      await tx.schema.createTable('sys_tomorrow', [{ name: 'what', type: 'TEXT' }], [])
      await journalEverything(tx, { anew: true })
    },
  }

  beforeAll(async () => {
    dig = await openDig('pgsql')
    newer = await openNode(dig, { version: '6.0.0', migrations: [...migrations, step] })
    const { storage, applications } = newer
    newerServer = await buildServer({ ...dig.services, storage, applications, version: '6.0.0' }, log)
    await newerServer.ready()
  })
  afterAll(async () => {
    letGo()
    await newerServer.close()
    await newer.close()
    await dig.close()
  })

  test('no request fails while one node after the other is replaced', async () => {
    const older = dig.service.server
    /** What a web server in front hands requests to. */
    let ready: readonly FastifyInstance[] = [older]
    let isOver = false
    let answered = 0
    const failed: string[] = []
    let made = 0
    const authorization = `Bearer ${await dig.token('writer')}`
    const reads = [
      '/api/records/finds',
      '/api/record/finds/1',
      '/api/tables',
      '/api/records/contexts?sort=-id',
    ]
    const client = async (place: number): Promise<void> => {
      for (let turn = place; !isOver; turn++) {
        const url = reads[turn % reads.length] ?? ''
        const request = turn % 3 === 0 ? writing(++made) : ({ method: 'GET', url } as const)
        const node = ready[turn % ready.length] ?? newerServer
        const reply = await node.inject({ ...request, headers: { authorization } })
        answered++
        if (reply.statusCode !== 200) failed.push(`${request.url} ${reply.statusCode} ${reply.body}`)
      }
    }
    const clients = Promise.all([0, 1, 2, 3].map(client))
    const moreAnswers = async (): Promise<void> => {
      const enough = answered + 40
      await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(enough)
    }
    await moreAnswers()

    // Once before the step begins, and once while it runs.
    const first = await newerServer.inject('/readyz')
    await begun
    const second = await newerServer.inject('/readyz')
    for (const reply of [first, second]) {
      expect([reply.statusCode, reply.json()]).toEqual([
        503,
        expect.objectContaining({ code: 'upgrade_pending', waiting: ['dig'] }),
      ])
      expect(reply.headers['retry-after']).toBe('5')
    }
    expect((await newerServer.inject('/healthz')).statusCode).toBe(200)
    expect((await older.inject('/readyz')).statusCode).toBe(200)
    isHeld = false
    letGo()
    await expect.poll(async () => (await newerServer.inject('/readyz')).statusCode).toBe(200)

    ready = [older, newerServer]
    await moreAnswers()
    expect((await older.inject('/readyz')).statusCode).toBe(200)
    ready = [newerServer]
    await older.close()
    await moreAnswers()
    isOver = true
    await clients
    expect(failed).toEqual([])
    const found = await newerServer.inject({
      url: '/api/records/finds?filter={"material":{"_eq":"made meanwhile"}}&limit=1',
      headers: { authorization },
    })
    expect(found.json().total).toBe(made)
  })
})

const writing = (number: number) =>
  ({
    method: 'POST',
    url: '/api/record/finds',
    payload: { core: { inv_no: `N${number}`, material: 'made meanwhile' } },
  }) as const
