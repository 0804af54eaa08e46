import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Public data sets that are no part of the project; tests that read them are named `….data.test.ts`. */
const data = resolve(process.env['TROWEL_TEST_DATA'] ?? '../shared/data')
const hasData = existsSync(data)
if (!hasData) console.warn(`No public data sets in ${data}: the tests that import them are left out.`)

/** GDAL's own programs (Debian's package gdal-bin); tests that run them are named `….gdal.test.ts`. */
const hasGdal = spawnSync('ogrinfo', ['--version']).status === 0
if (!hasGdal)
  console.warn('No ogrinfo (package gdal-bin): the tests that run the programs of GDAL are left out.')

/**
 * A pooler for PostgreSQL (Debian's package pgbouncer); tests that run it are named `….pgbouncer.test.ts`.
 */
const hasPgbouncer = spawnSync('pgbouncer', ['--version']).status === 0
if (!hasPgbouncer)
  console.warn('No pgbouncer: the tests that reach PostgreSQL through a pooler are left out.')

/** A server of MariaDB (Debian's package mariadb-server-core); tests that run it are `….mariadb.test.ts`. */
const hasMariadb = spawnSync('mariadbd', ['--version']).status === 0
if (!hasMariadb) console.warn('No mariadbd: the tests that adopt an installation on MariaDB are left out.')

/** The program of that name; tests that run it are named `….curl.test.ts`. */
const hasCurl = spawnSync('curl', ['--version']).status === 0
if (!hasCurl) console.warn('No curl: the tests that do what README and guides show are left out.')

/**
 * Libraries of Python (Debian's packages python3-requests and python3-pandas); tests that run programs of it
 * are named `….python.test.ts`.
 */
const hasPandas =
  spawnSync('/usr/bin/python3', [
    '-c',
    'from importlib.metadata import version; version("pandas"), version("requests")',
  ]).status === 0
if (!hasPandas) console.warn('No pandas for Python: the test that does what its guide shows is left out.')

/** All tests in their long form, before a release? The service's tests ask `long-tests.ts`. */
const areLongTests = process.env['TROWEL_LONG_TESTS'] === '1'

/** What is compiled already needs no compiler but Node's own; the tests alone go through Vite. */
const compiled = { deps: { external: [/\/packages\/[a-z]+\/dist\/(?!.*\.test\.js$)/] } }

/** Few lines can take long: these draw many cases, read whole data sets, or start and kill processes. */
const takesLong =
  /\.(property|fuzz|data|gdal)\.test\.|archive|random-|crash|load-demo|every-|first-dig|serve\.test|readme|guides\/import/

/** Long files first: what is begun last should not be what everything else waits for. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      const isLong = ({ moduleId }: TestSpecification): boolean => takesLong.test(moduleId)
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))]
    })
  }
}

const shared = {
  // Tests that draw many more histories than usual take so much longer.
  testTimeout: 60_000 * Number(process.env['TROWEL_TEST_TIMES'] ?? 1),
  hookTimeout: 60_000,
  pool: 'forks',
  // Young objects die before they are copied: a tenth less CPU. Most code ends before it pays to compile it a
  // second time, to run faster: a seventh less. Threads of V8 beside it gain nothing where no processor is
  // idle.
  execArgv: ['--max-semi-space-size=64', '--interrupt-budget=1000000', '--single-threaded'],
  // What is waited for may be long in coming where two cores do everything.
  expect: { poll: { timeout: 40_000, interval: 50 } },
} as const

export default defineConfig({
  test: {
    // One more than the cores that CI has: tests wait for other processes, and each worker loads all code.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'service',
          include: ['packages/*/dist/**/*.test.js'],
          exclude: [
            ...configDefaults.exclude,
            ...(hasData ? [] : ['**/*.data.test.js']),
            ...(hasGdal ? [] : ['**/*.gdal.test.js']),
            ...(hasPgbouncer ? [] : ['**/*.pgbouncer.test.js']),
            ...(hasMariadb ? [] : ['**/*.mariadb.test.js']),
            ...(hasCurl ? [] : ['**/*.curl.*test.js']),
            ...(hasPandas ? [] : ['**/*.python.test.js']),
          ],
          globalSetup: 'packages/server/dist/testing/prepare.js',
          // The service is loaded once by each worker: nothing in it outlives the storage that a test opens
          // for itself.
          isolate: false,
          server: compiled,
        },
      },
      {
        // What the web client thinks by itself, on its sources.
        test: {
          ...shared,
          name: 'client',
          include: ['packages/web/src/**/*.test.ts'],
          css: true,
          // These are functions of their arguments: files need no module of their own.
          isolate: false,
        },
      },
      {
        // The web client in a real browser, on the service as it is shipped.
        test: {
          ...shared,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          name: 'browser',
          // The specs of a worker share its browser, and the service's code, which is loaded once.
          isolate: false,
          server: compiled,
          include: ['e2e/specs/**/*.test.ts'],
          exclude: [
            ...configDefaults.exclude,
            ...(hasData ? [] : ['**/*.data.test.ts']),
            // The longest way through the client, whose parts other specs walk.
            ...(areLongTests ? [] : ['**/first-dig.data.test.ts']),
          ],
          globalSetup: 'e2e/prepare.ts',
          setupFiles: 'e2e/each-file.ts',
        },
      },
    ],
  },
})
