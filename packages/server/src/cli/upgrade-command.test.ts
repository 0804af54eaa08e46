import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.js'
import { openServices } from '../open-services.js'
import { sql } from '../storage/sql.js'
import type { Transaction } from '../storage/storage.js'
import { oneEngine } from '../testing/open-database.js'
import { openTerminal, type TestTerminal } from '../testing/open-terminal.js'

const last = '0026_backup_schedule'

describe.each(oneEngine)('trowel upgrade (%s)', (engine) => {
  let terminal: TestTerminal
  beforeAll(async () => {
    terminal = await openTerminal(engine)
    terminal.environment['TROWEL_PASSWORD'] = 'opus reticulatum'
    for (const app of ['tell', 'vallelunga'])
      await terminal.run('app', 'create', app, '--definition', 'T', '--email', 'ada@example.org')
  })
  afterAll(() => terminal.close())

  /** Changes the database of an application past the service, as another version of it would. */
  async function change(work: (tx: Transaction) => Promise<unknown>): Promise<void> {
    const services = await openServices(readConfig(terminal.environment, 2), pino({ level: 'silent' }))
    try {
      const db = await services.storage.open('vallelunga')
      await db.write(work)
      await db.close()
    } finally {
      await services.close()
    }
  }
  const forget = () => change((tx) => tx.run(sql`DELETE FROM "sys_migrations" WHERE "name" = ${last}`))
  const states = async (...options: string[]) => {
    const { code, printed } = await terminal.run('upgrade', '--json', ...options)
    const { applications } = JSON.parse(printed) as { applications: { app: string; state: string }[] }
    return [code, ...applications.map(({ app, state }) => `${app} ${state}`)]
  }

  test('has nothing to do where everything is up to date', async () => {
    for (const options of [[], ['--check'], ['--dry-run']])
      expect(await states(...options)).toEqual([0, 'tell current', 'vallelunga current'])
  })

  test('says what waits, tries it on a copy, and then does it after a backup', async () => {
    await forget()
    expect(await states('--check')).toEqual([0, 'tell current', 'vallelunga waiting'])
    const tried = await terminal.run('upgrade', '--dry-run', '--app', 'vallelunga')
    expect(tried.code).toBe(0)
    expect(tried.printed).toMatch(
      /vallelunga +works on a copy\n +0026_backup_schedule: The application says .* \d+ ms\n$/,
    )
    expect(await states('--check')).toEqual([0, 'tell current', 'vallelunga waiting'])

    const done = await terminal.run('upgrade')
    expect(done).toMatchObject({ code: 0, printed: expect.stringContaining('brought up to date') })
    const backup = /its backup of before is (vallelunga-\S+\.zip)/.exec(done.noted)?.[1]
    const listed = await terminal.run('backup', 'list', '--app', 'vallelunga')
    expect(listed.printed).toMatch(new RegExp(`${backup} .* verified +upgrade\n$`))
    expect(await states('--check')).toEqual([0, 'tell current', 'vallelunga current'])
  })

  test('a command that opens the application upgrades it as well, after a backup; five of these stay', async () => {
    // Six of earlier upgrades lie there, copies of the one above.
    const folder = join(terminal.folder, 'data', 'applications', 'vallelunga', 'backups')
    const backups = async () => (await terminal.run('backup', 'list', '--app', 'vallelunga')).printed
    const made = /vallelunga-\S+\.zip/.exec(await backups())?.[0] ?? ''
    const earlier = Array.from({ length: 5 }, (_, k) => `vallelunga-${engine}-${1_000_000_000 + k}.zip`)
    for (const file of earlier)
      for (const part of ['', '.json']) copyFileSync(join(folder, made + part), join(folder, file + part))
    expect((await backups()).match(/ upgrade\n/g)).toHaveLength(6)

    await forget()
    expect((await terminal.run('user', 'list', '--app', 'vallelunga')).code).toBe(0)
    const listed = await backups()
    expect(listed.match(/ upgrade\n/g)).toHaveLength(5)
    expect(earlier.filter((file) => listed.includes(file))).toEqual(earlier.slice(2))
  })

  test('makes nothing where there is no data folder yet', async () => {
    const before = { ...terminal.environment }
    terminal.environment['TROWEL_DATA'] = join(terminal.folder, 'nowhere')
    try {
      const known = engine === 'sqlite' ? [] : ['tell current', 'vallelunga current']
      expect(await states('--check')).toEqual([0, ...known])
      expect(existsSync(join(terminal.folder, 'nowhere'))).toBe(false)
    } finally {
      Object.assign(terminal.environment, before)
    }
  })

  test('ends with 1 where a newer version was before, and says so', async () => {
    await change((tx) => tx.insert('sys_migrations', { name: '9999_of_the_future', applied_at: 0 }))
    const { code, noted } = await terminal.run('upgrade', '--check')
    expect(code).toBe(1)
    expect(noted).toMatch(
      /vallelunga: A newer version .*9999_of_the_future.*\nNot brought up to date: vallelunga/,
    )
  })

  test('is given one thing to do, for an application that is there', async () => {
    expect((await terminal.run('upgrade', '--check', '--dry-run')).code).toBe(2)
    const { code, noted } = await terminal.run('upgrade', '--check', '--app', 'nowhere')
    expect([code, noted]).toEqual([1, expect.stringContaining('There are: tell, vallelunga.')])
  })
})
