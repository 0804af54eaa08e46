import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deriveFrom } from '../../access/secrets.js'
import { issueToken } from '../../access/session-token.js'
import { sql } from '../../storage/sql.js'
import { oneEngine, openStorage, type TestStorage } from '../../testing/open-database.js'
import type { Applications } from '../applications.js'
import { openApplications } from '../open-applications.js'
import { keySalt } from './0013-key-salt.js'
import { migrations } from './list.js'

const options = { version: '5.0.0', log: pino({ level: 'silent' }) }
const before = { ...options, migrations: migrations.filter((step) => step !== keySalt) }
const first = { definition: '', superAdmin: { name: 'Eva', email: 'eva@dig.example', passwordHash: 'none' } }

describe.each(oneEngine)('the salt of an application of an older version (%s)', (engine) => {
  let opened: TestStorage
  const open: Applications[] = []
  const openWith = (given: typeof options) => {
    const applications = openApplications(opened.storage, given)
    open.push(applications)
    return applications
  }
  beforeEach(async () => {
    opened = await openStorage(engine)
    const older = openWith(before)
    const { db } = await older.create('dig', first)
    await db.write((tx) => tx.schema.dropTable('sys_key_salt'), { schema: true })
    await older.close()
  })
  afterEach(async () => {
    for (const applications of open.splice(0)) await applications.close()
    await opened.close()
  })

  test('while the step waits, the keys are those of before', async () => {
    const application = await openWith(before).open('dig')
    expect(application?.keySalt).toBeUndefined()
  })

  test('is made once, and found again at every start', async () => {
    const migrated = openWith(options)
    const application = await migrated.open('dig')
    expect(application?.keySalt).toMatch(/^[0-9a-f]{64}$/)
    const salts = await application?.db.quick.all(sql`SELECT "salt" FROM "sys_key_salt"`)
    expect(salts).toEqual([{ salt: application?.keySalt }])
    await migrated.close()
    expect((await openWith(options).open('dig'))?.keySalt).toBe(application?.keySalt)
  })

  test('changes the key of every purpose', async () => {
    const secrets = deriveFrom('secret of the tests')
    const application = await openWith(options).open('dig')
    if (!application) throw new Error('There is no application.')
    const person = { id: 1, name: 'Eva', email: 'eva@dig.example', privilege: 1, tokenVersion: 0 }
    const now = new Date()
    const issue = (salt: string | undefined) =>
      issueToken(secrets, { name: 'dig', keySalt: salt }, person, 'f'.repeat(32), now)
    expect((await issue(undefined)).token).not.toBe((await issue(application.keySalt)).token)
    expect(secrets.keyFor('device', { name: 'dig', keySalt: undefined })).not.toEqual(
      secrets.keyFor('device', application),
    )
  })
})
