// How long does a chart over all records take, and do small reads stay quick beside it?
//
//   node bench/charts.mjs [--rows 200000] [--seconds 5] [--postgres postgres://…]
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ask, createApplication, createKey, createTable, importCsv } from './excavation.mjs'
import { columns, writeCsv } from './generate.mjs'
import { freshFolder, machine, startService, untilIdle, workFolder } from './programs.mjs'
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
mkdirSync(workFolder, { recursive: true })
const csv = join(workFolder, `finds-${rows}.csv`)
if (!existsSync(csv)) await writeCsv(csv, rows)

// Numbers in a column of texts, as registers have them that were typed into a spreadsheet.
const asTyped = columns.map((column) =>
  column.name === 'quantity' ? { ...column, db_type: 'TEXT' } : column,
)
const service = await startService(freshFolder('charts'), options.postgres)
const token = await createApplication(service.url, `charts_${Date.now().toString(36)}`)
await createTable(service.url, token, 'finds', asTyped)
await importCsv(service.url, token, 'finds', csv, asTyped, 'inventory_no')
const key = await createKey(service.url, token, 30)
await untilIdle(service.pid)

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

const few = { url: service.url, headers: { authorization: `Bearer ${key}` }, rows, seconds }
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
  await ask(service.url, 'POST', path, { token: key, body: { definition } })
  return performance.now() - began
}

async function drawAgainAndAgain() {
  while (performance.now() < until) {
    await timed(questions[drawn % questions.length][1])
    drawn++
  }
}
