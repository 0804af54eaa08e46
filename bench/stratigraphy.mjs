// What the checks of a Harris matrix cost: relations stated one by one, contradictions refused, the check and
// the reduced matrix, on an invented sequence of many units in trenches that overlap.
//
//   node bench/stratigraphy.mjs [--units 10000] [--relations 30000] [--postgres postgres://…]
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ask, createApplication, createTable, importCsv } from './excavation.mjs'
import { freshFolder, machine, startService, workFolder } from './programs.mjs'

const { values: options } = parseArgs({
  options: {
    units: { type: 'string', default: '10000' },
    relations: { type: 'string', default: '30000' },
    postgres: { type: 'string' },
  },
})
const units = Number(options.units)
const relations = Number(options.relations)
const named = machine()
const folder = freshFolder('stratigraphy')
const csv = join(workFolder, `contexts-${units}.csv`)
writeFileSync(csv, `ctx_no\n${Array.from({ length: units }, (_, k) => `C${k + 1}`).join('\n')}\n`)

const service = await startService(folder, options.postgres)
const token = await createApplication(service.url, `matrix_${Date.now().toString(36)}`)
const columns = [{ name: 'ctx_no', type: 'text', db_type: 'TEXT' }]
await createTable(service.url, token, 'contexts', columns)
await ask(service.url, 'PUT', '/api/config/table/contexts', { token, body: { rs: 1, id_field: 'ctx_no' } })
await importCsv(service.url, token, { table: 'contexts', path: csv, columns, key: 'ctx_no' })

// Every unit lies above some of the next hundred; one relation of a hundred says that two units are the same.
let seed = 1
const random = (below) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}
const facts = new Map()
while (facts.size < relations) {
  const first = 1 + random(units)
  const second = first + 1 + random(100)
  if (second > units) continue
  facts.set(`${first} ${second}`, { first, second, relation: 5 + random(4) })
}
const waiting = [...facts.values()]
const began = performance.now()
const refused = await Promise.all(Array.from({ length: 16 }, sendAll))
print(`${relations} relations stated by 16 people at once`, performance.now() - began)
process.stdout.write(`${refused.reduce((sum, one) => sum + one, 0)} of them were refused\n`)

const middle = Math.floor(units / 2)
await measure('state a relation and take it back', 50, async (k) => {
  const { id } = await state({ first: middle - k, second: middle + 101 + k, relation: 6 })
  await ask(service.url, 'DELETE', `/api/rs/${id}`, { token })
})
await measure('state one between far ends', 50, (k) =>
  state({ first: 1 + k, second: units - k, relation: 6 }),
)
await measure('be refused, the loop the longest there is', 50, (k) =>
  contradict({ first: units - k, second: 1 + k, relation: 5 }),
)
const known = [...facts.values()]
await measure('be refused, the loop a short one', 50, (k) => {
  const { first, second } = known[(k * 104_729) % known.length]
  return contradict({ first: second, second: first, relation: 5 })
})
for (const [title, path] of [
  ['the matrix', 'matrix'],
  ['the reduced matrix', 'matrix?reduced=1'],
  ['the check', 'check'],
]) {
  // Each question in another form, since the same one is remembered.
  await measure(title, 5, (k) =>
    ask(
      service.url,
      'GET',
      `/api/rs/${path}${path.includes('?') ? '&' : '?'}tb=contexts&filter[id][_gt]=${-k}`,
      { token },
    ),
  )
}
process.stdout.write(`${named.model}, ${named.processors} processors, Node ${named.node}\n`)
await service.stop()
process.exit(0)

async function sendAll() {
  let no = 0
  for (let fact = waiting.pop(); fact; fact = waiting.pop()) if (!(await tryToState(fact))) no += 1
  return no
}

function state(fact) {
  return ask(service.url, 'POST', '/api/record/contexts/rs', { token, body: fact })
}

async function tryToState(fact) {
  try {
    await state(fact)
    return true
  } catch (error) {
    if (String(error).includes('answered 409')) return false
    throw error
  }
}

async function contradict(fact) {
  if (await tryToState(fact)) throw new Error(`${JSON.stringify(fact)} should have closed a loop.`)
}

async function measure(title, times, work) {
  const took = []
  for (let k = 0; k < times; k++) {
    const start = performance.now()
    await work(k)
    took.push(performance.now() - start)
  }
  took.sort((a, b) => a - b)
  print(title, took[Math.floor(times / 2)], took.at(-1))
}

function print(title, median, slowest) {
  const most = slowest === undefined ? '' : `   slowest ${slowest.toFixed(1)} ms`
  process.stdout.write(`${title.padEnd(48)} ${median.toFixed(1).padStart(9)} ms${most}\n`)
}
