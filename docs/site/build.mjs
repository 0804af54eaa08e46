// Makes the site of the documentation out of the pages below docs: what the service shows at /docs/, and what
// any web server can show.
//
//   node docs/site/build.mjs [--out FOLDER]     into docs/site/dist, unless told
//
// Every address in it is relative, and nothing comes from elsewhere. The compiled contract has to be there.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import MiniSearch from 'minisearch'
import { frame } from './layout.mjs'
import { readPage } from './markdown.mjs'
import { entryPage, kinds } from './reference.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const docs = join(here, '..')
const root = join(docs, '..')
const { values } = parseArgs({ options: { out: { type: 'string', default: join(here, 'dist') } } })
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Pages by their paths from the root of the project, which links in them mean; without decisions. */
const sources = new Map()
const add = (path, place) => sources.set(path, place)
for (const path of markdownBelow('docs')) add(path, placeOf(relative('docs', path)))
for (const name of ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'])
  add(name, `project/${placeOf(name.toLowerCase())}`)

/** Of each kind, the place of the page of each entry, by its name. */
const entries = new Map(kinds.map(({ kind }) => [kind, new Map()]))
for (const { kind, page, mark } of kinds) {
  const { tables } = readPage(readFileSync(join(root, page), 'utf8'), {
    linkTo: () => '',
    entryOf: () => undefined,
  })
  for (const [name] of (tables.get(mark) ?? []).slice(1))
    entries.get(kind).set(name.text, `reference/${kind}/${name.text.toLowerCase()}.html`)
}

const pages = [...sources].map(([path, place]) => {
  const linkTo = (target) => addressOf(path, place, target)
  const entryOf = (mark, name) => {
    const found = kinds.find((one) => one.page === path && one.mark === mark)
    const entry = found && entries.get(found.kind).get(name)
    return entry && relativeTo(place, entry)
  }
  return {
    source: path,
    path: place,
    ...readPage(readFileSync(join(root, path), 'utf8'), { linkTo, entryOf }),
  }
})
const navigation = readNavigation(pages.find(({ path }) => path === 'index.html'))
for (const { kind, title, page, mark } of kinds) {
  const described = pages.find(({ source }) => source === page)
  const [heads = [], ...rows] = described.tables.get(mark) ?? []
  if (rows.length === 0) throw new Error(`${page} has no table of ${mark}.`)
  for (const cells of rows)
    pages.push(
      entryPage({
        place: entries.get(kind).get(cells[0].text),
        title,
        heads,
        cells,
        described,
        pages,
        relativeTo,
      }),
    )
}

rmSync(values.out, { recursive: true, force: true })
for (const page of pages) write(page.path, frame(page, navigation, version))
write('search.json', JSON.stringify(indexOf(pages)))
for (const name of ['site.css', 'site.js', 'mark.svg']) copyFileSync(join(here, name), join(values.out, name))
const require = createRequire(import.meta.url)
copyFileSync(
  join(dirname(require.resolve('minisearch')), '../es/index.js'),
  join(values.out, 'minisearch.js'),
)
copyFileSync(
  require.resolve('@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2'),
  join(values.out, 'source-sans-3.woff2'),
)
for (const folder of ['images', 'guides/images'])
  if (existsSync(join(docs, folder)))
    cpSync(join(docs, folder), join(values.out, folder), { recursive: true })
process.stderr.write(`Documentation: ${pages.length} pages.\n`)

function markdownBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('site'))
    .sort()
    .map((name) => posix.join(folder, name))
}

function placeOf(path) {
  return path === 'README.md' ? 'index.html' : path.replace(/\.md$/, '.html')
}

function relativeTo(place, target) {
  return posix.relative(posix.dirname(place), target)
}

/** The address on the site of what a link in a page means. */
function addressOf(path, place, target) {
  if (/^[a-z]+:/.test(target) || target.startsWith('#')) return target
  const [file, slug] = target.split('#')
  const meant = posix.join(posix.dirname(path), file)
  const found = sources.get(meant)
  const hash = slug === undefined ? '' : `#${slug}`
  if (found !== undefined) return relativeTo(place, found) + hash
  return /^docs\/(guides\/)?images\//.test(meant) ? relativeTo(place, relative('docs', meant)) : undefined
}

/** The ways are the lists of the first page, under its headings. */
function readNavigation({ html }) {
  return html
    .split('<h2')
    .slice(1)
    .map((part) => ({
      title: /id="[^"]*">([^<]+)</.exec(part)[1],
      links: [...part.matchAll(/<li><a href="([^"#]+)">(.*?)<\/a>/g)].map(([, path, text]) => ({
        path,
        text,
      })),
    }))
    .filter(({ links }) => links.length > 0)
}

function indexOf(all) {
  const index = new MiniSearch({
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'path', 'start'],
  })
  for (const page of all) {
    // Why things are as they are is found by those who look there.
    if (page.path.startsWith('decisions/')) continue
    for (const { slug, title, text } of page.sections) {
      const path = slug === '' ? page.path : `${page.path}#${slug}`
      const start = text.trim().replace(/\s+/g, ' ').slice(0, 140)
      index.add({ id: path, path, title: title || page.title, page: page.title, text, start })
    }
  }
  return index
}

function write(path, text) {
  const file = join(values.out, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
