// How long does a chart over all records take, and do small reads stay quick beside it?
//
//   node bench/charts.mjs [--rows 200000] [--seconds 5] [--postgres postgres://…]
import { parseArgs } from 'node:util'
import { columns } from './generate.mjs'
import { machine } from './programs.mjs'
import { openRegister } from './register.mjs'
import { printReads, smallReads } from './small-reads.mjs'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '5' },
    postgres: { type: 'string' },
  },
})
const rows = Number(options.rows)
const seconds = Number(options.seconds)
const named = machine()
// Numbers in a column of texts, as registers have them that were typed into a spreadsheet.
const asTyped = columns.map((column) =>
  column.name === 'quantity' ? { ...column, db_type: 'TEXT' } : column,
)
const register = { name: 'charts', rows, postgres: options.postgres, columns: asTyped }
const { service, headers } = await openRegister(register)

const chart = (x_field, y_field, y_function, filter = {}) => [
  '/api/chart/data',
  { tb: 'finds', type: 'bar', x_field, y_field, y_function, filter },
]
const analysis = (char_field, group_field, measure, measure_field = null) => [
  '/api/assemblage/data',
  { source_tb: 'finds', char_field, group_path: [], group_field, measure, measure_field, filters: [] },
]
const questions = [
  ['records by material', chart('material', 'id', 'COUNT')],
  ['weight by material', chart('material', 'weight_g', 'SUM')],
  ['mean of numbers typed as texts, by period', chart('period', 'quantity', 'AVG')],
  ['different types by context (5,000 groups)', chart('context_id', 'type', 'COUNT_DISTINCT')],
  ['records by inventory number (all different)', chart('inventory_no', 'id', 'COUNT')],
  [
    'weight of a third of them, by type',
    chart('type', 'weight_g', 'SUM', { filter: { weight_g: { _lt: 12 } } }),
  ],
  ['material by period', analysis('material', 'period', 'count')],
  ['weight of types by material', analysis('type', 'material', 'sum', 'weight_g')],
]

const few = { url: service.url, headers, rows, seconds }
await smallReads({ ...few, seconds: 1 })
const alone = await smallReads(few)
for (const [what, question] of questions) {
  const times = []
  for (let run = 0; run < 5; run++) times.push(await timed(question))
  times.sort((a, b) => a - b)
  const ratio = Math.round(times[2] / alone.median)
  process.stdout.write(
    `${what}: median ${times[2].toFixed(0)} ms, best ${times[0].toFixed(0)} ms (${ratio} small reads)\n`,
  )
}
printReads('small reads alone', alone)
const until = performance.now() + seconds * 1000
let drawn = 0
const [beside] = await Promise.all([smallReads(few), drawAgainAndAgain()])
printReads('beside one chart after the other', beside)
process.stdout.write(`meanwhile: ${drawn} charts\n`)
process.stdout.write(
  `${rows} rows; ${named.model}, ${named.processors} processors, load ${named.loadBefore.toFixed(1)}, Node ${named.node}\n`,
)
await service.stop()
process.exit(0)

async function timed([path, definition]) {
  const began = performance.now()
  const reply = await fetch(service.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ definition }),
  })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
  await reply.arrayBuffer()
  return performance.now() - began
}

async function drawAgainAndAgain() {
  while (performance.now() < until) {
    await timed(questions[drawn % questions.length][1])
    drawn++
  }
}
