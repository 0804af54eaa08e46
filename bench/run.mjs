// How fast is the service? One command that measures all that docs/performance.md speaks of, on SQLite and on
// PostgreSQL, and holds it against a limit (limit-server.mjs) on the same engine.
//
//   npm run bench [-- --rows 200000 --seconds 2 --repeats 3 --ops W1,W2,export --connections 1,16
//     --engine sqlite --postgres postgres://… --large]
//
// --engine names the only one to measure. Without --postgres the server of the tests is started, with its
// writes made durable. --ops names operations (operations.mjs) and measures; --large measures what becomes
// of a tenfold installation instead.
//
// Only ratios within one run mean something. The figures go to bench/results, with the commit. Where one is
// more than 15 % below the last result on a machine like it, the command names it and ends with 1. A busy
// machine does that, too: measure once more.
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openPostgresServer } from '../packages/server/dist/testing/postgres-server.js'
import { hasReached } from './figures.mjs'
import { catalogue } from './measures/catalogue.mjs'
import { coldStart } from './measures/cold-start.mjs'
import { exports } from './measures/exports.mjs'
import { filling } from './measures/filling.mjs'
import { growth } from './measures/growth.mjs'
import { requests } from './measures/requests.mjs'
import { machine, startLimit, workFolder } from './programs.mjs'
import { openEmptyRegister } from './register.mjs'
import { beginResults, fallenSince, writeResults } from './results.mjs'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '2' },
    repeats: { type: 'string', default: '3' },
    ops: { type: 'string' },
    connections: { type: 'string', default: '1,16' },
    engine: { type: 'string' },
    postgres: { type: 'string' },
    large: { type: 'boolean', default: false },
  },
})
const asked = options.ops?.split(',')
const common = {
  rows: Number(options.rows),
  seconds: Number(options.seconds),
  repeats: Number(options.repeats),
  connections: options.connections.split(',').map(Number),
  operations: asked?.filter((name) => /^W\d/.test(name)),
  say: (text) => process.stderr.write(`${text}\n`),
}
// Operations are part of one measure.
const isAsked = ({ name }) =>
  asked === undefined || asked.includes(name) || (name === 'requests' && common.operations.length > 0)
// The first one fills the service that the others ask.
const measures = options.large
  ? [growth]
  : [filling, ...[requests, exports, coldStart, catalogue].filter(isAsked)]

mkdirSync(workFolder, { recursive: true })
const results = {
  ...beginResults(machine()),
  rows: common.rows,
  seconds: common.seconds,
  figures: {},
}
if (options.engine !== 'postgres') results.figures.sqlite = await measured('sqlite')
if (options.engine !== 'sqlite') {
  const server = options.postgres === undefined ? await openPostgresServer(['fsync=on']) : undefined
  try {
    results.figures.postgres = await measured('postgres', options.postgres ?? server.url)
  } finally {
    await server?.stop()
  }
}
const prefix = options.large ? 'large-' : ''
const fallen = fallenSince(results, prefix)
for (const line of fallen) process.stdout.write(`fallen by more than 15 %: ${line}\n`)
writeResults(results, prefix)
process.exit(fallen.length === 0 ? 0 : 1)

/** All measures on an engine. @returns the figures by name */
async function measured(engine, postgres) {
  const context = { ...common, engine, postgres }
  if (!options.large) {
    context.register = await openEmptyRegister({ name: `on_${engine}`, postgres })
    context.limit = await startLimit(common.rows, postgres)
    // The address of the service changes when it is started again.
    context.systems = [
      {
        name: `limit on ${engine}`,
        role: 'limit',
        url: () => context.limit.url,
        pid: () => context.limit.pid,
        headers: {},
      },
      {
        name: `service on ${engine}`,
        role: 'service',
        url: () => context.register.service.url,
        pid: () => context.register.service.pid,
        headers: context.register.headers,
      },
    ]
  }
  const figures = []
  for (const measure of measures) figures.push(...(await measure.run(context)))
  await context.register?.service.stop()
  await context.limit?.stop()
  print(engine, figures)
  return Object.fromEntries(figures.map(({ name, ...figure }) => [name, figure]))
}

function print(engine, figures) {
  process.stdout.write(`\nOn ${engine}: ratios above 1 are better than the limit, or than the bound\n`)
  for (const figure of figures) {
    const { title, value, unit, ratio, goal } = figure
    const aim = goal === undefined ? '' : `goal ${goal}${hasReached(figure) ? '' : ', not reached'}`
    const shown = value.toFixed(value < 10 ? 2 : 0)
    process.stdout.write(`${ratio.toFixed(2).padStart(7)}  ${title}: ${shown} ${unit}   ${aim}\n`)
  }
  process.stdout.write('\n')
}
