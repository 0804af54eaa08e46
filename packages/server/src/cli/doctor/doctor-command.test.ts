import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.js'
import { openServices } from '../../open-services.js'
import { engines, oneEngine } from '../../testing/open-database.js'
import { openTerminal, type TestTerminal } from '../../testing/open-terminal.js'
import { clockFinding } from './check-machine.js'
import type { Finding } from './finding.js'

describe.each(oneEngine)('trowel doctor (%s)', (engine) => {
  let terminal: TestTerminal
  beforeAll(async () => {
    terminal = await openTerminal(engine)
    terminal.environment['TROWEL_PORT'] = '0'
  })
  afterAll(() => terminal.close())

  async function examine(settings: Record<string, string> = {}) {
    const before = { ...terminal.environment }
    Object.assign(terminal.environment, settings)
    try {
      const { code, printed, noted } = await terminal.run('doctor', '--json')
      const { status, findings } = JSON.parse(printed) as { status: string; findings: Finding[] }
      const wrong = findings.filter(({ state }) => state === 'wrong')
      expect([code, status]).toEqual(wrong.length === 0 ? [0, 'ok'] : [1, 'wrong'])
      for (const { state, advice } of findings) expect(advice === undefined).toBe(state === 'ok')
      return { findings, noted, wrong: wrong.map(({ check, found }) => `${check}: ${found}`) }
    } finally {
      for (const name of Object.keys(settings)) delete terminal.environment[name]
      Object.assign(terminal.environment, before)
    }
  }

  test('finds nothing wrong where nothing has begun', async () => {
    const { wrong, findings } = await examine()
    expect(wrong).toEqual([])
    expect(findings).toContainEqual(expect.objectContaining({ check: 'data folder', state: 'note' }))
  })

  test('wants a backup of each application, and is content with one', async () => {
    const made = ['app', 'create', 'tell', '--definition', 'T', '--email', 'a@b.example']
    await terminal.run(...made, '--password', 'opus reticulatum')
    expect((await examine()).wrong).toEqual(['backups: "tell" has no backup here.'])
    await terminal.run('backup', 'create', '--app', 'tell')
    const { findings, wrong } = await examine()
    expect(wrong).toEqual([])
    const found = findings
      .filter(({ state }) => state === 'ok')
      .map(({ check, found: said }) => `${check}: ${said}`)
    expect(found).toContain('backups: The newest of "tell" is less than an hour old.')
    expect(found).toContain('applications: One is there, and up to date.')
    expect(found).toContainEqual(
      expect.stringMatching(engine === 'sqlite' ? /^database: SQLite 3\.\d+/ : /^database: PostgreSQL \d+/),
    )
  })

  test('tells an application that is not up to date, and stored times that are still to come', async () => {
    const services = await openServices(readConfig(terminal.environment, 2), pino({ level: 'silent' }))
    const db = await services.storage.open('tell')
    await db.write((tx) => tx.insert('sys_migrations', { name: '9999_of_the_future', applied_at: 4e12 }))
    await services.close()
    expect((await examine()).wrong).toEqual([
      'applications: A newer version of Trowel has had "tell" (9999_of_the_future).',
      'clock: "tell" was used on 2096-10-02T07:06:40.000Z, which is still to come.',
    ])
  })

  test('says everything at once, each with what to do', async () => {
    const { wrong, noted } = await examine({
      TROWEL_PROT: '80',
      TROWEL_PUBLIC_URL: 'https://records.example',
    })
    expect(wrong).toContain('settings: TROWEL_PROT is no setting of Trowel.')
    expect(wrong).toContainEqual(expect.stringMatching(/^proxy: .*https:\/\/records\.example/))
    expect(noted).toMatch(/4 of \d+ findings are wrong/)
    const { printed } = await terminal.run('doctor')
    expect(printed).toMatch(/^(wrong|ok|note) +\w.*\n( {21}→ .+\n)?/)
  })
})

describe.runIf(engines.includes('pgsql'))('trowel doctor beside a read replica', () => {
  let terminal: TestTerminal
  beforeAll(async () => {
    terminal = await openTerminal('pgsql')
  })
  afterAll(() => terminal.close())

  test('names a server that is none, and one that is away', async () => {
    const said = async (url: string) => {
      Object.assign(terminal.environment, { TROWEL_PORT: '0', TROWEL_DATABASE_READ_URL: url })
      const { printed } = await terminal.run('doctor', '--json')
      const { findings } = JSON.parse(printed) as { findings: Finding[] }
      return findings
        .filter(({ advice }) => advice?.includes('hot standby'))
        .map(({ state, found }) => [state, found])
    }
    expect(await said(String(terminal.environment['TROWEL_DATABASE_URL']))).toEqual([
      ['wrong', 'TROWEL_DATABASE_READ_URL names no replica of TROWEL_DATABASE_URL.'],
    ])
    expect(await said('postgres://trowel:opus@127.0.0.1:1/none')).toEqual([
      ['note', expect.stringMatching(/^The replica cannot be reached, and is not read from: (?!.*opus)/)],
    ])
  })
})

describe('trowel doctor', () => {
  let terminal: TestTerminal
  beforeAll(async () => {
    terminal = await openTerminal('sqlite')
  })
  afterAll(() => terminal.close())
  const wrong = async (settings: Record<string, string>): Promise<string[]> => {
    Object.assign(terminal.environment, { TROWEL_PORT: '0' }, settings)
    const { printed } = await terminal.run('doctor', '--json')
    for (const name of Object.keys(settings)) if (name !== 'TROWEL_DATA') delete terminal.environment[name]
    const { findings } = JSON.parse(printed) as { findings: Finding[] }
    return findings.filter(({ state }) => state === 'wrong').map(({ found }) => found)
  }

  test('names settings that cannot be used', async () => {
    expect(await wrong({ TROWEL_WORKERS: 'many', TROWEL_KEY_PREFIX: 'ä' })).toEqual([
      expect.stringContaining('TROWEL_KEY_PREFIX'),
      expect.stringContaining('TROWEL_WORKERS'),
    ])
  })

  test('names a database that cannot be reached, without the password', async () => {
    const said = await wrong({ TROWEL_DATABASE_URL: 'postgres://trowel:opus-reticulatum@127.0.0.1:1/none' })
    expect(said).toEqual([expect.stringMatching(/^PostgreSQL cannot be used: /)])
    expect(said[0]).not.toContain('opus-reticulatum')
  })

  test('names a secret that others can read, and proxies that are nearly everybody', async () => {
    await terminal.run('upgrade')
    chmodSync(join(terminal.folder, 'data', 'secret'), 0o644)
    expect(await wrong({ TROWEL_TRUST_PROXY: '0.0.0.0/1', TROWEL_HOSTS: 'records.example' })).toEqual([
      expect.stringMatching(/^TROWEL_TRUST_PROXY trusts nearly every machine/),
      expect.stringMatching(/can read the secret/),
    ])
  })

  test('names clocks that differ by more than seconds', () => {
    expect(clockFinding('The clock of PostgreSQL', -4000).state).toBe('ok')
    expect(clockFinding('The clock of PostgreSQL', -90_000)).toMatchObject({
      state: 'wrong',
      found: 'The clock of PostgreSQL is 90 s behind this machine’s.',
    })
  })
})
