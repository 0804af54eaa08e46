// Runs all tests on both engines, from a bare checkout too.
//   npm test                                              everything
//   npm test -- packages/server/src/query                 the tests below a folder, or of one file
//   TROWEL_TEST_ENGINES=sqlite npm test                   one engine
//   TROWEL_LONG_TESTS=1 npm test                          all in their long form, before a release
// The last line says `N passed, N failed`; the exit code is 0 only when nothing failed.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { outcomeOf } from './test-outcome.mjs'
import { build, checkNode, install, root, runAside } from './workspace.mjs'

checkNode()
// Packages of the system come over the network while libraries are installed and the compiler computes.
const packages = runAside('scripts/system-packages.mjs', [])
install()
const isBuilt = build()
await packages
if (!isBuilt) finish({ passed: 0, failed: 1 })

// Tests of the service run on the compiled output: what people name are the sources.
const patterns = process.argv
  .slice(2)
  .map((given) =>
    /^(-|packages\/web|e2e)/.test(given)
      ? given
      : given.replace(/(^|\/)src(\/|$)/, '$1dist$2').replace(/\.ts$/, '.js'),
  )
const projects = [
  ['service, on its engines', (path) => /^packages\/[a-z]+\/dist\//.test(path)],
  ['client, without a browser', (path) => path.startsWith('packages/web/')],
  ['client, in a browser', (path) => path.startsWith('e2e/')],
]
const folder = mkdtempSync(join(roomInMemory() ?? tmpdir(), 'trowel-test-'))
// The tests' PostgreSQL may run as another user.
chmodSync(folder, 0o755)
const report = join(folder, 'report.json')
const code = await runAside(
  'node_modules/vitest/vitest.mjs',
  ['run', ...patterns, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  { env: { ...process.env, TMPDIR: folder } },
)
const outcome = outcomeOf(report, code)
tellTimes(report)
rmSync(folder, { recursive: true, force: true })
finish(outcome)

/**
 * Where temporary files cost no time of a disk, if there is such a place and it has room for all that the
 * tests leave for a while.
 */
function roomInMemory() {
  const place = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(place)
    return process.env.TMPDIR === undefined && bavail * bsize > 4 * 1024 ** 3 ? place : undefined
  } catch {
    return undefined
  }
}

/** Where the tests ran and what they cost: each project, and the slowest files. */
function tellTimes(path) {
  let files
  try {
    files = JSON.parse(readFileSync(path, 'utf8')).testResults.map(
      ({ name, startTime, endTime, assertionResults }) => ({
        path: relative(root, name),
        tests: assertionResults.length,
        seconds: (endTime - startTime) / 1000,
      }),
    )
  } catch {
    return
  }
  const line = (seconds, text) => process.stdout.write(`${seconds.toFixed(1).padStart(8)} s  ${text}\n`)
  process.stdout.write('\nTime in test files, several at once:\n')
  for (const [project, isOf] of projects) {
    const own = files.filter((file) => isOf(file.path))
    const sum = (key) => own.reduce((total, file) => total + file[key], 0)
    line(sum('seconds'), `${project}: ${sum('tests')} tests in ${own.length} files`)
  }
  process.stdout.write('The slowest files:\n')
  for (const { path: name, tests, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 10))
    line(seconds, `${name} (${tests} tests)`)
}

function finish({ passed, failed }) {
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  process.exit(failed === 0 ? 0 : 1)
}
