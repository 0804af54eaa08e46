// Holds the imports of the sources against the rules for files (.dependency-cruiser.cjs) and for folders
// (.dependency-cruiser.rooms.cjs).
//
// dependency-cruiser reads TypeScript through the compiler's old programming interface, which TypeScript 7
// does not have, and compiled output lacks the imports of types. So it is given a mirror of the sources, in
// which each file is its imports alone.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow, packages, root, run } from './workspace.mjs'

const configurations = ['.dependency-cruiser.cjs', '.dependency-cruiser.rooms.cjs']
const mirror = join(root, 'node_modules/.cache/trowel-imports')

/** @returns whether every import points the way it should */
export function checkImports() {
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
  return results.every((status) => status === 0)
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
