import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../../catalogue/migrations/list.js'
import type { Migration } from '../../catalogue/migrations/migration.js'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { appVersions, tryUpgrade } from './outlook.js'

const log = pino({ level: 'silent' })
const longer: Migration = {
  name: '9000_longer_notes',
  up: async (tx) => {
    await tx.run(sql`UPDATE "sys_cfg_app" SET "definition" = 'tried'`)
  },
}
const broken: Migration = {
  name: '9001_broken',
  up: () => Promise.reject(new Error('it cannot be done')),
}

describe.each(engines)('an upgrade that is only tried (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const tryWith = async (...more: Migration[]) => {
    const known = [...migrations, ...more]
    const [version] = await appVersions(dig.services.storage, ['dig'], known)
    if (!version) throw new Error('There is no application.')
    return { version, tried: await tryUpgrade(dig.services, version, log, known) }
  }
  const definition = async () => (await dig.get('/api/info/app', 'admin')).json().definition

  test('says what waits and how long each step took, and leaves nothing', async () => {
    const { version, tried } = await tryWith(longer)
    expect(version).toMatchObject({ app: 'dig', waiting: [{ name: longer.name }], unknown: [] })
    expect(tried).toEqual({ steps: [{ name: longer.name, milliseconds: expect.any(Number) }] })
    expect(await definition()).toBe('A small dig')
    expect((await dig.get('/api/backups', 'admin')).json().backups).toEqual([])
  })

  test('names the step that fails, and why', async () => {
    const { tried } = await tryWith(longer, broken)
    expect(tried).toMatchObject({
      steps: [{ name: longer.name }],
      failed: { name: broken.name, reason: 'it cannot be done' },
    })
    expect(await definition()).toBe('A small dig')
  })

  test('tells what only a newer service knows', async () => {
    const [version] = await appVersions(dig.services.storage, ['dig'], migrations.slice(0, -1))
    expect(version).toMatchObject({ waiting: [], unknown: [migrations.at(-1)?.name] })
  })
})
