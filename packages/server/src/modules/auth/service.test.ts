import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticate } from '../../access/authenticate.js'
import type { Application } from '../../catalogue/application.js'
import type { Services } from '../../http/services.js'
import { type Dig, engines, openDig, password } from '../../testing/open-dig.js'
import { listApps, login } from './service.js'

describe.each([...engines])('an application whose migration failed (%s)', (engine) => {
  let dig: Dig
  let services: Services
  beforeAll(async () => {
    dig = await openDig(engine)
    const { name, db, catalogue, settings } = dig.application
    const stuck: Application = {
      name,
      db,
      catalogue,
      settings,
      keySalt: dig.application.keySalt,
      pendingMigrations: ['0002_refman'],
      knownMigrations: [{ name: '0002_refman' }],
      upgrade: () => dig.application.upgrade(),
      reload: () => dig.application.reload(),
      changes: 0,
      refresh: () => dig.application.refresh(),
    }
    services = { ...dig.services, applications: { ...dig.services.applications, open: async () => stuck } }
  })
  afterAll(() => dig.close())

  const log = pino({ level: 'silent' })
  const enter = (role: string, given = password) =>
    login(
      services,
      { email: `${role}@dig.example`, password: given, app: 'dig', device: undefined },
      { address: '192.0.2.1', log },
    )

  test('lets administrators in and tells them what is pending', async () => {
    for (const role of ['super_admin', 'admin']) {
      expect((await enter(role)).upgrade).toEqual({ type: 'minor', pending: ['0002_refman'] })
    }
  })

  test('refuses everybody else, after the password', async () => {
    await expect(enter('writer')).rejects.toMatchObject({ code: 'upgrade_pending', status: 503 })
    await expect(enter('writer', 'wrong')).rejects.toMatchObject({ code: 'login_data_not_valid' })
    await expect(enter('waiting')).rejects.toMatchObject({ code: 'not_enough_privilege' })
  })

  test('refuses sessions and keys that began before', async () => {
    for (const role of ['reader', 'key30'] as const) {
      const asking = authenticate(services, `Bearer ${await dig.token(role)}`)
      await expect(asking).rejects.toMatchObject({ code: 'upgrade_pending' })
    }
    expect(await authenticate(services, `Bearer ${await dig.token('key10')}`)).toBeDefined()
  })

  test('is marked in the list of applications', async () => {
    expect((await listApps(services, log))[0]).toMatchObject({ db: 'dig', upgrade: 'minor' })
  })
})
