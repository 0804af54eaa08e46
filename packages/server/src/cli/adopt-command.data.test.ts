import { existsSync } from 'node:fs'
import { readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeInstallation } from '../modules/adoption/testing/made-installation.js'
import { oneEngine } from '../testing/open-database.js'
import { openTerminal, type TestTerminal } from '../testing/open-terminal.js'

describe.each(oneEngine)('trowel adopt (%s)', (engine) => {
  let terminal: TestTerminal
  let path: string
  beforeAll(async () => {
    terminal = await openTerminal(engine)
    path = makeInstallation(join(terminal.folder, 'v5')).path
  })
  afterAll(() => terminal.close())
  const inFolder = (name: string) => join(terminal.folder, name)
  const readReport = async (name: string) => JSON.parse(await readFile(inFolder(name), 'utf8'))

  test('says with --plan what would become of it, and writes nothing but the report', async () => {
    const { code, printed } = await terminal.run('adopt', path, '--plan', '--report', 'plan.json')
    expect(code).toBe(0)
    expect(printed).toContain('finds 40, weight_g: "12,5" → 12.5 (a comma in a number)')
    expect(printed).toContain('Nothing was written. Without --plan this becomes the application "kilnbrook".')
    expect(await readReport('plan.json')).toMatchObject({ app: 'kilnbrook', planned: true })
    expect(existsSync(inFolder('data'))).toBe(false)
  })

  test.each<[string, () => readonly string[], RegExp]>([
    ['a folder without an installation', () => [terminal.folder], /There is no installation of version 5 in/],
    [
      'an installation before the last migration',
      () => [makeInstallation(inFolder('old'), '--until', 'M037').path],
      /older than migration M038 \(the last is M037\)/,
    ],
    ['a name that no application can have', () => [path, '--app', 'Kiln-brook'], /./],
    ['a report that could not be written', () => [path, '--report', 'no/such/folder.json'], /no such file/],
    ['a report in the place of a folder', () => [path, '--report', '.'], /EISDIR/],
    ['a name that the service has for itself', () => [path, '--app', 'assets'], /reserved/],
  ])('refuses %s', async (_what, words, sentence) => {
    const { code, noted } = await terminal.run('adopt', ...words())
    expect(code).toBe(1)
    expect(noted).toMatch(sentence)
  })

  test('leaves nothing of an installation that breaks off', async () => {
    const broken = makeInstallation(inFolder('broken')).path
    await truncate(join(broken, 'db', 'bdus.sqlite'), 300_000)
    const { code } = await terminal.run('adopt', broken)
    expect(code).toBe(1)
    expect((await terminal.run('app', 'list')).printed).toBe('')
  })

  test('adopts it as it was planned, once', async () => {
    const { code, printed, noted } = await terminal.run('adopt', path, '--report', 'done.json')
    expect([code, noted]).toEqual([0, expect.any(String)])
    expect(printed).toContain('The application "kilnbrook" is ready: 11 files')
    const [planned, done] = [await readReport('plan.json'), await readReport('done.json')]
    expect(done).toEqual({ ...planned, planned: false })
    expect((await terminal.run('app', 'list')).printed).toMatch(/\nkilnbrook +on +4 +Kilnbrook: excavation/)
    const again = await terminal.run('adopt', path)
    expect(again).toMatchObject({
      code: 1,
      noted: expect.stringContaining('There is an application of this name'),
    })
    expect(await terminal.run('adopt', path, '--plan')).toMatchObject({ code: 1 })
  })
})
