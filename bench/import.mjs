// How long does a big file take to get in, and what does the service need afterwards?
//
//   node bench/import.mjs [--file ../shared/data/radiocarbon-p3k14c/p3k14c.csv.gz] [--key LabID]
//     [--postgres postgres://…]
//
// Imports a CSV (gzipped or not) into a fresh application in the background, asking for single records of
// another table all the time; undoes it as a change set and does that again; then starts the service again on
// what is there. Every column becomes a text
// field but for those that hold numbers in the first thousand rows. A file above the usual limit of an upload
// needs TROWEL_LIMIT_UPLOAD_BYTES.
import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import { ask, createApplication, createTable, startImport } from './excavation.mjs'
import { freshFolder, machine, memoryOf, startService, untilIdle, workFolder } from './programs.mjs'

const data = process.env.TROWEL_TEST_DATA ?? new URL('../../shared/data', import.meta.url).pathname
const { values: options } = parseArgs({
  options: {
    file: { type: 'string', default: join(data, 'radiocarbon-p3k14c/p3k14c.csv.gz') },
    key: { type: 'string', default: 'LabID' },
    postgres: { type: 'string' },
  },
})
const print = (text) => process.stdout.write(`${text}\n`)
const named = machine()
mkdirSync(workFolder, { recursive: true })
const csv = await plainFile(resolve(options.file))
const columns = await fieldsOf(csv)
const key = columns.find((column) => column.title === options.key)
if (!key) throw new Error(`The file has no column ${options.key}.`)

const folder = freshFolder('import')
const application = `import_${Date.now().toString(36)}`
const first = await startService(folder, options.postgres)
const token = await createApplication(first.url, application)
await createTable(
  first.url,
  token,
  'imported',
  columns.map(({ name, type, db_type }) => ({ name, type, db_type })),
)
await createTable(first.url, token, 'notes', [{ name: 'code', type: 'text', db_type: 'TEXT' }])
await ask(first.url, 'POST', '/api/record/notes', { token, body: { core: { code: 'N1' } } })
const alone = await readsUntil(sleep(3000))
const began = performance.now()
const imported = untilDone(
  await startImport(first.url, token, { table: 'imported', path: csv, columns, key: key.name }),
)
const beside = await readsUntil(imported)
const { inserted, updated } = await imported
const seconds = (performance.now() - began) / 1000
print(`a small read alone ${alone}; beside the import ${beside}`)
const { peakMib } = memoryOf(first.pid)
print(
  `${inserted} rows in, ${updated} matched, in ${seconds.toFixed(1)} s; ${peakMib} MiB resident at the most`,
)
const indexing = performance.now()
await untilIdle(first.pid)
print(
  `idle again after ${((performance.now() - indexing) / 1000).toFixed(0)} s; ${memoryOf(first.pid).peakMib} MiB at the most`,
)
await undone('undone')
await undone('done again')
await first.stop()

const again = performance.now()
const second = await startService(folder, options.postgres)
const { total } = await ask(second.url, 'GET', '/api/records/imported?per_page=1', { token })
print(`first answer after a start: ${((performance.now() - again) / 1000).toFixed(2)} s (${total} records)`)
await untilIdle(second.pid)
// What starting and counting left behind is given back after a while of rest.
await sleep(30_000)
print(`resident when idle: ${memoryOf(second.pid).nowMib} MiB`)
await second.stop()
print(`${named.model}, ${named.processors} processors, Node ${named.node}`)
process.exit(0)

/** Undoes the newest change set in the background. @param what became of the rows */
async function undone(what) {
  const { data } = await ask(first.url, 'GET', '/api/change-sets?per_page=1&table=imported', { token })
  const undoing = performance.now()
  const body = { background: true }
  const { job } = await ask(first.url, 'POST', `/api/change-set/${data[0].id}/undo`, { token, body })
  const { counts } = await untilDone(job)
  const time = ((performance.now() - undoing) / 1000).toFixed(1)
  print(
    `${what} in ${time} s: ${JSON.stringify(counts.record)}; ${memoryOf(first.pid).peakMib} MiB at the most`,
  )
}

/** Follows a job to its end. @returns what the import answered */
async function untilDone({ id }) {
  for (;;) {
    const { job } = await ask(first.url, 'GET', `/api/jobs/${id}`, { token })
    if (job.state === 'done') return job.result
    if (job.state === 'failed') throw new Error(`The import failed: ${JSON.stringify(job.error)}`)
    await sleep(500)
  }
}

/** Reads one record every 20 ms until something has ended. @returns median and p99, as text */
async function readsUntil(end) {
  let going = true
  const stop = () => {
    going = false
  }
  end.then(stop, stop)
  const latencies = []
  while (going) {
    const asked = performance.now()
    await ask(first.url, 'GET', '/api/record/notes/1', { token })
    latencies.push(performance.now() - asked)
    await sleep(20)
  }
  latencies.sort((a, b) => a - b)
  const at = (part) => `${latencies[Math.floor(latencies.length * part)].toFixed(1)} ms`
  return `median ${at(0.5)}, p99 ${at(0.99)} of ${latencies.length}`
}

async function plainFile(path) {
  if (!path.endsWith('.gz')) return path
  const plain = join(workFolder, 'import.csv')
  if (!existsSync(path)) throw new Error(`There is no file ${path}; name one with --file.`)
  await pipeline(createReadStream(path), createGunzip(), createWriteStream(plain))
  return plain
}

/** A field for each column: a name made of its title, a number where its first values are. */
async function fieldsOf(path) {
  const rows = []
  for await (const row of createReadStream(path).pipe(parse({ to: 1000, bom: true }))) rows.push(row)
  const [titles = [], ...values] = rows
  return titles.map((title, k) => {
    const filled = values.map((row) => row[k]).filter((value) => value !== '')
    const isNumber = filled.length > 0 && filled.every((value) => /^-?\d{1,12}(\.\d+)?$/.test(value))
    return {
      title,
      name: title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '_')
        .replace(/^([^a-z])/, 'c$1'),
      type: 'text',
      db_type: isNumber ? 'FLOAT' : 'TEXT',
    }
  })
}
