// The limit: the least that a Node server can do for the same questions. node:http, SQL written by hand,
// tuned for exactly these questions; no accounts, no rights, no configuration, no validation. It is no
// product: it is what the service's speed is divided by.
//
//   node bench/limit-server.mjs --database finds.db|postgres://… [--rows 200000]
//
// Fills the database where it is not filled yet, then prints where it listens.
import { once } from 'node:events'
import http from 'node:http'
import { parseArgs } from 'node:util'
import { columns } from './generate.mjs'
import { openPostgres } from './limit/postgres.mjs'
import { openSqlite } from './limit/sqlite.mjs'

const { values: options } = parseArgs({
  options: { database: { type: 'string' }, rows: { type: 'string', default: '200000' } },
})
const isPostgres = /^postgres(ql)?:/.test(options.database)
const store = await (isPostgres ? openPostgres : openSqlite)(options.database, Number(options.rows))
const names = ['id', ...columns.map(({ name }) => name), 'creator']
const fields = JSON.stringify(names.map((name) => ({ name, label: name })))

/** Grows with every write; totals that were counted before are forgotten. */
let version = 0
const totals = new Map()
async function total(question) {
  const key = `${question.type}\0${question.words}`
  const known = totals.get(key)
  if (known?.version === version) return known.count
  const counted = { version, count: await store.total(question) }
  if (totals.size > 10_000) totals.clear()
  totals.set(key, counted)
  return counted.count
}

function questionOf(query) {
  const size = Math.min(200, Number(query.get('per_page') ?? 30))
  const direction = query.get('sort_dir') === 'desc' ? 'DESC' : 'ASC'
  return {
    type: query.get('filter[type][_eq]'),
    words: query.get('filter[description][_icontains]'),
    order: query.get('sort_field') === 'weight_g' ? `weight_g ${direction}, id` : 'id',
    size,
    offset: (Number(query.get('page') ?? 1) - 1) * size,
  }
}

/** How a file begins and ends, and what stands between two of its slices. */
const formats = {
  json: ['{"data":[', ',', ']}'],
  ndjson: ['', '\n', '\n'],
  csv: [`${names.join(',')}\n`, '\n', '\n'],
}
async function exportAll(response, format) {
  const [begin, between, end] = formats[format]
  response.writeHead(200)
  response.write(begin)
  const [last, inOne] = [await store.lastId(), 1000]
  for (let from = 1; from <= last; from += inOne) {
    if (from > 1) response.write(between)
    if (!response.write(await store.slice(format, from, from + inOne - 1))) await once(response, 'drain')
    // Others are served between two slices.
    await new Promise(setImmediate)
  }
  response.end(end)
}

function send(response, status, ...parts) {
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': length })
  for (const part of parts) response.write(part)
  response.end()
}

async function bodyOf(request) {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return JSON.parse(text)
}

async function answer(request, response) {
  const [path, query = ''] = request.url.split('?')
  const id = path.startsWith('/api/record/finds/')
    ? Number(path.slice('/api/record/finds/'.length))
    : undefined
  if (request.method === 'GET' && id !== undefined) {
    const body = await store.record(id)
    return body === undefined ? send(response, 404, '{"status":"error"}') : send(response, 200, body)
  }
  if (request.method === 'GET' && path === '/api/records/finds') {
    const question = questionOf(new URLSearchParams(query))
    const [count, rows] = await Promise.all([total(question), store.page(question)])
    return send(response, 200, `{"status":"success","total":${count},"fields":${fields},"data":`, rows, '}')
  }
  if (request.method === 'GET') return exportAll(response, new URLSearchParams(query).get('format'))
  const { core } = await bodyOf(request)
  const at = await store.write(id, core)
  version++
  send(response, 200, `{"status":"success","id":${at}}`)
}

const server = http.createServer((request, response) =>
  answer(request, response).catch((error) => send(response, 500, JSON.stringify(String(error)))),
)
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${server.address().port}\n`)
})
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0))
