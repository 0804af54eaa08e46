import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root, say } from './workspace.mjs'

/**
 * Tests that passed and failed. A file with a failure outside of its tests counts as one failed test: it
 * could not be loaded, or what comes before or after the tests failed.
 * @param path Vitest's report of the run, as JSON
 * @param {number} exitCode what Vitest ended with: it alone tells of errors that no test waited for
 */
export function outcomeOf(path, exitCode) {
  let report
  try {
    report = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    say('The run left no report; its messages stand above.')
    return { passed: 0, failed: 1 }
  }
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((result) => result.status === 'failed'),
  )
  for (const { name } of broken) say(`Failed outside of its tests: ${relative(root, name)}`)
  const failed = report.numFailedTests + broken.length
  if (exitCode === 0 || failed > 0) return { passed: report.numPassedTests, failed }
  say('The run failed outside of a test; its messages stand above.')
  return { passed: report.numPassedTests, failed: 1 }
}
