// The limit's finds in a file of SQLite.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { columns, finds } from '../generate.mjs'

const names = columns.map(({ name }) => name)
const all = ['id', ...names, 'creator']
const types = { TEXT: 'TEXT', INTEGER: 'INTEGER', FLOAT: 'REAL' }
const object = `json_object(${all.map((name) => `'${name}', ${name}`).join(', ')})`
const cell = (name) =>
  `CASE WHEN instr(${name}, ',') OR instr(${name}, '"') OR instr(${name}, char(10))
    THEN '"' || replace(${name}, '"', '""') || '"' ELSE coalesce(${name}, '') END`
const line = all.map(cell).join(` || ',' || `)

export function openSqlite(path, rows) {
  if (!existsSync(path)) prepare(path, rows)
  const db = new DatabaseSync(path)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -262144;
    PRAGMA mmap_size = 2147483648; PRAGMA busy_timeout = 5000`)
  // The file is kept from one run to the next: what an earlier one created goes first.
  db.exec(`DELETE FROM finds WHERE id > ${rows}`)

  const prepared = new Map()
  const statement = (text) => {
    let known = prepared.get(text)
    if (!known) {
      known = db.prepare(text)
      known.setReturnArrays(true)
      prepared.set(text, known)
    }
    return known
  }
  /** The only value of the only row. */
  const value = (text, ...bound) => statement(text).get(...bound)?.[0]
  /** SQLite writes the JSON and hands over bytes: nothing is parsed or made into objects here. */
  const page = (from, ...bound) =>
    value(
      `SELECT CAST('[' || coalesce(group_concat(j), '') || ']' AS BLOB) FROM (SELECT ${object} AS j FROM ${from})`,
      ...bound,
    )
  const match = (words) => `"${words.replaceAll('"', '""')}"`

  /** Every 1024th id in order, so that a deep page skips few rows; forgotten with every write. */
  let landmarks
  const landmark = (offset) => {
    landmarks ??= statement(
      'SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM finds) WHERE place % 1024 = 0',
    ).all()
    return { id: landmarks[offset >> 10]?.[0] ?? Number.MAX_SAFE_INTEGER, rest: offset & 1023 }
  }

  let waiting = []
  /** What arrives together shares one commit. */
  const commit = () => {
    const jobs = waiting
    waiting = []
    db.exec('BEGIN IMMEDIATE')
    const ids = jobs.map(({ id, values }) => (id === undefined ? insertFind(values) : updateFind(id, values)))
    db.exec('COMMIT')
    landmarks = undefined
    jobs.forEach(({ done }, k) => {
      done(ids[k])
    })
  }
  const insertFind = (given) => {
    const text = `INSERT INTO finds (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    return Number(statement(text).run(...names.map((name) => given[name] ?? null)).lastInsertRowid)
  }
  const updateFind = (id, given) => {
    const changed = names.filter((name) => name in given)
    const text = `UPDATE finds SET ${changed.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`
    statement(text).run(...changed.map((name) => given[name]), id)
    return id
  }

  const sliceOf = (row, separator) =>
    `SELECT CAST(group_concat(r, ${separator}) AS BLOB)
      FROM (SELECT ${row} AS r FROM finds WHERE id BETWEEN ? AND ? ORDER BY id)`
  const slices = {
    json: sliceOf(object, `','`),
    ndjson: sliceOf(object, 'char(10)'),
    csv: sliceOf(line, 'char(10)'),
  }

  return {
    record: (id) => value(`SELECT CAST(${object} AS BLOB) FROM finds WHERE id = ?`, id),
    total: ({ type, words }) => {
      if (words !== null) {
        return value('SELECT count(*) FROM finds_words WHERE finds_words MATCH ?', match(words))
      }
      if (type !== null) return value('SELECT count(*) FROM finds WHERE type = ?', type)
      return value('SELECT count(*) FROM finds')
    },
    page: ({ type, words, order, size, offset }) => {
      if (words !== null) {
        // The text index answers in the order of ids: reading stops after the page.
        return page(
          `(SELECT rowid AS hit FROM finds_words WHERE finds_words MATCH ? ORDER BY rowid LIMIT ? OFFSET ?)
            JOIN finds ON id = hit ORDER BY id`,
          match(words),
          size,
          offset,
        )
      }
      if (type !== null) {
        return page(`finds WHERE type = ? ORDER BY ${order} LIMIT ? OFFSET ?`, type, size, offset)
      }
      if (order !== 'id' || offset < 2048) {
        return page(`finds ORDER BY ${order} LIMIT ? OFFSET ?`, size, offset)
      }
      const near = landmark(offset)
      return page('finds WHERE id >= ? ORDER BY id LIMIT ? OFFSET ?', near.id, size, near.rest)
    },
    write: (id, values) =>
      new Promise((done) => {
        waiting.push({ id, values, done })
        if (waiting.length === 1) setImmediate(commit)
      }),
    lastId: () => value('SELECT max(id) FROM finds'),
    slice: (format, from, to) => value(slices[format], from, to),
  }
}

function prepare(path, rows) {
  const unfinished = `${path}.unfinished`
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + suffix, { force: true })
  const made = new DatabaseSync(unfinished)
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
  made.close()
  renameSync(unfinished, path)
}
