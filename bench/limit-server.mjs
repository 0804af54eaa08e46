// The limit: the least that a Node server can do for the same questions. node:http, SQL written by hand,
// tuned for exactly these questions; no accounts, no rights, no configuration, no validation. It is no
// product: it is what the service's speed is divided by.
//
//   node bench/limit-server.mjs --database finds.db [--rows 200000] [--driver photostructure|better]
//
// Makes the database when it does not exist yet, then prints where it listens.
import { existsSync, renameSync, rmSync } from 'node:fs'
import http from 'node:http'
import { parseArgs } from 'node:util'
import { columns, finds } from './generate.mjs'

const { values: options } = parseArgs({
  options: {
    database: { type: 'string' },
    rows: { type: 'string', default: '200000' },
    driver: { type: 'string', default: 'photostructure' },
  },
})
const names = columns.map((column) => column.name)
const openDatabase = await driver(options.driver)
if (!existsSync(options.database)) prepare(options.database, Number(options.rows))
const db = openDatabase(options.database)
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -262144;
  PRAGMA mmap_size = 2147483648; PRAGMA busy_timeout = 5000`)
// The file is kept from one run to the next: what an earlier one created goes first.
db.exec(`DELETE FROM finds WHERE id > ${Number(options.rows)}`)

/** Both drivers have the same few methods: `get` and `all` answer arrays of values. */
async function driver(name) {
  if (name === 'better') {
    const { default: BetterSqlite } = await import('better-sqlite3')
    return (path) => {
      const opened = new BetterSqlite(path)
      return { exec: (text) => opened.exec(text), prepare: (text) => raw(opened.prepare(text)) }
    }
  }
  const { DatabaseSync } = await import('@photostructure/sqlite')
  return (path) => {
    const opened = new DatabaseSync(path)
    return {
      exec: (text) => opened.exec(text),
      prepare: (text) => {
        const statement = opened.prepare(text)
        statement.setReturnArrays(true)
        return statement
      },
    }
  }
}

function raw(statement) {
  return statement.reader ? statement.raw() : statement
}

function prepare(path, rows) {
  const unfinished = `${path}.unfinished`
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + suffix, { force: true })
  const made = openDatabase(unfinished)
  const types = { TEXT: 'TEXT', INTEGER: 'INTEGER', FLOAT: 'REAL' }
  made.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
  made.exec(
    `CREATE TABLE finds (id INTEGER PRIMARY KEY, ${columns.map((c) => `${c.name} ${types[c.db_type]}`).join(', ')}, creator INTEGER)`,
  )
  const insert = made.prepare(
    `INSERT INTO finds (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
  made.exec('BEGIN')
  for (const find of finds(rows)) insert.run(...names.map((name) => find[name]))
  made.exec('COMMIT')
  for (const name of ['inventory_no', 'context_id', 'type', 'material', 'period', 'weight_g', 'found_on']) {
    made.exec(`CREATE INDEX finds_${name} ON finds (${name})`)
  }
  made.exec('CREATE INDEX finds_type_weight ON finds (type, weight_g)')
  made.exec(`CREATE VIRTUAL TABLE finds_words USING fts5(description, content = 'finds', content_rowid = 'id',
      tokenize = 'trigram', columnsize = 0);
    INSERT INTO finds_words (finds_words) VALUES ('rebuild');
    INSERT INTO finds_words (finds_words) VALUES ('optimize');
    CREATE TRIGGER finds_inserted AFTER INSERT ON finds BEGIN
      INSERT INTO finds_words (rowid, description) VALUES (new.id, new.description);
    END;
    CREATE TRIGGER finds_updated AFTER UPDATE OF description ON finds BEGIN
      INSERT INTO finds_words (finds_words, rowid, description) VALUES ('delete', old.id, old.description);
      INSERT INTO finds_words (rowid, description) VALUES (new.id, new.description);
    END;
    CREATE TRIGGER finds_deleted AFTER DELETE ON finds BEGIN
      INSERT INTO finds_words (finds_words, rowid, description) VALUES ('delete', old.id, old.description);
    END`)
  made.exec('ANALYZE')
  renameSync(unfinished, path)
}

// --- reading

const prepared = new Map()
function statement(text) {
  let known = prepared.get(text)
  if (!known) {
    known = db.prepare(text)
    prepared.set(text, known)
  }
  return known
}
/** The only value of the only row. */
const value = (text, ...bound) => statement(text).get(...bound)?.[0]

const all = ['id', ...names, 'creator']
const object = `json_object(${all.map((name) => `'${name}', ${name}`).join(', ')})`
const fields = JSON.stringify(all.map((name) => ({ name, label: name })))
/** SQLite writes the JSON and hands over bytes: nothing is parsed or made into objects here. */
const page = (from, ...bound) =>
  value(
    `SELECT CAST('[' || coalesce(group_concat(j), '') || ']' AS BLOB) FROM (SELECT ${object} AS j FROM ${from})`,
    ...bound,
  )

/** Grows with every write; what is remembered with another number is forgotten. */
let version = 0
const totals = new Map()
function total(text, ...bound) {
  const key = [text, ...bound].join('\0')
  const known = totals.get(key)
  if (known?.version === version) return known.count
  const count = value(text, ...bound)
  if (totals.size > 10_000) totals.clear()
  totals.set(key, { version, count })
  return count
}

/** Every 1024th id in order, so that a deep page skips few rows. */
let landmarks
function landmark(offset) {
  if (landmarks?.version !== version) {
    const rows = statement(
      'SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM finds) WHERE place % 1024 = 0',
    ).all()
    landmarks = { version, ids: rows.map((row) => row[0]) }
  }
  return { id: landmarks.ids[offset >> 10] ?? Number.MAX_SAFE_INTEGER, rest: offset & 1023 }
}

function list(query) {
  const number = Number(query.get('page') ?? 1)
  const size = Math.min(200, Number(query.get('per_page') ?? 30))
  const offset = (number - 1) * size
  const type = query.get('filter[type][_eq]')
  const words = query.get('filter[description][_icontains]')
  const order =
    query.get('sort_field') === 'weight_g'
      ? `weight_g ${query.get('sort_dir') === 'desc' ? 'DESC' : 'ASC'}, id`
      : 'id'
  if (words !== null) {
    const match = `"${words.replaceAll('"', '""')}"`
    // The text index answers in the order of ids: reading stops after the page.
    return [
      total('SELECT count(*) FROM finds_words WHERE finds_words MATCH ?', match),
      page(
        `(SELECT rowid AS hit FROM finds_words WHERE finds_words MATCH ? ORDER BY rowid LIMIT ? OFFSET ?)
          JOIN finds ON id = hit ORDER BY id`,
        match,
        size,
        offset,
      ),
    ]
  }
  if (type !== null) {
    return [
      total('SELECT count(*) FROM finds WHERE type = ?', type),
      page(`finds WHERE type = ? ORDER BY ${order} LIMIT ? OFFSET ?`, type, size, offset),
    ]
  }
  const count = total('SELECT count(*) FROM finds')
  if (order !== 'id' || offset < 2048)
    return [count, page(`finds ORDER BY ${order} LIMIT ? OFFSET ?`, size, offset)]
  const near = landmark(offset)
  return [count, page('finds WHERE id >= ? ORDER BY id LIMIT ? OFFSET ?', near.id, size, near.rest)]
}

// --- writing: what arrives together shares one commit

let waiting = []
function write(job) {
  waiting.push(job)
  if (waiting.length === 1) setImmediate(commit)
}

function commit() {
  const jobs = waiting
  waiting = []
  db.exec('BEGIN IMMEDIATE')
  const ids = jobs.map((job) =>
    job.id === undefined ? insertFind(job.values) : updateFind(job.id, job.values),
  )
  db.exec('COMMIT')
  version++
  jobs.forEach((job, k) => {
    job.done(ids[k])
  })
}

function insertFind(given) {
  const text = `INSERT INTO finds (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
  return Number(statement(text).run(...names.map((name) => given[name] ?? null)).lastInsertRowid)
}

function updateFind(id, given) {
  const changed = names.filter((name) => name in given)
  const text = `UPDATE finds SET ${changed.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`
  statement(text).run(...changed.map((name) => given[name]), id)
  return id
}

// --- HTTP

function send(response, status, ...parts) {
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': length })
  for (const part of parts) response.write(part)
  response.end()
}

const server = http.createServer((request, response) => {
  const [path, query = ''] = request.url.split('?')
  const id = path.startsWith('/api/record/finds/')
    ? Number(path.slice('/api/record/finds/'.length))
    : undefined
  if (request.method === 'GET' && id !== undefined) {
    const body = value(`SELECT CAST(${object} AS BLOB) FROM finds WHERE id = ?`, id)
    return body === undefined ? send(response, 404, '{"status":"error"}') : send(response, 200, body)
  }
  if (request.method === 'GET' && path === '/api/records/finds') {
    const [count, rows] = list(new URLSearchParams(query))
    return send(response, 200, `{"status":"success","total":${count},"fields":${fields},"data":`, rows, '}')
  }
  if (request.method === 'DELETE') {
    db.exec(`DELETE FROM finds WHERE id > ${Number(query)}`)
    version++
    return send(response, 200, '{"status":"success"}')
  }
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () =>
    write({
      id,
      values: JSON.parse(text).core,
      done: (at) => send(response, 200, `{"status":"success","id":${at}}`),
    }),
  )
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${server.address().port}\n`)
})
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0))
