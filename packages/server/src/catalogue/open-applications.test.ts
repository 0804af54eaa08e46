import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { id, sql } from '../storage/sql.js'
import type { Database } from '../storage/storage.js'
import { engines, openStorage, type TestStorage } from '../testing/open-database.js'
import type { Applications } from './applications.js'
import { listColumns } from './migrations/0012-list-columns.js'
import { migrations } from './migrations/list.js'
import { openApplications } from './open-applications.js'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const first = {
  definition: 'Survey of a Roman estate',
  superAdmin: { name: 'ada@valle.example', email: 'Ada@Valle.example', passwordHash: 'x' },
}

describe.each(engines)('applications (%s)', (engine) => {
  let opened: TestStorage
  let applications: Applications
  beforeEach(async () => {
    opened = await openStorage(engine)
    applications = openApplications(opened.storage, { version: '5.1.0', log })
  })
  afterEach(async () => {
    await applications.close()
    await opened.close()
  })

  test('of two who make an application of the same name one wins and the other is told', async () => {
    const both = await Promise.allSettled([
      applications.create('vallelunga', first),
      applications.create('vallelunga', first),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refusal = both.find((one) => one.status === 'rejected')
    expect(refusal?.reason).toMatchObject({ problem: 'exists' })
    expect(await applications.names()).toEqual(['vallelunga'])

    // The new application has its settings, one super-admin, and every migration on record.
    const application = await applications.open('vallelunga')
    if (!application) throw new Error('There is no application.')
    const { db, settings, catalogue, pendingMigrations } = application
    expect(settings).toEqual({
      status: 'on',
      maxImageSize: 1500,
      listColumns: 'all',
      title: null,
      logo: null,
      cover: null,
      coverPoint: null,
      backupSchedule: null,
      adoptedFrom: null,
      color: 'indigo',
      lang: '',
      definition: 'Survey of a Roman estate',
      welcome: '# VALLELUNGA\n\nSurvey of a Roman estate',
      version: '5.1.0',
    })
    expect(
      await db.quick.all(sql`SELECT "id", "name", "email", "privilege", "token_version" FROM "sys_users"`),
    ).toEqual([
      { id: 1, name: 'ada@valle.example', email: 'ada@valle.example', privilege: 1, token_version: 0 },
    ])
    const recorded = await db.quick.all<{ name: string }>(
      sql`SELECT "name" FROM "sys_migrations" ORDER BY "id"`,
    )
    expect(recorded.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name))
    expect(pendingMigrations).toEqual([])
    expect(catalogue.tables.size).toBe(0)
    const builtIn = await db.quick.all(sql`SELECT "name" FROM "sys_cfg_tables" ORDER BY "name"`)
    expect(builtIn).toEqual([{ name: 'sys_files' }, { name: 'sys_geodata' }])
  })

  test('there is no application of another name', async () => {
    for (const name of ['nowhere', '../etc', 'A', '', 'vallelunga; drop'])
      expect(await applications.open(name), name).toBeUndefined()
  })

  test('an application records the version of a newer service that opens it, and keeps it under an older one', async () => {
    await applications.create('vallelunga', first)
    await applications.close()
    const step = { name: '9000_new', up: async () => undefined }
    const newer = openApplications(opened.storage, {
      version: '5.2.0',
      log,
      migrations: [...migrations, step],
    })
    // Two that ask at the same moment share one opening.
    const [one, other] = await Promise.all([newer.open('vallelunga'), newer.open('vallelunga')])
    expect(one?.settings.version).toBe('5.2.0')
    expect(one).toBe(other)
    await newer.close()
    const warnings: object[] = []
    const older = openApplications(opened.storage, {
      version: '5.1.0',
      log: { ...log, warn: (facts) => warnings.push(facts) },
    })
    const application = await older.open('vallelunga')
    expect([application?.settings.version, application?.pendingMigrations]).toEqual(['5.2.0', []])
    expect(await older.isBehind('vallelunga')).toBe(false)
    expect(warnings).toMatchObject([{ app: 'vallelunga', newer: [step.name] }])
    await older.close()
  })

  test('of a version without the setting for columns of lists, an application opens though its upgrade fails, and has it after', async () => {
    const { db } = await applications.create('vallelunga', first)
    await db.write(
      async (tx) => {
        await tx.schema.dropColumn('sys_cfg_app', 'list_columns')
        await tx.run(sql`DELETE FROM "sys_migrations" WHERE "name" = ${listColumns.name}`)
      },
      { schema: true },
    )
    await applications.close()
    const failing = { name: listColumns.name, up: () => Promise.reject(new Error('it cannot be done yet')) }
    const newer = openApplications(opened.storage, {
      version: '5.2.0',
      log,
      migrations: migrations.map((step) => (step === listColumns ? failing : step)),
    })
    const behind = await newer.open('vallelunga')
    expect(behind?.pendingMigrations).toContain(listColumns.name)
    expect(behind?.settings).toMatchObject({ version: '5.2.0', listColumns: 'all' })
    await newer.close()

    const application = await applications.open('vallelunga')
    expect(application?.pendingMigrations).toEqual([])
    expect(application?.settings.listColumns).toBe('all')
    expect(await application?.db.quick.all(sql`SELECT "list_columns" FROM "sys_cfg_app"`)).toEqual([
      { list_columns: null },
    ])
  })

  test('nothing is upgraded before it is backed up, nor without that; of two nodes one does it', async () => {
    await applications.create('vallelunga', first)
    await applications.close()
    const backedUp: string[][] = []
    const step = { name: '9000_new', up: async () => undefined }
    const newer = (beforeUpgrade: (db: Database) => Promise<void>) =>
      openApplications(opened.storage, {
        version: '6.0.0',
        log,
        beforeUpgrade,
        migrations: [...migrations, step],
      })
    const refusing = newer(() => Promise.reject(new Error('no room')))
    expect((await refusing.open('vallelunga'))?.pendingMigrations).toEqual([step.name])
    expect([await refusing.isBehind('vallelunga'), await refusing.isBehind('nowhere')]).toEqual([true, false])
    await expect((await refusing.open('vallelunga'))?.upgrade()).rejects.toThrow('no room')
    await refusing.close()

    const keep = async (db: Database) => {
      const rows = await db.quick.all<{ name: string }>(sql`SELECT "name" FROM "sys_migrations"`)
      backedUp.push(rows.map(({ name }) => name).filter((name) => name === step.name))
    }
    const nodes = [newer(keep), newer(keep), newer(keep)]
    const both = await Promise.all(nodes.slice(0, 2).map((node) => node.open('vallelunga')))
    expect(both.map((application) => application?.pendingMigrations)).toEqual([[], []])
    expect((await nodes[2]?.open('vallelunga'))?.pendingMigrations).toEqual([])
    expect(backedUp).toEqual([[]])
    for (const node of nodes) await node.close()
  })

  test('a reload replaces settings and configuration as a whole, and keeps a configuration that did not change', async () => {
    const application = await applications.create('vallelunga', first)
    const { catalogue, settings, db } = application
    await db.write((tx) => tx.run(sql`UPDATE "sys_cfg_app" SET "status" = 'frozen'`))
    expect(application.settings).toBe(settings)
    await application.reload()
    expect([application.settings.status, settings.status]).toEqual(['frozen', 'on'])
    expect(application.catalogue).toBe(catalogue)
    await db.write((tx) =>
      tx.insert('sys_cfg_tables', {
        name: 'finds',
        label: 'Finds',
        order_field: '',
        id_field: '',
        preview: '[]',
        is_plugin: 0,
        sort: 0,
        extra: '{}',
      }),
    )
    await application.reload()
    expect([application.catalogue.tables.size, catalogue.tables.size]).toEqual([1, 0])

    // A change of which the reading fails is known as soon as it can be read.
    const rename = (from: string, to: string) =>
      db.write((tx) => tx.run(sql`ALTER TABLE ${id(from)} RENAME TO ${id(to)}`), { schema: true })
    await db.write((tx) => tx.run(sql`UPDATE "sys_cfg_app" SET "status" = 'on'`))
    await rename('sys_cfg_app', 'elsewhere')
    await expect(application.reload()).rejects.toThrow()
    expect(application.settings.status).toBe('frozen')
    await rename('elsewhere', 'sys_cfg_app')
    await expect.poll(() => application.settings.status).toBe('on')
  })
})
