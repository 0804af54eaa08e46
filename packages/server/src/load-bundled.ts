// Loads a program from the few files that it is bundled into. V8 compiled them when they were bundled; to do
// that again takes a third of a start.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

const folder = fileURLToPath(new URL('./bundled/', import.meta.url))

/**
 * What V8 made of a file, whose name tells its content: V8 itself looks at the length alone. Where another
 * Node runs there is none.
 */
const compiledPath = (name: string): string =>
  join(folder, `${process.version}-${process.arch}`, `${name}.bin`)

/** What has begun to run in this process, by the name of its file. */
const known = new Map<string, { readonly script: Script; readonly module: { exports: unknown } }>()

/** What the code of a file finds beside what all have: that of CommonJS, and a way to what it loads later. */
interface Scope {
  readonly module: { exports: unknown }
  readonly exports: unknown
  readonly require: (id: string) => unknown
  readonly __filename: string
  readonly __dirname: string
  readonly importLibrary: (name: string) => Promise<unknown>
}

/** @param name of a bundled file @returns what it exports */
export function loadBundled(name: string): unknown {
  const begun = known.get(name)
  if (begun) return begun.module.exports
  const filename = join(folder, name)
  const compiled = compiledPath(name)
  const source = readFileSync(filename, 'utf8')
  const script = new Script(
    `'use strict'; (({ module, exports, require, __filename, __dirname, importLibrary }) => {${source}\n})`,
    {
      filename,
      // V8 refuses what another version made, and compiles the source.
      ...(existsSync(compiled) && { cachedData: readFileSync(compiled) }),
    },
  )
  const module = { exports: {} }
  known.set(name, { script, module })
  const requireOther = createRequire(filename)
  const run = script.runInThisContext() as (scope: Scope) => void
  run({
    module,
    exports: module.exports,
    require: (id) => (id.startsWith('./') ? loadBundled(id.slice(2)) : requireOther(id)),
    __filename: filename,
    __dirname: folder,
    importLibrary: (name) => import(name),
  })
  return module.exports
}

/** Keeps what V8 has made of all that was loaded so far, for starts to come. */
export function keepCompiled(): void {
  for (const [name, { script }] of known) {
    mkdirSync(dirname(compiledPath(name)), { recursive: true })
    writeFileSync(compiledPath(name), script.createCachedData())
  }
}
