// Puts what the service and the command line load at their start into a few files: opening 1,300 modules
// one by one takes most of the time of a start. Threads and processes that are started often beside the
// service begin with one file each, too; the others load their modules as they were compiled.
//
// Called by the build after the compiler; the programs keep their names in packages/server/dist.
import { rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { keepCompiled, loadBundled } from '../packages/server/dist/load-bundled.js'
import { root, serverFile } from './workspace.mjs'

const sources = join(root, 'packages/server/src')
/** Each with its name among the bundled files. */
const programs = [
  ['main.js', 'service'],
  ['cli/main.js', 'command-line'],
]

/** Each becomes one file beside what was compiled, of the kind that Node starts soonest: CommonJS. */
const beside = [
  'images/image-worker',
  'storage/sqlite/check-process',
  'storage/sqlite/raw-process',
  'storage/sqlite/reader-thread',
  'storage/sqlite/writer-thread',
]

/**
 * Libraries stay where they are, but for those that every start would read from many files, with all that
 * they need.
 */
const bundled =
  /^(typebox|jose|fastify|@fastify\/[a-z-]+|@maplibre\/[a-z-]+|prom-client|re2js|sanitize-html|htmlparser2)(\/|$)/
/** The libraries of the log start threads from files beside their own. */
const apart = /^(pino|thread-stream|sonic-boom)(\/|$)/
const isBundled = (name, importer) =>
  /[\\/]node_modules[\\/]/.test(importer ?? '')
    ? !apart.test(name)
    : /^(\.|\/|@trowel\/)/.test(name) || bundled.test(name)

/** Files beside a module are found from its own place, wherever its code stands. */
const ownPlaces = {
  name: 'own-places',
  transform(code, path) {
    if (!path.startsWith(sources) || !code.includes('import.meta.url')) return null
    const place = relative(sources, path).replace(/\.ts$/, '.js')
    return code.replaceAll('import.meta.url', `new URL('../${place}', import.meta.url).href`)
  },
}

/** What is loaded later is no part of a bundled file: its loader loads it. */
const laterLibraries = {
  name: 'later-libraries',
  renderChunk: (code, { dynamicImports }) =>
    dynamicImports
      .filter((name) => !name.startsWith('.') && !name.endsWith('.cjs'))
      .reduce((text, name) => text.replaceAll(`import("${name}")`, `importLibrary("${name}")`), code),
}

const bundleOf = (input) =>
  rolldown({
    input,
    platform: 'node',
    external: (name, importer) => isBuiltin(name) || !isBundled(name, importer),
    plugins: [ownPlaces, laterLibraries],
  })

const bundle = await bundleOf(
  Object.fromEntries(programs.map(([file, name]) => [name, join(sources, file.replace(/\.js$/, '.ts'))])),
)
rmSync(serverFile('bundled'), { recursive: true, force: true })
const { output } = await bundle.write({
  dir: serverFile('bundled'),
  // V8 keeps what it made of such files alone; see load-bundled.ts.
  format: 'cjs',
  entryFileNames: '[name]-[hash].cjs',
  chunkFileNames: '[name]-[hash].cjs',
})
for (const [file, program] of programs) {
  const { fileName } = output.find(({ isEntry, name }) => isEntry && name === program)
  const up = '../'.repeat(file.split('/').length - 1) || './'
  writeFileSync(
    serverFile(file),
    `#!/usr/bin/env node
import { loadBundled } from '${up}load-bundled.js'

await loadBundled('${fileName}').run()
`,
  )
}
for (const { fileName } of output) loadBundled(fileName)
keepCompiled()
await Promise.all(
  beside.map(async (name) => {
    const one = await bundleOf(join(sources, `${name}.ts`))
    await one.write({ file: serverFile(`${name}.cjs`), format: 'cjs' })
  }),
)
