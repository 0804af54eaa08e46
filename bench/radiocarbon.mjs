// Measures how long it takes to recalibrate all radiocarbon dates of an application, and whether small reads
// stay quick meanwhile.
//
//   node bench/radiocarbon.mjs --dates p3k14c.csv.gz [--postgres postgres://…]
//
// The dates are those of a file with the columns `Age` and `Error`.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { readConfig } from '../packages/server/dist/config.js'
import { openServices } from '../packages/server/dist/open-services.js'
import { ask, createTable, login } from './excavation.mjs'
import { machine, memoryOf, startService } from './programs.mjs'
import { openRegister } from './register.mjs'
import { printReads, smallReads } from './small-reads.mjs'

const { values: options } = parseArgs({
  options: { dates: { type: 'string' }, postgres: { type: 'string' } },
})
const named = machine()
const finds = 20_000
const { service: empty, ...register } = await openRegister({
  name: 'radiocarbon',
  rows: finds,
  postgres: options.postgres,
})
const sites = [{ name: 'code', type: 'text', db_type: 'TEXT' }]
await createTable(empty.url, register.token, 'sites', sites)
await ask(empty.url, 'POST', '/api/config/table/sites/radiocarbon', { token: register.token, body: {} })
const site = await ask(empty.url, 'POST', '/api/record/sites', {
  token: register.token,
  body: { core: { code: 'S1' } },
})
await empty.stop()

const environment = {
  TROWEL_DATA: register.folder,
  ...(options.postgres === undefined ? {} : { TROWEL_DATABASE_URL: options.postgres }),
}
const dates = datesOf(options.dates)
await writeDates()

const service = await startService(register.folder, options.postgres)
const few = { url: service.url, headers: register.headers, rows: finds, seconds: 5 }
await smallReads({ ...few, seconds: 1 })
printReads('small reads alone', await smallReads(few))
for (const what of ['the first time', 'again, when nothing changes']) {
  const token = await login(service.url, register.app)
  const began = performance.now()
  const [beside, seconds] = await Promise.all([smallReads(few), recalibrated(token, began)])
  printReads(`beside the calibration, ${what}`, beside)
  process.stdout.write(
    `${dates.length} dates in ${seconds.toFixed(1)} s, ${memoryOf(service.pid).peakMib} MiB at most\n`,
  )
}
process.stdout.write(`${JSON.stringify(named)}\n`)
await service.stop()
process.exit(0)

async function recalibrated(token, began) {
  const body = { background: true }
  const { job } = await ask(service.url, 'POST', '/api/radiocarbon/recalibrate', { token, body })
  for (let state = 'running'; state === 'running'; ) {
    await sleep(100)
    const now = (await ask(service.url, 'GET', `/api/jobs/${job.id}`, { token })).job
    state = now.state
    if (state === 'failed') throw new Error(JSON.stringify(now))
  }
  return (performance.now() - began) / 1000
}

function datesOf(path) {
  const [header, ...lines] = gunzipSync(readFileSync(path)).toString().split('\n')
  const names = header.split(',')
  const at = ['Age', 'Error'].map((name) => names.indexOf(name))
  return lines
    .map((line) => line.split(','))
    .map((cells) => at.map((k) => Number(cells[k] || Number.NaN)))
    .filter((numbers) => numbers.every(Number.isInteger))
}

/** Past the service, which would calibrate them at once. */
async function writeDates() {
  const services = await openServices(readConfig(environment, 2), console)
  const application = await services.applications.open(register.app)
  const columns = ['id_link', 'bp', 'bp_error']
  const rows = dates.map((date) => [site.id, ...date])
  await application.db.write((tx) => tx.insertMany('sites_radiocarbon', columns, rows))
  await services.close()
}
