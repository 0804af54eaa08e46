// Everything about the project that is checked without running it: each step runs, also when one before it
// fails.
//   npm run check [-- types lint …]
// The last line says `N passed, N failed`.

import { checkFirstLoad } from './check-first-load.mjs'
import { checkImports } from './check-imports.mjs'
import { checkWidths } from './check-widths.mjs'
import { build, checkNode, giveUp, install, run } from './workspace.mjs'

const steps = {
  types: { what: 'types', passes: () => build({ force: false }) },
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
  size: { what: 'size of the first view', passes: checkFirstLoad },
  docs: {
    what: 'documentation agrees with the code',
    passes: () => run('node_modules/vitest/vitest.mjs', ['run', 'packages/server/dist/docs.test.js']) === 0,
  },
}

checkNode()
install()
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in steps))
if (unknown.length > 0)
  giveUp(`No such check: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`)

const failed = []
const names = wanted.length > 0 ? wanted : Object.keys(steps)
for (const name of names) {
  process.stdout.write(`\n── ${steps[name].what}\n`)
  if (!steps[name].passes()) failed.push(name)
}
process.stdout.write(
  failed.length > 0 ? `\nNot right yet: ${failed.join(', ')}\n` : '\nEverything is right.\n',
)
process.stdout.write(`${names.length - failed.length} passed, ${failed.length} failed\n`)
process.exit(failed.length === 0 ? 0 : 1)
