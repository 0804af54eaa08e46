import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../testing/open-database.js'
import { openTerminal, type TestTerminal } from '../testing/open-terminal.js'

describe.each(oneEngine)('trowel types (%s)', (engine) => {
  let terminal: TestTerminal
  beforeAll(async () => {
    terminal = await openTerminal(engine)
    terminal.environment['TROWEL_PASSWORD'] = 'a-trowel-for-tests'
    await terminal.run(
      'app',
      'create',
      'vallelunga',
      '--definition',
      'A survey',
      '--email',
      'ada@dig.example',
    )
    const file = join(terminal.folder, 'finds.csv')
    await writeFile(file, 'Inventory,Weight\nF1,2.5\n')
    const words = ['import', file, '--app', 'vallelunga', '--table', 'finds', '--create-table']
    expect(await terminal.run(...words)).toMatchObject({ code: 0 })
  })
  afterAll(() => terminal.close())

  test('prints the tables of an application, and nothing else', async () => {
    const { code, printed, noted } = await terminal.run('types', '--app', 'vallelunga')
    expect([code, noted]).toEqual([0, ''])
    expect(printed).toContain('\nexport type Vallelunga = {\n  /** Finds */\n  finds: {\n')
    expect(printed).toContain("      weight: { kind: 'number' }\n")
    expect(printed.endsWith('}\n')).toBe(true)
  })

  test.each([
    [[], 2, 'Name the application with --app, or a service with --url.'],
    [['--app', 'nothing'], 1, 'There is no application "nothing"'],
    [['--url', 'http://127.0.0.1:9'], 2, 'Give the key of the service'],
    [
      ['--url', 'http://127.0.0.1:9', '--api-key', 'trw_x.1'],
      2,
      'The service at http://127.0.0.1:9 does not answer',
    ],
  ])('refuses %j', async (options, code, words) => {
    const outcome = await terminal.run('types', ...options)
    expect([outcome.code, outcome.printed]).toEqual([code, ''])
    expect(outcome.noted).toContain(words)
  })
})
