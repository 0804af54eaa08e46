import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { guardTable } from '@trowel/contract/guard-table.js'
import { privileges } from '@trowel/contract/privileges.js'
import { describe, expect, test } from 'vitest'
import { journalEntities, systemTables } from './catalogue/system-tables.js'
import { limitSettings, readConfig } from './config.js'
import { codeBlocks } from './testing/code-blocks.js'
import { documentedTables } from './testing/documented-tables.js'

const project = new URL('../../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, project), 'utf8')

/** Every setting that the service asks the environment for. */
function settingsRead(): string[] {
  const names = new Set<string>()
  // A value everywhere, so that settings are read which count only beside others; that most of them are wrong
  // does not matter here.
  const environment = new Proxy<Record<string, string>>(
    {},
    {
      get: (_target, name) => {
        names.add(String(name))
        return 'x'
      },
    },
  )
  try {
    readConfig(environment, 2)
  } catch {
    // The names were collected before it refused the values.
  }
  return [...names].sort()
}

/** The rows of the table of settings: name and default. */
const documentedSettings = new Map(
  [...read('docs/settings.md').matchAll(/^\| `(TROWEL_\w+)` \| (.*?) \|/gm)].map((match) => [
    match[1],
    match[2],
  ]),
)

describe('the page of settings', () => {
  test('names exactly the settings that the service reads', () => {
    expect([...documentedSettings.keys()].sort()).toEqual(settingsRead())
  })

  test.each(Object.values(limitSettings))('gives the default of the limit $name', ({ name, value }) => {
    expect(documentedSettings.get(`TROWEL_LIMIT_${name}`)).toBe(`\`${value}\``)
  })
})

describe('the README', () => {
  test('names only commands that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = [...read('README.md').matchAll(/\bnpm (?:run )?(\w+)/g)].map((match) => match[1] ?? '')
    expect(commands.filter((name) => name !== 'ci' && !(name in scripts))).toEqual([])
  })

  test('has the command by which the CI runs the tests', () => {
    const [, command = ''] = codeBlocks('README.md', 'sh')
    expect(read('.ci/run')).toMatch(new RegExp(`^${command.trim()} `, 'm'))
  })
})

describe('documentation', () => {
  test.each(documentedTables)('$page has the table of $name as the code has it', ({ page, name, lines }) => {
    const found = new RegExp(`<!-- ${name} -->\n([^]*?)\n<!-- end -->`).exec(read(page))
    expect(found?.[1]?.split('\n'), 'node scripts/write-docs.mjs writes it').toEqual(lines)
  })

  test('explains every guard that a route has', () => {
    const page = read('docs/api/privileges.md')
    const guards = new Set(guardTable.map((row) => row.guard))
    expect([...guards].filter((guard) => !page.includes(`| \`${guard}\` |`))).toEqual([])
  })

  test('says of every table of the service that is not in the journal why', () => {
    const section = /## What is not in the journal\n([\s\S]*?)\n## /.exec(read('docs/api/change-sets.md'))
    const named = [...(section?.[1] ?? '').matchAll(/`(sys_\w+)`/g)].map((match) => match[1] ?? '')
    const others = systemTables.map(({ name }) => name).filter((name) => !(name in journalEntities))
    expect(named.sort()).toEqual(others.sort())
  })

  const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pagesBelow('docs')]
  test.each(pages)('%s links only to files that exist', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? '')
    expect(links.filter((link) => !existsSync(new URL(link, new URL(page, project))))).toEqual([])
  })
})

describe('the architecture', () => {
  const page = read('docs/architecture.md')
  const folders = ['', 'packages/', 'packages/server/src/', 'packages/web/src/']
  const exists = (path: string) => folders.some((folder) => existsSync(new URL(folder + path, project)))

  test('names only files and folders that exist', () => {
    const paths = [...page.matchAll(/`([\w-]+\/[\w./-]*)`/g)].map((match) => match[1] ?? '')
    expect(paths.length).toBeGreaterThan(10)
    expect(paths.filter((path) => !exists(path))).toEqual([])
  })

  test('has every folder of the service in its tree', () => {
    const tree = /```\n([\s\S]*?)\n```/.exec(page)?.[1] ?? ''
    const known = readdirSync(new URL('packages/server/src', project), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    const apart = ['crash-tests', 'testing', 'demo']
    expect(known.filter((name) => !apart.includes(name) && !tree.includes(`    ${name}/`))).toEqual([])
  })
})

describe('the glossary', () => {
  const rows = read('docs/glossary.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| word |'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const namesIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')

  test('has each word once, with what it means', () => {
    const words = rows.map(([, word]) => word)
    expect(words.length).toBeGreaterThan(50)
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
    expect(rows.filter((cells) => cells.length !== 6 || !cells[2])).toEqual([])
  })

  test('names only what the code has', () => {
    const names = rows.flatMap(([, , , inCode]) => namesIn(inCode))
    const code = sourcesBelow('packages').map(({ path, text }) => `${path}\n${text}`)
    expect(
      names.filter((name) => !code.some((text) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text))),
    ).toEqual([])
  })

  test('names only what the page says', () => {
    const page = read('packages/web/src/locales/en.json')
    const words = rows.flatMap(([, , , , onPage]) => onPage || [])
    expect(words.filter((word) => !page.includes(`": "${word}"`))).toEqual([])
  })

  test('names every level', () => {
    const [, , meaning] = rows.find(([, word]) => word === 'level') ?? []
    expect(namesIn(meaning)).toEqual(Object.keys(privileges))
  })
})

describe('the threat model', () => {
  const page = read('docs/security.md')

  test('names only rooms of the code that exist', () => {
    const rooms = [...page.matchAll(/`((?:packages|e2e)\/[^`]+)`/g)].map((match) => match[1] ?? '')
    expect(rooms.length).toBeGreaterThan(20)
    expect(rooms.filter((room) => !existsSync(new URL(room, project)))).toEqual([])
  })

  test('says for each who may attack what is promised and which room keeps it', () => {
    const rows = page.split('\n').filter((line) => /^\| (an?|who|…) /.test(line))
    const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))
    expect(rows.length).toBeGreaterThan(10)
    expect(cells.filter(([, , promised, kept]) => !promised || !kept?.startsWith('`'))).toEqual([])
  })

  test('says for each risk and each section of the standard what proves it, or that nothing does', () => {
    const lines = page.split('\n').filter((line) => /^\| (API\d+:|\d+(\.\d+)?[ ,])/.test(line))
    expect(lines.length).toBeGreaterThan(70)
    const isHonest = /\.test\.ts`|n\/a|\*\*not met\*\*|`docs\/|section \*Keys\*/
    expect(lines.filter((line) => !isHonest.test(line))).toEqual([])
  })

  test('is reached from the README, and so is how to report a hole', () => {
    for (const target of ['docs/security.md', 'SECURITY.md'])
      expect(read('README.md')).toContain(`](${target})`)
  })
})

function pagesBelow(folder: string): string[] {
  return readdirSync(new URL(folder, project), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `${folder}/${path}`)
}

/** The sources of a folder, without tests. */
function sourcesBelow(folder: string): { path: string; text: string }[] {
  return readdirSync(new URL(folder, project), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        /\/src\/.*\.(tsx?|json|css)$/.test(path) &&
        !/(^|\/)(node_modules|testing)\/|\.test\.tsx?$/.test(path),
    )
    .map((path) => ({ path: `${folder}/${path}`, text: read(`${folder}/${path}`) }))
}
