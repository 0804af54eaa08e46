import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTerminal, type TestTerminal } from '../testing/open-terminal.js'

describe('trowel widget', () => {
  let terminal: TestTerminal
  beforeAll(async () => {
    terminal = await openTerminal('sqlite')
    await terminal.run(
      ...['app', 'create', 'dig', '--definition', 'A dig', '--email', 'ada@dig.example'],
      ...['--password', 'a-trowel-for-tests'],
    )
  })
  afterAll(() => terminal.close())

  const file = (name: string, content = 'export default { mount() {} }') => {
    const path = join(terminal.folder, name)
    writeFileSync(path, content)
    return path
  }

  test('installs, lists and removes', async () => {
    const { run } = terminal
    expect((await run('widget', 'install', file('scale-bar.js'), '--app', 'dig')).code).toBe(0)
    expect((await run('widget', 'list', '--app', 'dig')).printed).toContain('scale-bar')
    expect((await run('widget', 'remove', 'scale-bar', '--app', 'dig')).code).toBe(0)
    expect((await run('widget', 'list', '--app', 'dig')).printed.trim()).toBe('')
  })

  test.each([
    ['a file that is not there', ['install', 'nowhere.js', '--app', 'dig']],
    ['an application that is not there', ['list', '--app', 'none']],
    ['a widget that is not there', ['remove', 'none', '--app', 'dig']],
  ])('%s is refused', async (_case, words) => {
    expect((await terminal.run('widget', ...words)).code).toBe(1)
  })

  test('what is no module is refused', async () => {
    const refused = await terminal.run('widget', 'install', file('plain.js', '1 + 1'), '--app', 'dig')
    expect([refused.code, refused.noted]).toEqual([1, expect.stringContaining('ES module')])
  })
})
