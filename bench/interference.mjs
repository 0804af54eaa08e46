// Do small reads stay quick while others ask for much? Single records and short pages are read alone, and then beside a full export and a
// search that reads every row, again and again.
//
//   node bench/interference.mjs [--rows 200000] [--seconds 5] [--postgres postgres://…]
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { createApplication, createKey, createTable, importCsv } from './excavation.mjs'
import { columns, writeCsv } from './generate.mjs'
import { freshFolder, machine, startService, untilIdle, workFolder } from './programs.mjs'

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

const service = await startService(freshFolder('interference'), options.postgres)
const token = await createApplication(service.url, `beside_${Date.now().toString(36)}`)
await createTable(service.url, token, 'finds', columns)
await importCsv(service.url, token, 'finds', csv, columns, 'inventory_no')
const headers = { authorization: `Bearer ${await createKey(service.url, token, 30)}` }
await untilIdle(service.pid)

const small = Array.from({ length: 500 }, (_, k) => ({
  path: k % 5 === 0 ? '/api/records/finds?per_page=30' : `/api/record/finds/${1 + ((k * 7919) % rows)}`,
}))
await smallReads(1)
const alone = await smallReads(seconds)
print('small reads alone', alone)

const heavy = { exports: 0, scans: 0, until: performance.now() + seconds * 1000 + 500 }
const [beside] = await Promise.all([smallReads(seconds), exportAgainAndAgain(), scanAgainAndAgain()])
print('beside a full export and a raw scan', beside)
process.stdout.write(`meanwhile: ${heavy.exports} exports, ${heavy.scans} scans\n`)
process.stdout.write(`${named.model}, ${named.processors} processors, Node ${named.node}\n`)
await service.stop()
process.exit(0)

function smallReads(duration) {
  const latencies = []
  return new Promise((resolve, reject) => {
    const run = autocannon(
      { url: service.url, connections: 4, duration, requests: small, headers, timeout: 60 },
      (error) => {
        if (error) return reject(error)
        latencies.sort((a, b) => a - b)
        const at = (part) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))]
        resolve({ count: latencies.length, median: at(0.5), p99: at(0.99), slowest: latencies.at(-1) })
      },
    )
    run.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === 200) latencies.push(milliseconds)
    })
  })
}

async function exportAgainAndAgain() {
  while (performance.now() < heavy.until) {
    await readAll('/api/records/finds/export?format=csv')
    heavy.exports++
  }
}

/** Case counts and the text stands nowhere: no index helps, every row is read, and no total can be remembered. */
async function scanAgainAndAgain() {
  while (performance.now() < heavy.until) {
    await readAll(`/api/records/finds?filter[description][_contains]=zzyzx${heavy.scans}`)
    heavy.scans++
  }
}

async function readAll(path) {
  const reply = await fetch(service.url + path, { headers })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
  for await (const _chunk of reply.body) {
    // Read and dropped, as somebody does who stores it.
  }
}

function print(what, { count, median, p99, slowest }) {
  const ratio = (p99 / median).toFixed(1)
  process.stdout.write(
    `${what}: ${count} answers, median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms (${ratio} times the median), slowest ${slowest.toFixed(1)} ms\n`,
  )
}
