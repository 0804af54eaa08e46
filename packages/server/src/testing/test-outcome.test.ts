import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

interface Outcome {
  readonly passed: number
  readonly failed: number
}
type OutcomeOf = (report: string, exitCode: number) => Outcome

const project = fileURLToPath(new URL('../../../../', import.meta.url))
/** Below the project, where scratch tests find Vitest. */
let folder: string
let outcomeOf: OutcomeOf
beforeAll(async () => {
  folder = mkdtempSync(join(project, 'node_modules/.test-outcome-'))
  ;({ outcomeOf } = (await import(join(project, 'scripts/test-outcome.mjs'))) as { outcomeOf: OutcomeOf })
  // The library of the tests' PostgreSQL has a word at the end of a run.
  const server = JSON.stringify(join(project, 'packages/server/dist/testing/postgres-server.js'))
  writeFileSync(
    join(folder, 'setup.mjs'),
    `import { loadEmbeddedPostgres } from ${server}
     export default async () => { await loadEmbeddedPostgres() }`,
  )
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { test: { globalSetup: 'setup.mjs', include: ['*.test.mjs'] } }`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs files of tests as the test command does. */
function run(texts: readonly string[]): Outcome {
  const files = texts.map((_, index) => join(folder, `${index}.test.mjs`))
  for (const [index, file] of files.entries())
    writeFileSync(
      file,
      `import { afterAll, beforeAll, describe, expect, test } from 'vitest'\n${texts[index] ?? ''}`,
    )
  const report = join(folder, 'report.json')
  const { status } = spawnSync(
    process.execPath,
    [
      ...[join(project, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder],
      ...['--reporter=json', `--outputFile=${report}`],
    ],
    { stdio: 'ignore', env: { PATH: process.env['PATH'] } },
  )
  const outcome = outcomeOf(report, status ?? 1)
  for (const file of [...files, report]) rmSync(file, { force: true })
  return outcome
}

const passing = `test('adds', () => expect(1 + 1).toBe(2))`

describe('the run of all tests', () => {
  test('counts what failed in tests, before them, after them and at loading', () => {
    const texts = [
      passing,
      `${passing}; test('errs', () => expect(1).toBe(2))`,
      `${passing}; describe('a', () => { beforeAll(() => { throw Error() }); ${passing} })`,
      `${passing}; afterAll(() => { throw Error() })`,
      `import 'nothing.js'; ${passing}`,
    ]
    expect(run(texts)).toEqual({ passed: 4, failed: 4 })
  })

  test('counts an error that no test waited for', () => {
    expect(run([`${passing}; void Promise.reject(Error())`])).toEqual({ passed: 1, failed: 1 })
  })

  test('counts a run without a report', () => {
    expect(outcomeOf(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 })
  })
})
