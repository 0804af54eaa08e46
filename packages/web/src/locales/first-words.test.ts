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
const filesOfFirstView = (): ReadonlySet<string> => filesFrom(entries, waitForWords)

/**
 * Every file that runs with some others.
 *
 * @param left imports that are not followed
 * @param isEnd for files of which none is followed
 */
function filesFrom(
  starts: readonly string[],
  left: RegExp,
  isEnd: (source: string) => boolean = () => false,
): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (file: string): void => {
    const source = sources[file]
    if (source === undefined || found.has(file)) return
    found.add(file)
    if (isEnd(source)) return
    for (const [, fixed, later] of source.replaceAll(left, '').matchAll(imported)) {
      for (const path of pathsOf(file, `${fixed ?? later}`)) add(path)
    }
  }
  for (const start of starts) add(start)
  return found
}

function pathsOf(file: string, from: string): string[] {
  const { pathname } = new URL(from, `file:///src/locales/${file}`)
  const path = pathname.replace('/src/', '../')
  return [`${path}.ts`, `${path}.tsx`]
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

/** Refusals come after an answer, which fetches the sentences. */
const afterAnswers = ['../components/refusal.ts']
const sentences = /\b(?:messageIn|messagesOf|knownMessage)\b/
const withoutSentences = /\b(?:view|lazyPart)\(\(\) => import\('(\.[^']+)\.js'\)/g
const anyLater = /\bimport\('[^']+'\)/g

test('what shows sentences of the service waits until they are there', () => {
  const waits = (source: string) => source.includes('wantMessages(')
  const shows = (file: string) => {
    const source = sources[file] ?? ''
    return sentences.test(source) && !waits(source) && !afterAnswers.includes(file)
  }
  const plain = Object.entries(sources).flatMap(([file, source]) =>
    [...source.matchAll(withoutSentences)].flatMap(([, from]) => pathsOf(file, `${from}`)),
  )
  const views = plain.filter((file) => sources[file] !== undefined)
  expect(views.length).toBeGreaterThan(20)
  const shown = views.flatMap((view) =>
    [...filesFrom([view], anyLater, waits)].filter(shows).map((file) => `${view}: ${file}`),
  )
  expect(shown).toEqual([])
})
