import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from '../code-blocks.js'
import { compileFolder, strictSettings } from '../compile-program.js'
import { beginWalk, password, type Walk } from './walk.js'

const run = promisify(execFile)
const project = fileURLToPath(new URL('../../../../../', import.meta.url))

/** A program outside the workspace, with the packed client as its only library. */
const program = `
import { ApiError, createClient, entriesOf, type Client, type Filter } from '@trowel/client'

declare const process: { readonly argv: readonly string[] }
const [, , baseUrl = '', token = ''] = process.argv
const trowel: Client = createClient({ baseUrl, token })
const filter: Filter = { weight_g: { _gte: 50 } }
const names: unknown[] = []
for await (const { inv_no } of trowel.records.each('finds', { filter, sort: ['inv_no'] })) names.push(inv_no)
const { tables } = await trowel.info.tables()
const sets: number[] = []
for await (const set of entriesOf((page) => trowel.history.changeSets({ page }))) sets.push(set.id)
const code = await trowel.records.read('finds', 999).catch((error: unknown) => error instanceof ApiError && error.code)
console.log(JSON.stringify({ names, tables: tables.map(({ name }) => name), code }))
`

/** The blocks of the guide as one program: a later one may use what an earlier one has made. */
function guideProgram(): string {
  const blocks = codeBlocks('docs/guides/sdk.md', 'js')
  const imports = blocks.flatMap((block) => block.match(/^import .*$/gm) ?? [])
  const words = blocks
    .map((block) => block.replace(/^import .*$/gm, ''))
    // A block with a client of its own stands for itself.
    .map((block, place) =>
      place > 0 && /^const trowel /m.test(block) ? `{\n${block}}\n` : block.replace(/^const /gm, 'var '),
    )
    .join('\n')
    // In a browser the service is where the page came from.
    .replace('createClient({ onSignedOut', 'createClient({ baseUrl: process.env.TROWEL_URL, onSignedOut')
    .replaceAll("'http://127.0.0.1:8530'", 'process.env.TROWEL_URL')
    .replaceAll("'vallelunga'", "'dig'")
  const given = `
const { email, password } = { email: 'writer@dig.example', password: '${password}' }
const [showLogin, retryLater, mark] = [console.error, console.error, (field, text) => console.log('wrong:', field, text)]
`
  return [...new Set(imports), given, words].join('\n')
}

describe('the package of the SDK', () => {
  let walk: Walk
  let folder: string
  let installed: string
  let address: string
  let key: string
  beforeAll(async () => {
    walk = await beginWalk()
    address = walk.client.files.url({ url: '' })
    key = (await walk.client.apiKeys.create({ label: 'program', privilege: 10 })).key
    folder = await mkdtemp(join(tmpdir(), 'trowel-packed-'))
    installed = join(folder, 'node_modules/@trowel/client')
    await run(process.execPath, [join(project, 'scripts/pack-client.mjs'), folder])
    const [packed = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    const quietly = ['--offline', '--no-audit', '--no-fund', '--silent']
    await run('npm', ['install', ...quietly, join(folder, packed)], { cwd: folder })
  })
  afterAll(async () => {
    await walk.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('holds one module, its types, a readme and the licence, and nothing of the workspace', async () => {
    const files = (await readdir(installed, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    )
    const names = files.map(({ name }) => name)
    expect(names.filter((name) => !name.endsWith('.d.ts')).sort()).toEqual([
      'LICENSE',
      'README.md',
      'client.js',
      'package.json',
    ])
    for (const { parentPath, name } of files.filter((file) => /\.(js|d\.ts)$/.test(file.name))) {
      const text = await readFile(join(parentPath, name), 'utf8')
      const others = [...text.matchAll(/(?:from |import\()['"](@?[a-z][^'"]*)['"]/g)].map(
        ([, other]) => other,
      )
      expect([name, others]).toEqual([name, []])
    }
    // Browsers can load it as it is.
    expect(await readFile(join(installed, 'client.js'), 'utf8')).not.toMatch(
      /^import |\brequire\(|process\.env/m,
    )
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({
      name: '@trowel/client',
      license: 'MIT',
      type: 'module',
      sideEffects: false,
    })
    expect([manifest.private, manifest.dependencies]).toEqual([undefined, undefined])
  })

  test('compiles with programs that are held strictly, with types of tables and without', async () => {
    const types = await (await walk.client.info.types().fetch()).text()
    const [typed = ''] = codeBlocks('docs/guides/sdk.md', 'ts')
    await writeFile(join(folder, 'program.ts'), program)
    await writeFile(join(folder, 'vallelunga.d.ts'), types.replace('type Dig', 'type Vallelunga'))
    await writeFile(join(folder, 'typed.ts'), `const [baseUrl, token] = ['', '']\n${typed}`)
    await writeFile(join(folder, 'tsconfig.json'), strictSettings)
    expect(await compileFolder(folder)).toBe('')
  })

  test('runs in Node against a service, as it was compiled', async () => {
    const { stdout } = await run(process.execPath, [join(folder, 'program.js'), address, key])
    expect(JSON.parse(stdout)).toEqual({
      names: ['F6', 'F7'],
      tables: ['trenches', 'contexts', 'finds'],
      code: 'record_not_found',
    })
  })

  test('does what its guide shows', async () => {
    const { configuration, records } = walk.client
    await configuration.createTable({
      name: 'find_measures',
      label: 'Measures',
      is_plugin: '1',
      plugin_of: 'finds',
    })
    const length = { name: 'length_mm', label: 'Length', type: 'text', db_type: 'FLOAT' }
    await configuration.createField('find_measures', length)
    await records.create('finds', { core: { inv_no: 'F-1', material: 'bronze', weight_g: 40 } })
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'sienna' } })
    await picture.jpeg().toFile(join(folder, 'F-1907.jpg'))
    await writeFile(join(folder, 'finds.csv'), 'Inventory,Material\nF-2001,bone\nF-2002,glass\n')
    await writeFile(join(folder, 'guide.js'), guideProgram())
    const env = { ...process.env, TROWEL_URL: address, TROWEL_KEY: key }
    const { stdout } = await run(process.execPath, [join(folder, 'guide.js')], { cwd: folder, env })
    const lines = stdout.split('\n')
    expect(lines).toContain('1 deleted, and back again')
    expect(lines.filter((line) => line.startsWith('wrong: inv_no'))).toHaveLength(1)
    const names = ['F-1907', 'F-2001', 'F-2002']
    const { data } = await records.list('finds', {
      filter: { inv_no: { _in: names } },
      columns: '*',
      sort: ['inv_no'],
    })
    expect(data.map(({ inv_no, material }) => [inv_no, material])).toEqual([
      ['F-1907', 'copper alloy'],
      ['F-2001', 'bone'],
      ['F-2002', 'glass'],
    ])
    const { files, plugins } = await records.read('finds', data[0]?.id ?? 0)
    expect([files[0]?.filename, plugins['find_measures']?.data[0]?.['length_mm']?.val]).toEqual([
      'F-1907',
      41,
    ])
  })
})
