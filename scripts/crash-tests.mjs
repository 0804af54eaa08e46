// The long form of the crash tests; the ordinary tests have a short one.
//   npm run test:edits -- --edits 10000     two clients edit the same fifty records, on one node and on two
//   npm run test:crash -- --rounds 200      the service is killed while many write, and checked after restart
//   npm run test:crash-files                the same while files change, in folders and in object storage
//   npm run test:crash-backup               the same while it makes and restores backups
//   npm run test:crash-purge                the same while it purges the journal
//   npm run test:schema                     fields come and go while many write
//   npm run test:races                      many write the same unique value, or meet a restore
//   npm run test:replica                    what was written is read at once, while a replica is paused
//   npm run test:package                    the archive is installed by npm, too, and brings the demo, whose
//                                           pictures are drawn again
//   npm run test:drawn -- --times 20        tests that draw whole histories draw many more of them
//   npm run test:drawn -- --seed 123        the same again as a run that printed this seed
//   npm run test:fuzz -- --times 50         requests drawn from the OpenAPI document, for every operation;
//                                           and every operation asked for what is foreign to its caller
//   npm run test:crash -- --engine sqlite   one engine
import { parseArgs } from 'node:util'
import { build, checkNode, giveUp, install, runAside } from './workspace.mjs'

const tests = {
  edits: {
    files: ['crash-tests/random-edits'],
    option: 'edits',
    usual: '10000',
    variable: 'TROWEL_FAULT_EDITS',
  },
  crash: rounds(['crash-tests/crash']),
  'crash-files': rounds(['modules/files/crash-files']),
  'crash-backup': rounds(['modules/backups/crash-backups']),
  'crash-purge': rounds(['crash-tests/purge'], '20'),
  schema: rounds(['crash-tests/schema-changes'], '20', 'TROWEL_SCHEMA_ROUNDS'),
  drawn: {
    files: [
      ...['property', 'graph-cache', 'both-engines', 'hostile'],
      ...['on-engines', 'export/texts', 'search-replace/routes'],
    ],
    option: 'times',
    usual: '20',
    variable: 'TROWEL_TEST_TIMES',
  },
  fuzz: { files: ['fuzz', 'foreign-objects'], option: 'times', usual: '50', variable: 'TROWEL_TEST_TIMES' },
  package: rounds(['server/dist/archive', 'demo/load-demo'], '1'),
  replica: {
    files: ['crash-tests/replica'],
    option: 'writes',
    usual: '10000',
    variable: 'TROWEL_REPLICA_WRITES',
  },
  races: rounds(['crash-tests/unique-races', 'crash-tests/restore'], '50', 'TROWEL_RACE_ROUNDS'),
}

function rounds(files, usual = '200', variable = 'TROWEL_CRASH_ROUNDS') {
  return { files, option: 'rounds', usual, variable }
}

const { values, positionals } = parseArgs({
  options: {
    edits: { type: 'string' },
    times: { type: 'string' },
    writes: { type: 'string' },
    rounds: { type: 'string' },
    engine: { type: 'string' },
    seed: { type: 'string' },
  },
  allowPositionals: true,
})
const wanted = tests[positionals[0]]
if (!wanted) giveUp(`Say which: ${Object.keys(tests).join(' or ')}.`)
const times = values[wanted.option] ?? wanted.usual
if (!/^[1-9]\d*$/.test(times)) giveUp(`--${wanted.option} takes a number, not "${times}".`)

checkNode()
install()
if (!build()) giveUp('The service does not compile.')
process.env[wanted.variable] = times
// On PostgreSQL with one node, too.
process.env.TROWEL_LONG_TESTS = '1'
if (values.seed) process.env.TROWEL_TEST_SEED = values.seed
if (values.engine) process.env.TROWEL_TEST_ENGINES = values.engine
process.exit(
  await runAside('node_modules/vitest/vitest.mjs', [
    'run',
    ...wanted.files.map((file) => `${file}.test.js`),
    '--disable-console-intercept',
  ]),
)
