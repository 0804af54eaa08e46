// Kills the service while people upload, replace and delete files, and looks whether files and bytes agree afterwards: on both
// engines, in folders and in object storage by turns.
//   npm run test:crash-files -- --rounds 200
//   TROWEL_TEST_ENGINES=sqlite npm run test:crash-files
import { build, checkNode, giveUp, install, runAside } from './workspace.mjs'

checkNode()
install()
const at = process.argv.indexOf('--rounds')
const rounds = at === -1 ? 200 : Number(process.argv[at + 1])
if (!Number.isInteger(rounds) || rounds < 1) giveUp('--rounds takes a whole number from 1.')
if (!build()) process.exit(1)
process.env['TROWEL_CRASH_ROUNDS'] = String(rounds)
process.exit(
  await runAside('node_modules/vitest/vitest.mjs', [
    'run',
    'packages/server/dist/modules/files/crash-files.test.js',
  ]),
)
