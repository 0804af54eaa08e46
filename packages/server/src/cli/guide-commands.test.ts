import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../testing/open-database.js'
import { openTerminal, type TestTerminal } from '../testing/open-terminal.js'

const project = new URL('../../../../', import.meta.url)
const pages = [
  'README.md',
  ...readdirSync(new URL('docs/guides', project)).map((name) => `docs/guides/${name}`),
]

/** The commands that stand alone in a line of a page, without what explains them. */
const commands = pages
  .filter((page) => page.endsWith('.md'))
  .flatMap((page) =>
    [...readFileSync(new URL(page, project), 'utf8').matchAll(/^npx trowel (.+?)(?: +#.*)?$/gm)].map(
      ([, words = '']) => ({ page, words }),
    ),
  )

describe.each(oneEngine)('the commands of the guides (%s)', (engine) => {
  let terminal: TestTerminal
  beforeAll(async () => {
    terminal = await openTerminal(engine)
  })
  afterAll(() => terminal.close())

  test('are there, with their options', async () => {
    expect(commands.length).toBeGreaterThan(15)
    for (const { page, words } of commands) {
      const given = words.split(/ +/)
      // What follows the command itself is its arguments.
      const command = given.slice(0, given[1]?.startsWith('-') ? 1 : 2)
      const { code, printed } = await terminal.run(...command, '--help')
      expect(code, `${page}: ${words}`).toBe(0)
      expect(printed).toContain(`Usage: trowel ${given[0]}`)
      for (const option of given.filter((word) => word.startsWith('--')))
        expect(printed, `${page}: ${words}`).toContain(option)
    }
  })
})
