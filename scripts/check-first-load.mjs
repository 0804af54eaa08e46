// What a browser fetches until the first view stands must stay small: trenches have slow networks. A size is
// no clock: it is the same on every machine.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, root } from './workspace.mjs'

const site = join(root, 'packages/web/dist/site')
/** Bytes, compressed as gzip. */
const limit = 250_000

/** The words of the first view, a file for each language. */
const locales = 'src/locales'
const languages = readdirSync(join(root, 'packages/web', locales))
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))
/**
 * What is fetched for a view: the page itself, then what it asks for without anybody having done anything.
 */
const views = {
  'the login': ['src/views/login/login.tsx'],
  'the start page': ['src/shell/shell.tsx', 'src/views/home/home.tsx'],
}

/** @returns whether the first views are small enough */
export function checkFirstLoad() {
  if (!build()) return false
  const parts = JSON.parse(readFileSync(join(site, '.vite/manifest.json'), 'utf8'))
  const sizes = new Map()
  const sizeOf = (file) => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(site, file))).length)
    return sizes.get(file)
  }
  const page = readFileSync(join(site, 'index.html'), 'utf8')
  const ofPage = [...page.matchAll(/ (?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file)
  const partOf = (file) => Object.keys(parts).find((name) => parts[name].file === file)
  let isRight = true
  for (const [view, entries] of Object.entries(views)) {
    for (const language of languages) {
      const files = new Set()
      for (const file of ofPage) collect(parts, partOf(file), files)
      for (const entry of [`${locales}/${language}.json?first`, ...entries]) collect(parts, entry, files)
      const total = ['index.html', ...files].reduce((sum, file) => sum + sizeOf(file), 0)
      const fits = total < limit
      isRight &&= fits
      process.stdout.write(
        `${fits ? 'fits' : 'TOO LARGE'}  ${view}, ${language}: ${total.toLocaleString('en')} of ${limit.toLocaleString('en')} bytes in ${files.size} files\n`,
      )
    }
  }
  return isRight
}

/** A part, its styles, and whatever it cannot do without. */
function collect(parts, name, files) {
  const part = parts[name]
  // What has no file of its own came with the page itself.
  if (!part && existsSync(join(root, 'packages/web', name))) return
  if (!part) throw new Error(`The client has no part ${name}.`)
  if (files.has(part.file)) return
  files.add(part.file)
  for (const style of part.css ?? []) files.add(style)
  for (const needed of part.imports ?? []) collect(parts, needed, files)
}
