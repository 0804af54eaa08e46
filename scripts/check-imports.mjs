// Holds the imports of the sources against the rules for files (.dependency-cruiser.cjs) and for folders
// (.dependency-cruiser.rooms.cjs).
//
// dependency-cruiser reads TypeScript through the compiler's old programming interface, which TypeScript 7
// does not have, and compiled output lacks the imports of types. So it is given a mirror of the sources, in
// which each file is its imports alone.
//
// Threads and processes that work beside the service load their modules anew each time. What they reach by
// imports of values is free of TypeBox, which takes longer to load than a small import takes altogether.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { filesBelow, packages, root, run, say } from './workspace.mjs'

const configurations = ['.dependency-cruiser.cjs', '.dependency-cruiser.rooms.cjs']
const mirror = join(root, 'node_modules/.cache/trowel-imports')

/** @returns whether every import points the way it should */
export function checkImports() {
  const isLight = threadsWithTypeBox().length === 0
  rmSync(mirror, { recursive: true, force: true })
  for (const name of packages) {
    const folder = join(root, 'packages', name, 'src')
    for (const path of filesBelow(folder).filter((file) => /\.tsx?$/.test(file))) {
      const place = join(mirror, path.slice(root.length).replace(/\.tsx?$/, '.js'))
      mkdirSync(dirname(place), { recursive: true })
      const imports = importsOf(readFileSync(path, 'utf8'))
      writeFileSync(place, imports.map((from) => `import ${JSON.stringify(local(from, place))}\n`).join(''))
    }
  }
  const checker = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const results = configurations.map((name) =>
    run(checker, ['--config', join(root, name), 'packages'], { cwd: mirror }),
  )
  return isLight && results.every((status) => status === 0)
}

/** Entries of threads and processes that load TypeBox; each is said. */
function threadsWithTypeBox() {
  const sources = filesBelow(join(root, 'packages/server/src')).filter((path) =>
    /(?<!\.test)\.ts$/.test(path),
  )
  const entries = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/new URL\('(\.\/[^']+\.js)', import\.meta\.url\)/g)].map(
      (match) => sourceOf(match[1], path),
    ),
  )
  return entries.filter((entry) => {
    const chain = wayToTypeBox(entry)
    if (chain) say(`A thread loads TypeBox: ${chain.map((path) => path.slice(root.length)).join(' → ')}`)
    return chain !== undefined
  })
}

/** Files that import each other's values, from the entry to one that imports TypeBox. */
function wayToTypeBox(entry) {
  const ways = new Map([[entry, [entry]]])
  for (const [path, way] of ways) {
    for (const from of valueImports(readFileSync(path, 'utf8'))) {
      if (/^typebox(\/|$)/.test(from)) return way
      const next = sourceOf(from, path)
      if (next && !ways.has(next)) ways.set(next, [...way, next])
    }
  }
  return undefined
}

const valueImports = (source) =>
  [...source.matchAll(/^(?:import|export)\s(?!type\s)(?:[^'"`;]*?\sfrom\s+)?'([^']+)'/gm)].map(
    (match) => match[1],
  )

/** The source that an import leads to; `undefined` where it is not ours. */
function sourceOf(from, importer) {
  const own = /^@trowel\/([a-z]+)\/(.+)$/.exec(from)
  if (!own && !from.startsWith('.')) return undefined
  const path = own ? join(root, 'packages', own[1], 'src', own[2]) : resolve(dirname(importer), from)
  const source = path.replace(/\.js$/, '.ts')
  return existsSync(source) ? source : undefined
}

/** What a file imports or re-exports of ours, types included, and what it imports while it runs. */
function importsOf(source) {
  const patterns = [
    /^(?:import|export)\s[^'"`;]*?\sfrom\s+'([^']+)'/gm,
    /^import\s+'([^']+)'/gm,
    /\bimport\('([^']+)'\)/g,
  ]
  const all = patterns.flatMap((pattern) => [...source.matchAll(pattern)].map((match) => match[1]))
  return all.filter((from) => /^(\.|@trowel\/)/.test(from) && !/\.(css|json)$/.test(from))
}

/** Our own packages are named by their files, so that the rules see where an import leads. */
function local(from, place) {
  const own = /^@trowel\/([a-z]+)(?:\/(.+))?$/.exec(from)
  if (!own) return from
  const up = '../'.repeat(dirname(place).slice(mirror.length).split('/').length - 1)
  return `${up}packages/${own[1]}/src/${own[2] ?? `${own[1]}.js`}`
}
