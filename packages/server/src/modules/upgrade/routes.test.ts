import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../../build-server.js'
import type { Applications } from '../../catalogue/applications.js'
import { migrations } from '../../catalogue/migrations/list.js'
import type { Migration } from '../../catalogue/migrations/migration.js'
import { openApplications } from '../../catalogue/open-applications.js'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'

const known = migrations.map(({ name }) => name)

describe.each([...engines])('migrations (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  test('of a new application have all run', async () => {
    const { total, applied, migrations: list } = (await dig.get('/api/migrations', 'admin')).json()
    expect([total, applied]).toEqual([known.length, known.length])
    expect(list.map(({ name }: { name: string }) => name)).toEqual(known)
    expect(list[0]).toEqual({
      name: '0001_initial',
      title: 'The tables that every application has, and its first settings',
      applied: true,
      applied_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    })
  })

  test.each([
    ['with a token', '/api/upgrade/status', 'reader'],
    ['by the name of the application', '/api/upgrade/status?app=dig', undefined],
    ['of an unknown application', '/api/upgrade/status?app=../x', undefined],
    ['of none', '/api/upgrade/status?app[a]=1', undefined],
  ] as const)('nothing waits: %s', async (_case, url, role) => {
    const reply = await dig.get(url, role)
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'success', type: null }])
  })

  test('there is nothing to run, and no older line', async () => {
    expect((await dig.post('/api/upgrade/minor', undefined, 'admin')).json()).toEqual({
      status: 'success',
      code: 'upgrade_complete',
      applied: [],
    })
    const reply = await dig.post('/api/upgrade/major', { app: 'dig' })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'no_major_upgrade_needed'])
  })

  describe('that fail', () => {
    let works = false
    const risky: Migration = {
      name: '9000_risky',
      async up(tx) {
        await tx.run(sql`UPDATE "sys_cfg_app" SET "definition" = 'half done'`)
        if (!works) throw new Error('it cannot be done yet')
      },
    }
    let applications: Applications
    let server: FastifyInstance
    beforeAll(async () => {
      for (const role of ['super_admin', 'admin', 'reader'] as const) await dig.token(role)
      await dig.application.db.write((tx) =>
        tx.insert('sys_migrations', { name: '9999_of_the_future', applied_at: 0 }),
      )
      const log = pino({ level: 'silent' })
      applications = openApplications(dig.services.storage, {
        version: '5.0.0',
        log,
        migrations: [...migrations, risky],
      })
      server = await buildServer({ ...dig.services, applications }, log)
    })
    afterAll(async () => {
      await server.close()
      await applications.close()
    })
    const ask = async (method: 'GET' | 'POST', url: string, role?: Role) => {
      const headers = role ? { authorization: `Bearer ${await dig.token(role)}` } : {}
      return server.inject({ method, url, headers })
    }

    test('leave everything as it was; administrators may go on, others wait', async () => {
      const info = await ask('GET', '/api/info/app', 'admin')
      expect([info.statusCode, info.json().definition]).toEqual([200, 'A small dig'])
      const refused = await ask('GET', '/api/info/app', 'reader')
      expect([refused.statusCode, refused.json().code]).toEqual([503, 'upgrade_pending'])
      expect((await ask('GET', '/api/info', 'reader')).statusCode).toBe(200)
      const ready = await ask('GET', '/readyz')
      expect([ready.statusCode, ready.json()]).toEqual([
        503,
        expect.objectContaining({ code: 'upgrade_pending', waiting: ['dig'] }),
      ])
      expect((await ask('GET', '/healthz')).statusCode).toBe(200)
      const { data } = (await ask('GET', '/api/logs?level=400', 'admin')).json()
      expect(data[0].message).toContain('9000_risky')
    })

    test('are listed, with what only a newer service knows at the end', async () => {
      const { total, applied, migrations: list } = (await ask('GET', '/api/migrations', 'admin')).json()
      expect([total, applied]).toEqual([known.length + 1, known.length])
      expect(list.slice(-2)).toEqual([
        { name: '9000_risky', title: null, applied: false, applied_at: null },
        {
          name: '9999_of_the_future',
          title: null,
          applied: true,
          applied_at: '1970-01-01T00:00:00Z',
          unknown: true,
        },
      ])
    })

    test('are named to administrators alone', async () => {
      const pending = async (role?: Role) => (await ask('GET', '/api/upgrade/status?app=dig', role)).json()
      const waiting = { status: 'success', type: 'minor', affects_files: false }
      expect(await pending()).toEqual({ ...waiting, pending: [] })
      expect(await pending('reader')).toEqual({ ...waiting, pending: [] })
      expect(await pending('admin')).toEqual({ ...waiting, pending: ['9000_risky'] })
    })

    test('can be run again, by one at a time, and open the application to everybody', async () => {
      const failed = await ask('POST', '/api/upgrade/minor', 'admin')
      expect([failed.statusCode, failed.json().code, failed.json().detail]).toEqual([
        500,
        'upgrade_failed',
        '9000_risky',
      ])
      works = true
      const application = await applications.open('dig')
      const busy = await application?.db.withLock('upgrade', async () =>
        ask('POST', '/api/upgrade/minor', 'admin'),
      )
      expect([busy?.done.statusCode, busy?.done.json().code]).toEqual([409, 'upgrade_running'])
      const done = await ask('POST', '/api/upgrade/minor', 'admin')
      expect(done.json()).toEqual({ status: 'success', code: 'upgrade_complete', applied: ['9000_risky'] })
      expect((await ask('GET', '/api/info/app', 'reader')).json().definition).toBe('half done')
      expect((await ask('GET', '/api/upgrade/status', 'admin')).json().type).toBeNull()
    })
  })
})
