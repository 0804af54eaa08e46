// Kills the service while it makes and restores backups, and looks whether everything is of one of them afterwards, on both engines.
//   npm run test:crash-backup -- --rounds 200
//   TROWEL_TEST_ENGINES=sqlite npm run test:crash-backup
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
    'packages/server/dist/modules/backups/crash-backups.test.js',
  ]),
)
