// What the other scripts share: where the project lies, whether it is installed and built. Plain Node, no
// dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const packages = readdirSync(join(root, 'packages')).filter((name) =>
  existsSync(join(root, 'packages', name, 'tsconfig.json')),
)
export const serverFile = (path) => join(root, 'packages/server/dist', path)
/** As an address, which a path is not where it has a `%` in it, or a drive letter before it. */
export const importServer = (path) => import(pathToFileURL(serverFile(path)).href)

/** Written after a build without errors; older than a source: the build is stale. */
const stamp = serverFile('.built')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
/**
 * What is bundled of the compiled packages. A bundle of which no package has changed stays: few changes
 * concern both.
 */
const bundles = [
  {
    // What browsers get.
    made: join(root, 'packages/web/dist/site/index.html'),
    stamp: join(root, 'packages/web/dist/.bundled'),
    of: ['contract', 'client', 'web'],
    run: () =>
      run(join(root, 'node_modules/vite/bin/vite.js'), ['build', '--logLevel', 'warn'], {
        cwd: join(root, 'packages/web'),
        stdio: ['ignore', 2, 2],
        // A shell of developers often says "development", by which React would be three times as slow.
        env: { ...process.env, NODE_ENV: 'production' },
      }),
    failed: 'The web client could not be bundled; the reasons stand above.',
  },
  {
    made: serverFile('bundled'),
    stamp: serverFile('.bundled'),
    of: ['contract', 'client', 'server'],
    run: () => run(join(root, 'scripts/bundle-service.mjs'), [], { stdio: ['ignore', 2, 2] }),
    failed: 'The service could not be bundled; the reasons stand above.',
  },
  {
    // What is read at /docs/.
    made: join(root, 'docs/site/dist/index.html'),
    stamp: join(root, 'docs/site/dist/.made'),
    of: ['contract'],
    besides: ['docs', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
    run: () => run(join(root, 'docs/site/build.mjs'), [], { stdio: ['ignore', 2, 2] }),
    failed: 'The documentation could not be made; the reasons stand above.',
  },
]

/** Messages of the scripts go to stderr: stdout belongs to the program that is run. */
export const say = (text) => process.stderr.write(`${text}\n`)

/** Ends the program with a sentence about what to do. */
export function giveUp(text) {
  say(text)
  process.exit(1)
}

/** Runs a program of Node in the foreground and answers its exit code. */
export function run(file, args, options = {}) {
  const child = spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit', ...options })
  if (child.error) throw child.error
  return child.status ?? 1
}

/**
 * As `run`, while this process stays alive to react. A terminal's Ctrl-C reaches both; SIGTERM is passed on.
 */
export function runAside(file, args, options = {}) {
  const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit', ...options })
  const passOn = () => child.kill('SIGTERM')
  const leaveToChild = () => {}
  process.on('SIGTERM', passOn)
  process.on('SIGINT', leaveToChild)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      process.off('SIGTERM', passOn)
      process.off('SIGINT', leaveToChild)
      resolve(code ?? 1)
    })
  })
}

/** Runs a program of Node beside others. What it says, on both of its streams, is for the caller to tell. */
export function capture(file, args) {
  const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const hear = (text) => {
    output += text
  }
  child.stdout.setEncoding('utf8').on('data', hear)
  child.stderr.setEncoding('utf8').on('data', hear)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    giveUp(`Trowel needs Node 20.19 or newer; this is ${process.versions.node}.`)
  }
}

export const isInstalled = () => existsSync(join(root, 'node_modules/.package-lock.json'))

/** Installs exactly what the lock file says, when nothing is installed yet. */
export function install() {
  if (isInstalled()) return
  say('Installing the libraries of the lock file (npm ci) …')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (npm.status !== 0) giveUp('npm ci did not succeed; its messages stand above.')
}

/**
 * Compiles every package when a source is newer than the last build. Types are held by `npm run check`, which
 * asks for them: to emit without them takes half of the time.
 * @returns whether the compiled output is right
 */
export function build({ force = false, types = false } = {}) {
  if (!force && !isStale()) return true
  if (!existsSync(compiler)) {
    if (existsSync(serverFile('main.js'))) return true
    giveUp('The compiler is not installed. Run `npm ci` first.')
  }
  for (const name of packages) if (name !== 'web') removeOrphans(join(root, 'packages', name))
  rmSync(stamp, { force: true })
  const began = Date.now()
  say('Compiling …')
  if (
    compile([...(types ? [] : ['--noCheck']), ...(force ? ['--force'] : [])], { stdio: ['ignore', 2, 2] }) !==
    0
  ) {
    say('The sources have errors; they stand above.')
    return false
  }
  for (const bundle of bundles) {
    if (!force && !isOlder(bundle.stamp, bundle.of, bundle.besides) && existsSync(bundle.made)) continue
    rmSync(bundle.stamp, { force: true })
    if (bundle.run() !== 0) {
      say(bundle.failed)
      return false
    }
    mark(bundle.stamp, began)
  }
  mark(stamp, began)
  say(`Compiled in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
  return true
}

/**
 * Runs the compiler over all packages and answers its exit code. Each checker of a project looks at most
 * types again: the usual four cost twice the time on two cores. The compiler is a program of Go: to collect
 * its garbage less often takes a fifth less again, in as much memory.
 */
export const compile = (args = [], options = {}) =>
  run(compiler, ['-b', '--checkers', '1', ...args], { env: { GOGC: '400', ...process.env }, ...options })

const isStale = () =>
  isOlder(stamp, packages) ||
  bundles.some((bundle) => isOlder(bundle.stamp, [], bundle.besides)) ||
  packages.some((name) => !existsSync(join(root, 'packages', name, 'dist/.tsbuildinfo'))) ||
  bundles.some(({ made }) => !existsSync(made))

/** What is saved while the compiler runs counts as newer. */
function mark(path, began) {
  writeFileSync(path, '')
  utimesSync(path, began / 1000, began / 1000)
}

/**
 * Is a stamp missing, or older than what packages, given by their names, are made of? Or than other files and
 * folders?
 */
function isOlder(path, names, besides = []) {
  if (!existsSync(path)) return true
  const built = statSync(path).mtimeMs
  const settings = ['tsconfig.base.json', 'tsconfig.json', 'package-lock.json'].map((name) =>
    join(root, name),
  )
  const sources = names.flatMap((name) => {
    const folder = join(root, 'packages', name)
    // Folders too: their time tells that a file was taken away.
    const below = readdirSync(join(folder, 'src'), { recursive: true }).map((source) =>
      join(folder, 'src', source),
    )
    const own = [
      'tsconfig.json',
      'package.json',
      'vite.config.ts',
      'index.html',
      'service-worker/service-worker.ts',
      'src',
    ].map((file) => join(folder, file))
    return [...own, ...below]
  })
  const others = besides.flatMap((path) => {
    const place = join(root, path)
    return statSync(place).isDirectory()
      ? filesBelow(place).filter((file) => !file.includes('/dist/'))
      : [place]
  })
  return [...settings, ...sources, ...others].some(
    (source) => existsSync(source) && statSync(source).mtimeMs > built,
  )
}

/** Compiled files whose source is gone: a test that was renamed must not run under its old name. */
function removeOrphans(folder) {
  const compiled = join(folder, 'dist')
  for (const path of existsSync(compiled) ? filesBelow(compiled) : []) {
    const source = path.slice(compiled.length).replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts')
    if (source.endsWith('.ts') && !existsSync(join(folder, `src${source}`))) rmSync(path)
  }
}

export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}
