// How fast is the service? One command that fills it with an invented register of finds and asks it and the
// limit (limit-server.mjs) the same questions in turn.
//
//   npm run bench [-- --rows 200000 --seconds 2 --repeats 3 --ops W1,W2 --connections 1,16
//     --postgres postgres://…]
//
// Answers are checked before anything is timed. The order of measuring is repeat > operation > connections >
// system, so that a slow minute of the machine falls on all alike. Only ratios within one run mean something.
// The figures go to bench/results, with the commit. Where one is more than 15 % below the last result on a
// machine like it, the command names it and ends with 1. A busy machine does that, too: measure once more.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { createApplication, createKey, createTable, importCsv } from './excavation.mjs'
import { columns, writeCsv } from './generate.mjs'
import { operations } from './operations.mjs'
import {
  freshFolder,
  machine,
  memoryOf,
  startLimit,
  startService,
  untilIdle,
  workFolder,
} from './programs.mjs'
import { beginResults, resultsFolder, writeResults } from './results.mjs'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '2' },
    repeats: { type: 'string', default: '3' },
    ops: { type: 'string' },
    connections: { type: 'string', default: '1,16' },
    postgres: { type: 'string' },
  },
})
const rows = Number(options.rows)
const seconds = Number(options.seconds)
const connections = options.connections.split(',').map(Number)
const all = operations(rows)
const asked = options.ops?.split(',') ?? Object.keys(all)
const say = (text) => process.stderr.write(`${text}\n`)

mkdirSync(workFolder, { recursive: true })
const csv = join(workFolder, `finds-${rows}.csv`)
if (!existsSync(csv)) await writeCsv(csv, rows)

const named = machine()
const systems = [{ name: 'limit', program: await startLimit(rows, 'photostructure'), headers: {} }]
if (canLoad('better-sqlite3')) {
  systems.push({ name: 'limit-better', program: await startLimit(rows, 'better'), headers: {} })
}
systems.push(await filledService('service', undefined))
if (options.postgres !== undefined) systems.push(await filledService('service-pg', options.postgres))

const cells = []
for (const system of systems) {
  for (const name of asked) {
    const problem = await firstProblem(system, all[name]).catch((error) => String(error))
    if (problem === undefined) cells.push({ system, name, measured: new Map() })
    else say(`${system.name} ${name}: not measured, ${problem}`)
  }
}
for (const cell of cells) await load(cell, 4, { duration: 1 })
for (let repeat = 0; repeat < Number(options.repeats); repeat++) {
  for (const name of asked) {
    for (const count of connections) {
      for (const cell of cells.filter((one) => one.name === name)) {
        const result = await load(cell, count, { duration: seconds })
        cell.measured.set(count, [...(cell.measured.get(count) ?? []), result])
        const { perSecond, median, p99 } = result
        say(
          `${repeat + 1} ${name} ${count} connections ${cell.system.name}: ${perSecond.toFixed(0)}/s, ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
        )
      }
    }
  }
}
const fallen = report()
for (const system of systems) await system.program.stop()
process.exit(fallen.length === 0 ? 0 : 1)

async function filledService(name, databaseUrl) {
  const began = performance.now()
  const program = await startService(freshFolder(name), databaseUrl)
  const application = databaseUrl === undefined ? 'bench' : `bench_${Date.now().toString(36)}`
  const token = await createApplication(program.url, application)
  await createTable(program.url, token, 'finds', columns)
  const { inserted } = await importCsv(program.url, token, {
    table: 'finds',
    path: csv,
    columns,
    key: 'inventory_no',
  })
  if (inserted !== rows) throw new Error(`${inserted} of ${rows} rows were imported`)
  const key = await createKey(program.url, token, 20)
  await untilIdle(program.pid)
  say(
    `${name}: filled in ${((performance.now() - began) / 1000).toFixed(0)} s, ${memoryOf(program.pid).nowMib} MiB resident`,
  )
  return { name, program, headers: { authorization: `Bearer ${key}` } }
}

/** What is wrong with the answers of a system to an operation; `undefined` when nothing is. */
async function firstProblem(system, operation) {
  const problem = await checkOne(system, operation.requests[0], operation.check)
  if (problem !== undefined || operation.readBack === undefined) return problem
  return checkOne(system, operation.readBack.request, operation.readBack.check)
}

async function checkOne({ program, headers }, { method, path, body }, check) {
  const reply = await fetch(program.url + path, { method, body, headers: headersOf(headers, body) })
  const text = await reply.text()
  return reply.ok ? check(JSON.parse(text)) : `it answered ${reply.status}: ${text.slice(0, 200)}`
}

function headersOf(headers, body) {
  return body === undefined ? headers : { ...headers, 'content-type': 'application/json' }
}

function load({ system, name }, count, bound) {
  const latencies = []
  let refused = 0
  const requests = all[name].requests.map((request) => ({
    ...request,
    headers: headersOf(system.headers, request.body),
  }))
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const run = autocannon(
      { url: system.program.url, connections: count, timeout: 60, requests, ...bound },
      (error) => {
        if (error) return reject(error)
        latencies.sort((a, b) => a - b)
        const at = (part) =>
          latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0
        const spent = (performance.now() - began) / 1000
        resolve({ perSecond: latencies.length / spent, median: at(0.5), p99: at(0.99), refused })
      },
    )
    run.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === 200) latencies.push(milliseconds)
      else refused++
    })
  })
}

/** The best repeat of each cell as a table, with the ratio to the limit, and everything as a file. */
function report() {
  const results = { ...beginResults(named), rows, seconds, operations: {} }
  for (const count of connections) {
    const header = ['', ...systems.map((system) => system.name)]
    const lines = asked.map((name) => {
      const limit = best(
        cells.find((cell) => cell.name === name && cell.system === systems[0]),
        count,
      )
      const shown = systems.map((system) => {
        const result = best(
          cells.find((cell) => cell.name === name && cell.system === system),
          count,
        )
        if (result === undefined) return '-'
        const ratio = limit === undefined ? undefined : result.perSecond / limit.perSecond
        const entry = { ...result, ratio, memory: memoryOf(system.program.pid) }
        results.operations[name] ??= { title: all[name].title }
        results.operations[name][`${system.name} ${count}`] = entry
        return `${result.perSecond.toFixed(0)}${ratio === undefined || system === systems[0] ? '' : ` (${ratio.toFixed(2)})`}`
      })
      return [name, ...shown, all[name].title]
    })
    process.stdout.write(
      `\nRequests per second at ${count} connections, in brackets the ratio to the limit\n`,
    )
    for (const line of [header, ...lines]) {
      const [first, ...rest] = line
      const title = rest.length > systems.length ? `   ${rest.pop()}` : ''
      process.stdout.write(`${first.padEnd(4)}${rest.map((text) => text.padStart(16)).join('')}${title}\n`)
    }
  }
  const fallen = fallenSince(lastLike(results), results)
  for (const line of fallen) process.stdout.write(`fallen by more than 15 %: ${line}\n`)
  writeResults(results)
  return fallen
}

/** The newest result with as many rows on a machine like this one; ratios differ from one kind to another. */
function lastLike({ machine: { model, processors }, rows: count }) {
  if (!existsSync(resultsFolder)) return undefined
  return readdirSync(resultsFolder)
    .filter((name) => /^\d.*\.json$/.test(name))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(resultsFolder, name), 'utf8')))
    .findLast(
      (old) => old.machine.model === model && old.machine.processors === processors && old.rows === count,
    )
}

/** The figures whose ratio to the limit fell by more than 15 %. */
function fallenSince(old, { operations: now }) {
  if (old === undefined) return []
  return Object.entries(now).flatMap(([name, systemsNow]) =>
    Object.entries(systemsNow).flatMap(([system, { ratio }]) => {
      const before = old.operations[name]?.[system]?.ratio
      if (!system.startsWith('service')) return []
      if (ratio === undefined || before === undefined || ratio >= 0.85 * before) return []
      return [`${name}, ${system} connections: ${before.toFixed(2)} → ${ratio.toFixed(2)} of the limit`]
    }),
  )
}

function best(cell, count) {
  const results = cell?.measured.get(count) ?? []
  return results.reduce((a, b) => (a === undefined || b.perSecond > a.perSecond ? b : a), undefined)
}

function canLoad(name) {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}
