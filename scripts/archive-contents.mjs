// What lies in the archive: the service and the page as they were built, the libraries that they load, the
// demo, the documentation, and the list of what all that consists of.
import { readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { billOfMaterials } from './bill-of-materials.mjs'
import { librariesOf, readLock } from './libraries.mjs'
import { filesBelow, root } from './workspace.mjs'

const ownFiles = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md']
/** Folders of the project, and what is left out of each. */
const ownFolders = [
  ['demo', /^make(\.mjs$|\/)/],
  ['deploy', /^\.env$/],
  ['docs', /^decisions\/|^site\/(?!dist\/[^.])/],
  ['packages/server/bin'],
  ['packages/server/curves'],
  ['packages/server/starts'],
  ['packages/web/dist/site', /^\.vite\//],
]

/**
 * Of what the compiler wrote: tests and what they alone use, what editors and debuggers read, and what V8
 * kept of the bundled files, which differs each time.
 */
const unshipped = /\.test\.|\.map$|\.d\.ts$|(^|\/)\.|(^|\/)testing\/|^crash-tests\/|^bundled\/.+\//

/**
 * Of a library: types, sources of its native parts, what it says to those who develop with it, its tests,
 * forms for browsers, and letters in forms and weights that no page on paper has.
 */
const needless = [
  /\.(map|[cm]?tsx?|flow|tsbuildinfo|woff2)$/,
  /\.(c|cc|cpp|h|hpp|gyp|gypi)$/,
  /^(?!.*(licen[cs]e|notice|copying)).*\.(md|markdown)$/i,
  /(^|\/)\./,
  /^(test|tests|__tests__|bench|benchmarks?|examples?)\//,
  /^(dist-browser|build\/(amd|global|cjs-browser))\//,
  /\.(browser(\.old)?|standalone|old)\.m?js$|\/browser(-module)?\.[cm]js$/,
  /^dist\/(poly|pony)fill\.(es6|min|es6\.min|es2018\.min)\.m?js$|\.legacy\.umd\.c?js$/,
  /^(rollup|vitest|vite|eslint|karma|jest|webpack)\.config\.[cm]?js$/,
  /^files\/.*-[1235689]00-(normal|italic)\.woff$/,
]
/** Libraries come in several forms, for bundlers, for browsers and for `require`; Node loads one of them. */
const otherForms = [
  [/^@(aws|aws-crypto|aws-sdk|smithy)\//, /^dist-es\//],
  [/^@petamoriken\/float16$/, /^(browser|lib)\//],
  [/^@zxcvbn-ts\//, /^dist\/(zxcvbn-ts\.js|.*\.mjs)$|^src\//],
  [/^@dbml\/parse$/, /^dist\/dbml-parse\.js$/],
  [/^brotli$/, /^(build|enc)\/|^dec\/dictionary(-browser|\.bin)\.js$|^(index|compress)\.js$/],
  [/^dayjs$/, /^esm\//],
  [/^exifr$/, /^src\/|^dist\/(?!full\.umd\.js)/],
  [/^fflate$/, /^umd\//],
  [/^fontkit$/, /^src\/|^dist\/main\.cjs$/],
  [/^geotiff$/, /^(dist-node|src)\//],
  [/^lru-cache$/, /^dist\/\w+\/(browser|react-native)\//],
  [/^luxon$/, /^(src|build\/es6)\//],
  [/^pako$/, /^dist\/(?!pako\.esm\.mjs)/],
  [/^pdfkit$/, /^(tools\/|js\/pdfkit\.js$)/],
  [/^proj4$/, /^(lib\/|dist\/proj4\.js$|projs\.js$)/],
  [/^re2js$/, /^build\/index\.(umd\.js|cjs)$/],
  [/^read-excel-file$/, /^(browser|bundle|commonjs|universal|web-worker)\/|^node\/index\.cjs$/],
  [/^web-streams-polyfill$/, /^dist\/(?!ponyfill\.es2018\.js)/],
  [/^web-worker$/, /^(dist|src\/browser)\//],
  [/^yaml$/, /^browser\//],
  [/^zod$/, /\.cjs$/],
  [/^zstddec$/, /\.(cjs|esm\.js)$/],
]

/** A native part that lies with its library, for a system each. */
const prebuilt = /^prebuilds\/(\w+)-(\w+)\/.*\.(glibc|musl)\.node$/

const licence = /^(licen[cs]e|notice|copying)/i

/** Whether the archive was installed or unpacked, the service is started by this file. */
const starter = "#!/usr/bin/env node\nimport './packages/server/bin/trowel.js'\n"

/**
 * @param options.systems those whose native parts it has
 * @param options.time of the sources
 * @param options.folderOf where a library lies that is not installed here, as it is for another system
 * @returns every file, sorted by its name, with its path on this machine or its bytes; and the bill of
 *   materials, which is one of them
 */
export function archiveContents({ systems, time, folderOf }) {
  const [service, libraries] = parted(librariesOf(['packages/server'], systems))
  const inPage = librariesInPage()
  const product = readJson('package.json')
  const places = new Set(libraries.map(({ place }) => place))
  const onlyInPage = inPage.filter(({ place }) => !places.has(place))
  const bill = jsonBytes(
    billOfMaterials({
      product,
      libraries: [...libraries, ...onlyInPage],
      direct: [...service.needs, ...inPage.map(({ place }) => place)],
      time,
    }),
  )
  const entries = [
    ...ownFiles.map((name) => ({ name, path: join(root, name) })),
    ...ownFolders.flatMap(([folder, without]) => filesIn(join(root, folder), folder, without)),
    ...filesIn(join(root, 'packages/server/dist'), 'packages/server/dist', unshipped),
    { name: 'packages/server/package.json', bytes: manifestOf(join(root, 'packages/server'), new Set()) },
    ...libraries.flatMap((library) => filesOf(library, { places, folderOf, systems })),
    ...onlyInPage.flatMap(licencesOf),
    { name: 'bill-of-materials.cdx.json', bytes: bill },
    { name: 'package.json', bytes: jsonBytes(productManifest(product, service, libraries)) },
    { name: 'trowel.js', bytes: Buffer.from(starter), isProgram: true },
  ]
  return { bill, entries: entries.sort((a, b) => (a.name < b.name ? -1 : 1)) }
}

function parted(all) {
  const service = all.find(({ place }) => place === 'packages/server')
  return [service, all.filter((library) => library !== service)]
}

/** The bundler noted whose modules the page has. */
function librariesInPage() {
  const lock = readLock()
  return readJson('packages/web/dist/libraries.json').map((place) => ({
    ...lock[place],
    place,
    name: place.slice(place.lastIndexOf('node_modules/') + 13),
    needs: [],
  }))
}

/** All that it needs comes along: nothing is fetched when it is installed. */
function productManifest({ name, version, description, license, type, engines }, service, libraries) {
  const needed = libraries.filter(({ place }) => service.needs.includes(place))
  const dependencies = Object.fromEntries(needed.map((library) => [library.name, library.version]))
  return {
    ...{ name, version, description, license, type, engines },
    bin: { trowel: 'trowel.js' },
    dependencies,
    bundleDependencies: Object.keys(dependencies),
  }
}

function filesOf({ place, name }, { places, folderOf, systems }) {
  const isOwn = place.startsWith('packages/')
  const folder = isOwn ? join(root, place) : (folderOf(place) ?? join(root, place))
  const target = isOwn ? `node_modules/${name}` : place
  const files = isOwn
    ? filesIn(join(folder, 'dist'), `${target}/dist`, unshipped)
    : filesIn(folder, target).filter(({ name: file }) =>
        isNeeded(name, file.slice(target.length + 1), systems),
      )
  const others = files.filter(({ name: file }) => file !== `${target}/package.json`)
  return [...others, { name: `${target}/package.json`, bytes: manifestOf(folder, places) }]
}

function isNeeded(library, file, systems) {
  const [isPrebuilt, os, cpu, libc] = prebuilt.exec(file) ?? []
  if (isPrebuilt)
    return systems.some(
      (system) => system.os === os && system.cpu === cpu && (system.libc ?? 'glibc') === libc,
    )
  const others = otherForms.filter(([name]) => name.test(library)).map(([, pattern]) => pattern)
  return ![...needless, ...others].some((pattern) => pattern.test(file))
}

/** Without what concerns its makers alone, and without what this archive does not have of it. */
function manifestOf(folder, places) {
  const { scripts, devDependencies, publishConfig, ...manifest } = readJson(join(folder, 'package.json'))
  const { optionalDependencies } = manifest
  if (optionalDependencies) {
    const here = Object.entries(optionalDependencies).filter(([name]) => places.has(`node_modules/${name}`))
    manifest.optionalDependencies = Object.fromEntries(here)
  }
  return jsonBytes(manifest)
}

/** Of what is part of the page: its modules lie in the files of the page. */
function licencesOf({ place, name }) {
  const target = `packages/web/licences/${name}`
  return filesIn(join(root, place), target).filter(({ name: file }) =>
    licence.test(file.slice(target.length + 1)),
  )
}

function filesIn(folder, target, without) {
  return filesBelow(folder)
    .map((path) => ({ path, below: relative(folder, path).split(sep).join('/') }))
    .filter(({ below }) => !/(^|\/)node_modules\//.test(below) && !without?.test(below))
    .map(({ path, below }) => ({ name: `${target}/${below}`, path }))
}

const readJson = (path) => JSON.parse(readFileSync(resolve(root, path), 'utf8'))

const jsonBytes = (value) => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`)
