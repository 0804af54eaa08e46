// How long does everything take to get out, and how much memory? Each kind of file from a service that was
// just started.
//
//   node bench/export.mjs [--rows 200000] [--postgres postgres://…]
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ask, createApplication, createKey, createTable, importCsv } from './excavation.mjs'
import { columns, writeCsv } from './generate.mjs'
import { freshFolder, machine, memoryOf, startService, untilIdle, workFolder } from './programs.mjs'

const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '200000' }, postgres: { type: 'string' } },
})
const rows = Number(options.rows)
const named = machine()
mkdirSync(workFolder, { recursive: true })
const csv = join(workFolder, `finds-${rows}.csv`)
if (!existsSync(csv)) await writeCsv(csv, rows)

const folder = freshFolder('export')
const filled = await startService(folder, options.postgres)
const token = await createApplication(filled.url, `export_${Date.now().toString(36)}`)
await createTable(filled.url, token, 'finds', columns)
const form = { name: 'finds', label: 'Finds', order: 'id', id_field: 'id', preview: ['id'], geodata: 1 }
await ask(filled.url, 'PUT', '/api/config/table/finds', { token, body: form })
await importCsv(filled.url, token, { table: 'finds', path: csv, columns, key: 'inventory_no' })
const authorization = `Bearer ${await createKey(filled.url, token, 30)}`
await untilIdle(filled.pid)
await filled.stop()

for (const format of ['csv', 'json', 'ndjson', 'xlsx', 'geojson']) {
  const service = await startService(folder, options.postgres)
  await (await fetch(`${service.url}/api/records/finds`, { headers: { authorization } })).text()
  const before = memoryOf(service.pid).nowMib
  const began = performance.now()
  const { bytes, firstMs } = await download(`${service.url}/api/records/finds/export?format=${format}`)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const { peakMib } = memoryOf(service.pid)
  const size = `${(bytes / 2 ** 20).toFixed(0)} MiB`
  process.stdout.write(
    `${format.padEnd(8)} ${size.padStart(8)} in ${seconds} s, first byte after ${firstMs.toFixed(0)} ms; resident ${before} MiB before, ${peakMib} MiB at the most\n`,
  )
  await service.stop()
}
process.stdout.write(`${rows} rows; ${named.model}, ${named.processors} processors, Node ${named.node}\n`)
process.exit(0)

async function download(url) {
  const began = performance.now()
  const answer = await fetch(url, { headers: { authorization, 'accept-encoding': 'identity' } })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const firstMs = performance.now() - began
  let bytes = 0
  for await (const piece of answer.body) bytes += piece.length
  return { bytes, firstMs }
}
