// Figures with the commit and the machine that they stand for.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const resultsFolder = fileURLToPath(new URL('results/', import.meta.url))

/** What every result begins with. */
export const beginResults = (machine) => ({
  when: new Date().toISOString(),
  commit: spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout?.trim(),
  machine,
})

/**
 * Writes them to bench/results.
 * @param prefix of the name, which goes on with the time
 */
export function writeResults(results, prefix = '') {
  mkdirSync(resultsFolder, { recursive: true })
  const file = join(resultsFolder, `${prefix}${results.when.slice(0, 16).replace(':', '')}.json`)
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
  const { model, processors, node } = results.machine
  process.stdout.write(`\n${model}, ${processors} processors, Node ${node}; written to ${file}\n`)
}
