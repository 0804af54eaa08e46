import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

type Loader = typeof import('./load-bundled.js')

describe('A bundled program', () => {
  let folder: string
  let bundled: string
  let starts = 0
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trowel-bundled-'))
    bundled = join(folder, 'bundled')
    await mkdir(bundled)
    const loader = await readFile(new URL('./load-bundled.js', import.meta.url), 'utf8')
    await writeFile(join(folder, 'load-bundled.mjs'), loader.replace(/^\/\/# sourceMappingURL.*/m, ''))
    await writeFile(
      join(bundled, 'greeting-1.cjs'),
      `const part = require('./part-1.cjs')
const { basename } = require('node:path')
exports.greet = async () => {
  const { EOL } = await importLibrary('node:os')
  const again = require('./part-1.cjs')
  return [part.words(), part === again, basename(__filename), typeof EOL]
}
`,
    )
    await writeFile(
      join(bundled, 'part-1.cjs'),
      `module.exports = { words: () => 'Good morning, ' + (function () { return typeof this })() }\n`,
    )
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** The loader as another process would have it: it knows no file yet. */
  const start = async (): Promise<Loader> =>
    (await import(`${pathToFileURL(join(folder, 'load-bundled.mjs')).href}?start=${starts++}`)) as Loader
  const greet = async (loader: Loader): Promise<unknown> =>
    (loader.loadBundled('greeting-1.cjs') as { greet(): Promise<unknown> }).greet()
  const greeting = ['Good morning, undefined', true, 'greeting-1.cjs', 'string']
  const compiled = (): string => join(bundled, `${process.version}-${process.arch}`)

  test('runs from its files, with what is beside them and what they import later', async () => {
    expect(await greet(await start())).toEqual(greeting)
    expect(await readdir(bundled)).toEqual(['greeting-1.cjs', 'part-1.cjs'])
  })

  test('runs from what V8 kept of them', async () => {
    const first = await start()
    await greet(first)
    first.keepCompiled()
    expect(await readdir(compiled())).toEqual(['greeting-1.cjs.bin', 'part-1.cjs.bin'])
    expect(await greet(await start())).toEqual(greeting)
  })

  test('runs where what was kept is of no use', async () => {
    const first = await start()
    await greet(first)
    first.keepCompiled()
    await writeFile(join(compiled(), 'greeting-1.cjs.bin'), 'torn')
    await writeFile(join(compiled(), 'part-1.cjs.bin'), '')
    expect(await greet(await start())).toEqual(greeting)
  })
})
