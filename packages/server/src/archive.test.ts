import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeApplication, sessionAt } from './crash-tests/testing/session.js'
import { codeBlocks } from './testing/code-blocks.js'
import { isLong } from './testing/long-tests.js'

const project = fileURLToPath(new URL('../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'trowel-archive-'))
const made = join(folder, 'made')
const home = join(folder, 'home')

/** Nothing of the machine but Node itself, and no way to any other. */
const bare = {
  PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
  HOME: home,
  npm_config_offline: 'true',
  npm_config_cache: join(home, 'npm'),
  TROWEL_PORT: '0',
  TROWEL_WORKERS: '1',
  TROWEL_LOG_LEVEL: 'error',
}

const makeArchive = (into: string): void => {
  const program = join(project, 'scripts/package.mjs')
  execFileSync(process.execPath, [program, '--here', '--quick', '--into', into], { stdio: 'pipe' })
}

const read = (path: string) => readFileSync(path, 'utf8')
const digestOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

describe('the archive', () => {
  const running = new Set<ChildProcess>()
  let archive: string
  let root: string
  let names: string[]
  beforeAll(() => {
    mkdirSync(home)
    makeArchive(made)
    archive = readdirSync(made).find((name) => name.endsWith('.tgz')) ?? ''
    root = join(folder, 'unpacked')
    const [install = ''] = codeBlocks('docs/guides/server.md', 'sh')
    const lines = install.replaceAll('/opt/trowel', root).replace('trowel-5.0.0.tgz', archive)
    execFileSync('bash', ['-euc', lines], { cwd: made, stdio: 'pipe' })
    names = readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  })
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts what an operator would, in an empty folder, and waits until it listens. */
  async function start(file: string, words: readonly string[], cwd: string) {
    mkdirSync(cwd, { recursive: true })
    const child = spawn(process.execPath, [file, ...words], {
      cwd,
      env: bare,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)))
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const url = () => /^listening on (http:\/\/\S+)$/m.exec(output)?.[1]
    await expect.poll(() => url() ?? child.exitCode ?? undefined, { timeout: 60_000 }).toBeDefined()
    return {
      url: url() ?? output,
      stop: () => {
        child.kill('SIGTERM')
        return ended
      },
    }
  }

  test('has checksums that agree, and its bill of materials beside it', () => {
    const lines = read(join(made, 'SHA256SUMS')).trim().split('\n')
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      const [digest, name = ''] = line.split('  ')
      expect(digestOf(join(made, name))).toBe(digest)
    }
    expect(lines.map((line) => line.split('  ')[1])).toEqual([archive, archive.replace('.tgz', '.cdx.json')])
  })

  test('is the same, byte for byte, when it is made again', () => {
    const again = join(folder, 'again')
    makeArchive(again)
    expect(read(join(again, 'SHA256SUMS'))).toBe(read(join(made, 'SHA256SUMS')))
  })

  test('names every library in it, those in the page as well, with version and licence', () => {
    const { components, dependencies } = JSON.parse(read(join(root, 'bill-of-materials.cdx.json')))
    const known = new Map<string, Record<string, unknown>>(
      components.map((one: Record<string, unknown>) => [one['bom-ref'], one]),
    )
    const manifests = names.filter((name) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(name))
    expect(manifests.length).toBeGreaterThan(200)
    for (const name of manifests) {
      const { version } = JSON.parse(read(join(root, name)))
      const place = dirname(name).replace(/^node_modules\/@trowel\//, 'packages/')
      expect([place, known.get(place)?.['version']]).toEqual([place, version])
    }
    expect(known.has('node_modules/react')).toBe(true)
    const unsaid = [...known].filter(([, one]) => !('licenses' in one)).map(([place]) => place)
    // It has a licence, and does not say so in its package.json.
    expect(unsaid).toEqual(['node_modules/png-js'])
    for (const { ref, dependsOn } of dependencies)
      expect([ref, dependsOn]).toEqual([
        ref,
        [...new Set(dependsOn)].filter((name) => known.has(String(name))),
      ])
  })

  test('holds what runs and what explains it, and nothing for those who develop', () => {
    for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE', 'docs/guides/server.md', 'demo/schema.json'])
      expect(names).toContain(name)
    const own = names.filter((name) => !name.startsWith('node_modules/') || name.includes('@trowel/'))
    expect(
      own.filter((name) => /\.test\.|\.ts$|\.map$|\/testing\/|crash-tests|(^|\/)src\//.test(name)),
    ).toEqual([])
    expect(existsSync(join(root, 'node_modules/vitest'))).toBe(false)
    const texts = [...own, ...names.filter((name) => name.endsWith('package.json'))]
    const registry = /registry\.(npmjs|yarnpkg)/
    expect(texts.filter((name) => registry.test(read(join(root, name))))).toEqual([])
  })

  test('has every file that another of its files loads', () => {
    const program = fileURLToPath(new URL('./testing/broken-imports.js', import.meta.url))
    const words = ['--no-warnings', '--experimental-import-meta-resolve', program, root, project]
    expect(execFileSync(process.execPath, words, { encoding: 'utf8' })).toBe('')
  })

  /** @returns the program that people start */
  const ready = {
    unpacked: () => join(root, 'trowel.js'),
    installed: () => {
      const prefix = join(folder, 'installed')
      const words = ['install', '--global', '--prefix', prefix, join(made, archive)]
      if (!existsSync(prefix)) execFileSync('npm', words, { cwd: home, env: bare, stdio: 'pipe' })
      return join(prefix, 'bin', 'trowel')
    },
  }
  // npm takes longer than everything else: `npm run test:package`.
  const ways = (isLong ? ['unpacked', 'installed'] : ['unpacked']) as ['unpacked']
  const timeout = 180_000

  test.each(ways)(
    'runs where it is %s, without the network: the page is served, what is saved is kept',
    async (way) => {
      const program = ready[way]()
      const { url, stop } = await start(program, ['serve'], join(folder, `work-${way}`))
      expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'success' })
      const page = await (await fetch(url)).text()
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
      expect((await fetch(url + script)).headers.get('content-type')).toMatch(/javascript/)
      const session = await makeApplication(url, 'sqlite')
      await session.must('POST', '/api/record/contexts', { core: { ctx_no: 'C1' } })
      // Shrunk by a native part in a process of its own.
      const form = new FormData()
      const picture = readFileSync(join(root, 'demo/pictures/PF19-0009.png'))
      form.append('file', new Blob([picture], { type: 'image/png' }), 'find.png')
      const { status, body } = await session.upload('/api/record/contexts/1/file', form)
      expect([status, body.status]).toEqual([200, 'success'])
      expect(await stop()).toBe(0)
    },
    timeout,
  )

  test('holds all of the demo, which the tests of README start, but what draws its pictures', () => {
    const demo = readdirSync(join(project, 'demo'), {
      recursive: true,
      encoding: 'utf8',
      withFileTypes: true,
    })
    const files = demo
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(project.length))
      .filter((name) => !/^demo\/make(\/|\.mjs$)/.test(name))
    expect(files.length).toBeGreaterThan(50)
    for (const name of files)
      expect([name, digestOf(join(root, name))]).toEqual([name, digestOf(join(project, name))])
  })

  // Loading it takes as long as everything else: `npm run test:package`.
  test.each(isLong ? ways : [])('brings the demo where it is %s', { timeout }, async (way) => {
    const { url, stop } = await start(ready[way](), ['demo'], join(folder, `demo-${way}`))
    const session = await sessionAt(url).ask('POST', '/api/auth/login', {
      app: 'demo',
      email: 'demo@trowel.example',
      password: 'trowel-demo',
    })
    expect(session.status).toBe(200)
    expect(await stop()).toBe(0)
  })

  test('says in a sentence where it does not run', () => {
    const parts = join(root, 'node_modules/@node-rs')
    for (const name of readdirSync(parts).filter((one) => one.includes('-')))
      rmSync(join(parts, name), { recursive: true })
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'trowel.js'), '--version'], {
      env: bare,
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^This archive of Trowel has no parts for .*\n$/),
    ])
  })
})
