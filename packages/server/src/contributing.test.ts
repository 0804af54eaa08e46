import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const project = new URL('../../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, project), 'utf8')
const page = read('CONTRIBUTING.md')

/** Where the words of a sample are looked for: sources and the pages of the API, tests apart. */
const searched = [...filesBelow('packages', /\/src\/.*\.(tsx?|json)$/), ...filesBelow('docs/api', /\.md$/)]
const texts = new Map(searched.map((path) => [path, `${path}\n${read(path)}`]))

function filesBelow(folder: string, wanted: RegExp): string[] {
  return readdirSync(new URL(folder, project), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter(
      (path) => wanted.test(path) && !/\/(node_modules|dist|testing)\/|\/testing-|\.test\.tsx?$/.test(path),
    )
}

const quotedIn = (text = ''): string[] => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')

/** The sections below "How to add …": the words of the sample, and the files and folders of the table. */
const recipes = page
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    words: quotedIn(/Search for ([\s\S]*?)\.\n/.exec(section)?.[1]),
    places: [...section.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? ''),
    written: [...section.matchAll(/^\| `[^`]+` \| written by/gm)].length,
  }))

/** A word of letters is found whole only; what begins or ends with another sign is found as it stands. */
const pattern = (word: string): RegExp =>
  new RegExp(`(?<!\\w)${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${/\w$/.test(word) ? '(?![\\w/])' : ''}`)

describe('how to add something', () => {
  test.each(recipes)(
    '$title: its list names exactly the files that its sample touches',
    ({ words, places }) => {
      const patterns = words.map(pattern)
      const touched = searched.filter((path) => patterns.some((one) => one.test(texts.get(path) ?? '')))
      const folderOf = (path: string) => places.find((place) => place.endsWith('/') && path.startsWith(place))
      expect(words.length).toBeGreaterThan(0)
      expect([...new Set(touched.map((path) => folderOf(path) ?? path))].sort()).toEqual([...places].sort())
    },
  )

  test.each(recipes)('$title: each word of its sample is found', ({ words }) => {
    const found = (word: string) => searched.some((path) => pattern(word).test(texts.get(path) ?? ''))
    expect(words.filter((word) => !found(word))).toEqual([])
  })

  test.each([
    ['An endpoint', 7],
    ['A view', 6],
    ['A field property', 5],
    ['A field type', 6],
    ['An operator', 4],
    ['A language', 3],
    ['An error code', 5],
  ])('%s is added in at most %i places', (title, max) => {
    const { places, written } = recipes.find((recipe) => recipe.title === title) ?? { places: [], written: 0 }
    expect(places.length).toBeGreaterThan(0)
    expect(places.length - written).toBeLessThanOrEqual(max)
  })

  test('names only files that exist', () => {
    const files = quotedIn(page).filter((name) => /^(packages|docs|e2e|scripts)\/[\w./-]+$/.test(name))
    expect(files.filter((path) => !existsSync(new URL(path, project)))).toEqual([])
  })

  test('names only commands that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = [...page.matchAll(/\bnpm (?:run )?(\w+)/g)].map((match) => match[1] ?? '')
    expect(commands.filter((name) => name !== 'ci' && !(name in scripts))).toEqual([])
  })
})
