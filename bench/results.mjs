// Figures with the commit and the machine that they stand for.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const resultsFolder = fileURLToPath(new URL('results/', import.meta.url))

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

/**
 * The figures whose ratio fell by more than 15 % since they were last measured.
 * @param prefix as results of that kind are written with
 */
export function fallenSince(now, prefix = '') {
  const before = resultsLike(now, prefix)
  return Object.entries(now.figures).flatMap(([engine, figures]) =>
    Object.entries(figures).flatMap(([name, { ratio }]) => {
      const last = before.findLast((old) => old.figures[engine]?.[name])?.figures[engine][name]
      if (last === undefined || ratio >= 0.85 * last.ratio) return []
      return [`${name} on ${engine}: ${last.ratio.toFixed(2)} → ${ratio.toFixed(2)}`]
    }),
  )
}

/** Those with as many rows on such a machine, the oldest first; ratios differ from one kind to another. */
function resultsLike({ machine: { model, processors }, rows }, prefix) {
  if (!existsSync(resultsFolder)) return []
  return readdirSync(resultsFolder)
    .filter((name) => name.startsWith(prefix) && /^\d/.test(name.slice(prefix.length)))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(resultsFolder, name), 'utf8')))
    .filter(
      (old) => old.machine.model === model && old.machine.processors === processors && old.rows === rows,
    )
}
