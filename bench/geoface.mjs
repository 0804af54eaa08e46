// How fast is the map? All points of a table as a stream, a box of about 500 of them, and vector tiles.
//
//   node bench/geoface.mjs [--points 90000] [--dates p3k14c.csv.gz] [--postgres postgres://…]
//
// The points are invented around a few sites, or those of the radiocarbon dates of a file (columns `Long` and
// `Lat`).
import { openAsBlob, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { ask, createApplication, createKey, createTable, importCsv } from './excavation.mjs'
import { freshFolder, machine, memoryOf, processorSeconds, startService, untilIdle } from './programs.mjs'

const { values: options } = parseArgs({
  options: {
    points: { type: 'string', default: '90000' },
    dates: { type: 'string' },
    postgres: { type: 'string' },
  },
})
const named = machine()
const places = options.dates ? placesOf(options.dates) : inventedPlaces(Number(options.points))
const folder = freshFolder('geoface')
const filled = await startService(folder, options.postgres)
const token = await createApplication(filled.url, `map_${Date.now().toString(36)}`)
await fill(filled.url, token)
const authorization = `Bearer ${await createKey(filled.url, token, 30)}`
await untilIdle(filled.pid)
await filled.stop()

const service = await startService(folder, options.postgres)
await timed('/api/geoface?tb=dates&limit=1')
const before = memoryOf(service.pid).nowMib
const [all] = await repeated(1, () => '/api/geoface?tb=dates&limit=none')
const { peakMib } = memoryOf(service.pid)
print(
  `all points: first byte after ${ms(all.firstMs)}, ${(all.bytes.length / 2 ** 20).toFixed(0)} MiB in ${ms(all.wholeMs)}; resident ${before} MiB before, ${peakMib} MiB at the most`,
)
const [west, south, size] = await boxOf500()
const boxAddress = (k) => {
  const from = west + (k / 300) * size
  return `/api/geoface?tb=dates&bbox=${from},${south},${from + size},${south + size}`
}
// A service that has just been started answers more slowly than one that runs since yesterday.
await repeated(100, (k) => boxAddress(k % 30))
const boxes = await repeated(30, boxAddress)
const hits = boxes.map(({ bytes }) => JSON.parse(bytes).geojson.features.length)
print(`a box of ${Math.min(...hits)} to ${Math.max(...hits)} points: ${spread(boxes)}`)
for (const z of [0, 2, 4, 6, 8, 10]) {
  const n = 2 ** z
  const x = Math.floor(((west + size / 2 + 180) / 360) * n)
  const y = Math.floor(((1 - Math.asinh(Math.tan(((south + size / 2) * Math.PI) / 180)) / Math.PI) / 2) * n)
  const address = `/api/geoface/tiles/dates/${z}/${x}/${y}`
  const tiles = await repeated(10, () => address)
  const anew = []
  for (let k = 0; k < 5; k++) {
    const change = { core: { number: -k } }
    await ask(service.url, 'PATCH', '/api/record/dates/1', { token, body: change })
    anew.push(await timed(address))
  }
  print(
    `tile ${z}/${x}/${y}: ${spread(tiles)}; after a change ${spread(anew)}; ${(tiles[0].bytes.length / 1024).toFixed(0)} KiB, one of ${tiles[0].oneOf}`,
  )
}
print(
  `${places.length} points; ${named.model}, ${named.processors} processors, Node ${named.node}, load ${named.loadBefore.toFixed(1)}`,
)
await service.stop()
process.exit(0)

function print(line) {
  process.stdout.write(`${line}\n`)
}

function ms(milliseconds) {
  return `${milliseconds.toFixed(milliseconds < 20 ? 1 : 0)} ms`
}

function spread(answers) {
  const sorted = answers.map(({ wholeMs }) => wholeMs).sort((a, b) => a - b)
  const times = `median ${ms(sorted[Math.floor(sorted.length / 2)])}, slowest ${ms(sorted.at(-1))}`
  return answers.processorMs === undefined ? times : `${times}, processor ${ms(answers.processorMs)} each`
}

/** Asks one after the other. @returns the answers, and how much processor time the service took for each */
async function repeated(times, path) {
  const before = processorSeconds(service.pid)
  const answers = []
  for (let k = 0; k < times; k++) answers.push(await timed(path(k)))
  const processorMs = ((processorSeconds(service.pid) - before) * 1000) / times
  return Object.assign(answers, { processorMs })
}

async function timed(path) {
  const began = performance.now()
  const reply = await fetch(service.url + path, { headers: { authorization, 'accept-encoding': 'identity' } })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
  let firstMs
  const pieces = []
  for await (const piece of reply.body) {
    firstMs ??= performance.now() - began
    pieces.push(piece)
  }
  const wholeMs = performance.now() - began
  return { firstMs, wholeMs, bytes: Buffer.concat(pieces), oneOf: reply.headers.get('x-features-one-of') }
}

/**
 * A square around the middle one of the points with about 500 of them: its west, its south and its side, in
 * degrees.
 */
async function boxOf500() {
  const [longitude, latitude] = places[Math.floor(places.length / 2)]
  let [low, high] = [0, 90]
  for (let k = 0; k < 30; k++) {
    const side = (low + high) / 2
    const count = places.filter(
      ([x, y]) => Math.abs(x - longitude) <= side / 2 && Math.abs(y - latitude) <= side / 2,
    ).length
    if (count > 500) high = side
    else low = side
  }
  return [longitude - low / 2, latitude - low / 2, low]
}

async function fill(url, token) {
  const columns = [{ name: 'number', type: 'text', db_type: 'INTEGER' }]
  await createTable(url, token, 'dates', columns)
  const form = {
    name: 'dates',
    label: 'Dates',
    order: 'id',
    id_field: 'number',
    preview: ['number'],
    geodata: 1,
  }
  await ask(url, 'PUT', '/api/config/table/dates', { token, body: form })
  const csv = join(folder, 'dates.csv')
  writeFileSync(csv, `number\n${places.map((_, k) => k + 1).join('\n')}\n`)
  await importCsv(url, token, { table: 'dates', path: csv, columns, key: 'number' })
  const features = places.map((coordinates, k) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates },
    properties: { number: k + 1 },
  }))
  const file = join(folder, 'dates.geojson')
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }))
  const upload = new FormData()
  upload.set('type', 'geojson')
  upload.set('tb', 'dates')
  upload.set('file', await openAsBlob(file), 'dates.geojson')
  const { temp_id } = await ask(url, 'POST', '/api/import/preview-file', { token, form: upload })
  const order = { temp_id, tb: 'dates', geo_prop: 'number', key_field: 'number' }
  const began = performance.now()
  await ask(url, 'POST', '/api/import/geojson', { token, body: order })
  print(`${places.length} points imported in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

function placesOf(path) {
  const [header, ...lines] = gunzipSync(readFileSync(path)).toString().split('\n')
  const names = header.split(',')
  const at = ['Long', 'Lat'].map((name) => names.indexOf(name))
  return lines
    .map((line) => line.split(','))
    .map((cells) =>
      at.map((k) => (cells[k] === undefined || cells[k] === '' ? Number.NaN : Number(cells[k]))),
    )
    .filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y) && Math.abs(x) <= 180 && Math.abs(y) <= 90)
}

/** Point k depends on k alone. */
function inventedPlaces(count) {
  const fraction = (k) => (Math.imul(k + 1, 2654435761) >>> 0) / 2 ** 32
  return Array.from({ length: count }, (_, k) => {
    const site = k % 97
    return [
      fraction(site) * 60 - 20 + fraction(k * 3 + 7) * 2,
      fraction(site + 500) * 30 + 30 + fraction(k * 5 + 11) * 2,
    ].map((value) => Number(value.toFixed(6)))
  })
}
