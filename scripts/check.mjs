// Everything about the project that is checked without running it: each step runs, also when another fails.
//   npm run check [-- types lint …]
//   node scripts/check.mjs --alone lint      one step, of which only the exit code tells
// The last line says `N passed, N failed`.

import { checkDependencies } from './check-dependencies.mjs'
import { checkFirstLoad } from './check-first-load.mjs'
import { checkImports } from './check-imports.mjs'
import { checkWidths } from './check-widths.mjs'
import { build, capture, checkNode, compile, giveUp, install, run } from './workspace.mjs'

const steps = {
  types: {
    what: 'types',
    passes: () => compile() === 0,
  },
  lint: {
    what: 'lint and format (biome), widths of comments and commit subjects',
    passes: () => {
      const hasWidths = checkWidths()
      return run('node_modules/@biomejs/biome/bin/biome', ['ci', '.']) === 0 && hasWidths
    },
  },
  unused: {
    what: 'unused files, exports and libraries (knip)',
    passes: () => run('node_modules/knip/bin/knip.js', []) === 0,
  },
  imports: { what: 'direction of imports (dependency-cruiser)', passes: checkImports },
  libraries: { what: 'licences and known faults of libraries', passes: checkDependencies },
  size: { what: 'size of the first view', passes: checkFirstLoad },
  docs: {
    what: 'documentation agrees with the code',
    passes: () => run('node_modules/vitest/vitest.mjs', ['run', 'packages/server/dist/docs.test.js']) === 0,
  },
}

const usesBuild = new Set(['types', 'size', 'docs'])

checkNode()
install()
const [first, ...others] = process.argv.slice(2)
if (first === '--alone') process.exit(stepsNamed(others).every((name) => steps[name].passes()) ? 0 : 1)

const wanted = stepsNamed(process.argv.slice(2))
const names = wanted.length > 0 ? wanted : Object.keys(steps)
const failed = []
// Steps run side by side. Those that use the build begin after it, so that only one process builds.
const outcomes = new Map()
const begin = (name) => outcomes.set(name, capture('scripts/check.mjs', ['--alone', name]))
const ofBuild = names.filter((name) => usesBuild.has(name))
for (const name of names) if (!usesBuild.has(name)) begin(name)
if (ofBuild.length === 0 || build({ types: names.includes('types') })) for (const name of ofBuild) begin(name)
// They are told in their order.
for (const name of names) {
  const { code, output } = (await outcomes.get(name)) ?? { code: 1, output: '' }
  process.stdout.write(`\n── ${steps[name].what}\n${output}`)
  if (code !== 0) failed.push(name)
}
process.stdout.write(
  failed.length > 0 ? `\nNot right yet: ${failed.join(', ')}\n` : '\nEverything is right.\n',
)
process.stdout.write(`${names.length - failed.length} passed, ${failed.length} failed\n`)
process.exit(failed.length === 0 ? 0 : 1)

function stepsNamed(given) {
  const unknown = given.filter((name) => !(name in steps))
  if (unknown.length > 0)
    giveUp(`No such check: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`)
  return given
}
