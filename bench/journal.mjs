// What does the journal cost? Two services with the same tables, of which one has lost the triggers that
// write the journal, are written to in turn; then earlier states are read from the one that has it.
//
//   node bench/journal.mjs [--rows 89650 --seconds 3 --repeats 3 --kept 200000 --changes 10000]
//     [--postgres postgres://…]
//
// Goals: creating and updating keep 0.9 of the rate, an import takes 1.25 of the time at the most, is undone
// within 10 s, and a page of an earlier state comes within 150 ms with so many changes since.
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DatabaseSync } from '@photostructure/sqlite'
import autocannon from 'autocannon'
import { ask, createApplication, createKey, createTable, importCsv, login } from './excavation.mjs'
import { columns, rareWord, writeCsv } from './generate.mjs'
import { operations } from './operations.mjs'
import { freshFolder, machine, processorSeconds, startService, untilIdle, workFolder } from './programs.mjs'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '89650' },
    seconds: { type: 'string', default: '3' },
    repeats: { type: 'string', default: '3' },
    kept: { type: 'string', default: '200000' },
    changes: { type: 'string', default: '10000' },
    postgres: { type: 'string' },
  },
})
const [rows, seconds, repeats, kept, changes] = ['rows', 'seconds', 'repeats', 'kept', 'changes'].map(
  (name) => Number(options[name]),
)
const print = (text) => process.stdout.write(`${text}\n`)
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]

const named = machine()
mkdirSync(workFolder, { recursive: true })
const tables = ['finds', ...Array.from({ length: repeats }, (_, k) => `finds_${k}`)]
const systems = [await openSystem('with', true), await openSystem('without', false)]

const writes = operations(rows)
const figures = { import: ratios(), create: ratios(), update: ratios() }
for (let repeat = 0; repeat < repeats; repeat++) {
  // Who comes first changes, so that none has the warmer machine.
  const inTurn = repeat % 2 === 0 ? systems : [...systems].reverse()
  for (const system of inTurn)
    figures.import[system.name].push(await importInto(system, tables[repeat + 1], rows))
  for (const [what, operation] of [
    ['create', 'W7'],
    ['update', 'W8'],
  ]) {
    for (const system of inTurn)
      figures[what][system.name].push(await rateOf(system, writes[operation].requests))
  }
}
for (const [what, { with: journaled, without }] of Object.entries(figures)) {
  const compared = (measure, unit) => {
    const [one, other] = [journaled, without].map((list) => median(list.map((each) => each[measure])))
    // Pair by pair, so that it does not matter when the machine is slower for a while.
    const ratio = median(journaled.map((each, k) => each[measure] / without[k][measure]))
    return `${one.toFixed(2)} ${unit} with, ${other.toFixed(2)} without: ${ratio.toFixed(2)}`
  }
  const asked = what === 'import' ? compared('seconds', 's') : compared('rate', 'a second')
  print(`${what}: ${asked}; CPU ${compared('cpu', what === 'import' ? 's' : 'ms each')}`)
}
await systems[1].program.stop()
await undoImport(systems[0])
await readEarlierStates(systems[0])
await systems[0].program.stop()
print(`${named.model}, ${named.processors} processors, Node ${named.node}`)
process.exit(0)

function ratios() {
  return { with: [], without: [] }
}

async function openSystem(name, isJournaled) {
  const folder = freshFolder(`journal-${name}`)
  const application = `journal_${name}_${Date.now().toString(36)}`.slice(0, 20)
  let program = await startService(folder, options.postgres)
  let token = await createApplication(program.url, application)
  for (const table of [...tables, 'undone', 'kept']) await createTable(program.url, token, table, columns)
  if (!isJournaled) {
    await program.stop()
    await dropTriggers(folder, application)
    program = await startService(folder, options.postgres)
    token = await login(program.url, application)
  }
  const system = { name, program, token, key: await createKey(program.url, token, 20) }
  await importInto(system, 'finds', rows)
  return system
}

/** The triggers of all tables, which the service makes with a table and never looks for again. */
async function dropTriggers(folder, application) {
  if (options.postgres === undefined) {
    const database = new DatabaseSync(join(folder, 'applications', application, 'trowel.sqlite'))
    const triggers = database
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'sys\\_journal\\_%' ESCAPE '\\'",
      )
      .all()
    for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`)
    database.close()
    return
  }
  const pg = createRequire(new URL('../packages/server/package.json', import.meta.url))('pg')
  const client = new pg.Client({ connectionString: options.postgres })
  await client.connect()
  const { rows: triggers } = await client.query(
    `SELECT t.tgname AS name, t.tgrelid::regclass AS of FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE starts_with(t.tgname, 'sys_journal') AND n.nspname LIKE '%' || $1`,
    [application],
  )
  if (triggers.length === 0) throw new Error(`The application ${application} has no triggers.`)
  for (const { name, of } of triggers) await client.query(`DROP TRIGGER "${name}" ON ${of}`)
  await client.end()
}

/** What it takes: seconds, and those of the processor. */
async function importInto({ program, token }, table, count) {
  const path = join(workFolder, `finds-${count}.csv`)
  if (!existsSync(path)) await writeCsv(path, count)
  const [began, cpu] = [performance.now(), processorSeconds(program.pid)]
  const { inserted } = await importCsv(program.url, token, { table, path, columns, key: 'inventory_no' })
  const seconds = (performance.now() - began) / 1000
  if (inserted !== count) throw new Error(`${inserted} of ${count} rows were imported`)
  const taken = { seconds, cpu: processorSeconds(program.pid) - cpu }
  await untilIdle(program.pid)
  return taken
}

/** Requests a second at 16 connections, and milliseconds of the processor for each. */
async function rateOf({ program, key }, requests) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const before = processorSeconds(program.pid)
  const result = await autocannon({
    url: program.url,
    connections: 16,
    duration: seconds,
    requests: requests.map((request) => ({ ...request, headers })),
  })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} requests were refused`)
  const cpu = ((processorSeconds(program.pid) - before) * 1000) / result.requests.total
  return { rate: result.requests.total / result.duration, cpu }
}

async function undoImport(system) {
  await importInto(system, 'undone', rows)
  const { url } = system.program
  const { data } = await ask(url, 'GET', '/api/change-sets?per_page=1', { token: system.token })
  const began = performance.now()
  await ask(url, 'POST', `/api/change-set/${data[0].id}/undo`, { token: system.token, body: {} })
  print(`undo of ${rows} imported rows: ${((performance.now() - began) / 1000).toFixed(2)} s`)
}

async function readEarlierStates({ program, token, name }) {
  await importInto({ program, token, name }, 'kept', kept)
  const { data } = await ask(program.url, 'GET', '/api/change-sets?per_page=1', { token })
  const set = data[0].id
  const inOne = 500
  for (let done = 0; done < changes; done += inOne) {
    const ids = Array.from({ length: inOne }, (_, k) => 1 + (((done + k) * 19) % kept))
    const body = { ids, core: { period: `P${done}` } }
    await ask(program.url, 'PATCH', '/api/records/kept', { token, body })
  }
  await untilIdle(program.pid)
  const lamps = `filter=${encodeURIComponent(JSON.stringify({ type: { _eq: 'lamp' } }))}`
  const heaviest = 'sort_field=weight_g&sort_dir=desc'
  for (const [what, path] of Object.entries({
    page: '/api/records/kept?',
    'page 5000': '/api/records/kept?page=5000',
    filtered: `/api/records/kept?${lamps}`,
    sorted: `/api/records/kept?${heaviest}`,
    'filtered and sorted': `/api/records/kept?${lamps}&${heaviest}`,
    'a rare word': `/api/records/kept?search_type=fast&search=${rareWord}`,
    'changed last': '/api/records/kept?sort_field=sys_changed_at&sort_dir=desc',
    record: '/api/record/kept/20?',
  })) {
    const now = await timeOf(program, token, path)
    const then = await timeOf(program, token, `${path}&as_of=${set}`)
    print(`${what}, ${changes} changes ago: ${then.toFixed(0)} ms, now: ${now.toFixed(0)} ms`)
  }
}

/** @returns milliseconds, in the middle of eleven */
async function timeOf(program, token, path) {
  const times = []
  for (let k = 0; k < 12; k++) {
    const began = performance.now()
    await ask(program.url, 'GET', path, { token })
    times.push(performance.now() - began)
  }
  return median(times.slice(1))
}
