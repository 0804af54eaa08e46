import { expect, test } from 'vitest'
import english from './en.json'
import { firstWords } from './first-words.js'

const sources: Readonly<Record<string, string>> = import.meta.glob('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The views that a user can arrive at; what they show is there before all words are. */
const entries = ['../main.tsx', '../shell/shell.tsx', '../views/login/login.tsx', '../views/home/home.tsx']

/** What is fetched through one of these comes with all words. */
const waitForWords = /\b(?:view|viewWithMessages|lazyPart|lazyPartWithMessages)\(\(\) => import\('[^']+'\)/g
const imported =
  /^(?:import|export)\s(?!type\b)(?:[^;'"]*?\sfrom\s)?'(\.[^']+)\.js'|\bimport\('(\.[^']+)\.js'\)/gm

/** Every file that can be run before all words are there. */
function filesOfFirstView(): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (file: string): void => {
    const source = sources[file]
    if (source === undefined || found.has(file)) return
    found.add(file)
    for (const [, fixed, later] of source.replaceAll(waitForWords, '').matchAll(imported)) {
      const { pathname } = new URL(`${fixed ?? later}`, `file:///src/locales/${file}`)
      const path = pathname.replace('/src/', '../')
      add(`${path}.ts`)
      add(`${path}.tsx`)
    }
  }
  for (const entry of entries) add(entry)
  return found
}

test('what can be shown before all words are there uses those of the first view alone', () => {
  const files = filesOfFirstView()
  expect([...files].filter((file) => entries.includes(file))).toHaveLength(entries.length)
  expect(files.size).toBeGreaterThan(80)
  const groups = Object.keys(english).filter((group) => !firstWords.some((one) => one === group))
  const others = new RegExp(`['"\`](?:${groups.join('|')})\\.\\w[^'"\`]*`, 'g')
  const used = [...files].flatMap((file) =>
    [...(sources[file] ?? '').matchAll(others)].map(([key]) => `${file}: ${key}`),
  )
  expect(used).toEqual([])
})

test('every group of the first words is needed for the first view', () => {
  const all = [...filesOfFirstView()].map((file) => sources[file]).join('\n')
  expect(firstWords.filter((group) => !new RegExp(`['"\`]${group}\\.`).test(all))).toEqual([])
})
