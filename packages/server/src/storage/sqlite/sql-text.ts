import { columnsOfIds, jsonRows } from '../json-rows.js'
import { id, type Sql, type SqlValue } from '../sql.js'
import { type JsonColumn, type JsonRows, StorageError } from '../storage.js'
import { weakMemoize } from '../weak-memoize.js'

/** SQLITE_MAX_VARIABLE_NUMBER: https://sqlite.org/limits.html */
const maxValues = 32_766

/**
 * The text of a statement with SQLite's placeholders.
 *
 * SQLite looks at the value bound to a bare `LIMIT ?` when it plans, and plans anew at every execution
 * because the next value might be another. As a sum it is taken for unknown, and the prepared plan holds.
 *
 * @throws StorageError for more values than there can be: SQLite would read all of a long statement first
 */
export function textOf({ text: parts, values }: Sql): string {
  if (values.length > maxValues)
    throw new StorageError('too_many_values', `A statement has more than ${maxValues} values.`)
  let text = parts[0] as string
  for (let k = 1; k < parts.length; k++) {
    text += `${text.endsWith('LIMIT ') ? '(? + 0)' : '?'}${parts[k]}`
  }
  return text
}

/** The text of a statement that inserts so many rows. */
export function insertionText(table: string, columns: readonly string[], rows: number): string {
  const into = textOf(id(table))
  if (columns.length === 0) return `INSERT INTO ${into} DEFAULT VALUES`
  const row = `(${columns.map(() => '?').join(', ')})`
  const names = columns.map((name) => textOf(id(name))).join(', ')
  return `INSERT INTO ${into} (${names}) VALUES ${Array(rows).fill(row).join(', ')}`
}

const keyOf = weakMemoize((columns: readonly JsonColumn[]): string =>
  columns.map(({ name, kind, holdsIds }) => `${kind}${holdsIds ? ' ids' : ''} ${name}`).join('\n'),
)
const rewritten = new Map<string, string>()
const maxRewritten = 1_000

/**
 * A query rewritten so that it answers one row: its rows as a JSON list of objects, as bytes, and the ids in
 * each of the columns that hold such. The rows keep their order, because SQLite feeds an aggregate in the
 * order of the sorted query below it (https://sqlite.org/lang_aggfunc.html#group_concat).
 */
export function jsonTextOf(text: string, columns: readonly JsonColumn[]): string {
  const whole = `${keyOf(columns)}\n\n${text}`
  let result = rewritten.get(whole)
  if (result === undefined) {
    const { before, rows, names } = named(text, columns)
    const ids = columnsOfIds(columns).map((column, k) => ({
      name: names[columns.indexOf(column)],
      as: `ids${k}`,
    }))
    const lists = ids.map(({ as }) => `, group_concat(${as})`).join('')
    const values = ids.map(({ name, as }) => `, ${name} AS ${as}`).join('')
    result = `${before}SELECT CAST('[' || coalesce(group_concat(j), '') || ']' AS BLOB)${lists} FROM (SELECT ${jsonObject(columns, names)} AS j${values} FROM ${rows})`
    if (rewritten.size >= maxRewritten) rewritten.clear()
    rewritten.set(whole, result)
  }
  return result
}

/** A query rewritten so that each of its rows is one text, a JSON object. */
export function jsonRowTextsOf(text: string, columns: readonly JsonColumn[]): string {
  const { before, rows, names } = named(text, columns)
  return `${before}SELECT ${jsonObject(columns, names)} FROM ${rows}`
}

/** The rows of a query to stand after FROM, what comes before the SELECT, and the names of their columns. */
function named(text: string, columns: readonly JsonColumn[]) {
  const isRenamed = columns.some(({ name }) => isTruthWord(name))
  const names = columns.map(({ name }, place) =>
    isRenamed ? `c${place}` : `"${name.replaceAll('"', '""')}"`,
  )
  return isRenamed
    ? { before: `WITH q (${names.join(', ')}) AS (${text}) `, rows: 'q', names }
    : { before: '', rows: `(${text})`, names }
}

/** What a query answered that `jsonTextOf` has rewritten. */
export const jsonRowsOf = ([text, ...lists]: readonly SqlValue[], columns: readonly JsonColumn[]): JsonRows =>
  jsonRows(text as Uint8Array, columns, lists)

/**
 * Of an inner query SQLite takes these names for truth values, also between quotes: its columns get names of
 * their own.
 */
const isTruthWord = (name: string): boolean => /^(true|false)$/i.test(name)

/** A function takes 1,000 arguments at most: wider rows are put together from several pieces. */
const columnsPerPiece = 400

/**
 * One row as a JSON object. Put together as text: it costs two thirds of `json_object`, which also cuts
 * fractions to 15 digits.
 */
function jsonObject(columns: readonly JsonColumn[], names: readonly string[]): string {
  const pieces: string[] = []
  for (let start = 0; start < columns.length; start += columnsPerPiece) {
    const members = columns.slice(start, start + columnsPerPiece).map((column, place) => {
      const key = `${start + place === 0 ? '{' : ','}${JSON.stringify(column.name)}:`
      return `'${key.replaceAll("'", "''")}', ${jsonValue(names[start + place] ?? '', column.kind)}`
    })
    pieces.push(`concat(${members.join(', ')})`)
  }
  return `${pieces.join(' || ')} || '}'`
}

/** Integers that JavaScript would round come as text. */
function jsonValue(column: string, kind: JsonColumn['kind']): string {
  switch (kind) {
    case 'text':
      return `json_quote(${column})`
    case 'float':
      return `coalesce(${column}, 'null')`
    case 'number':
      return `CASE WHEN ${column} BETWEEN -9007199254740991 AND 9007199254740991 THEN ${column}
        WHEN ${column} IS NULL THEN 'null' ELSE '"' || ${column} || '"' END`
  }
}
