import type { Sql } from '../sql.js'
import type { JsonColumn } from '../storage.js'

/** The text of a statement with SQLite's placeholders. */
export const textOf = (query: Sql): string =>
  query.text.length === 1 ? (query.text[0] as string) : query.text.join('?')

const keys = new WeakMap<readonly JsonColumn[], string>()
const rewritten = new Map<string, string>()
const maxRewritten = 1_000

/**
 * A query rewritten so that it answers one value: its rows as a JSON list of objects, as bytes. The rows keep their order,
 * because SQLite feeds an aggregate in the order of the sorted query below it (https://sqlite.org/lang_aggfunc.html#group_concat).
 */
export function jsonTextOf(text: string, columns: readonly JsonColumn[]): string {
  let key = keys.get(columns)
  if (key === undefined) {
    key = columns.map(({ name, kind }) => `${kind} ${name}`).join('\n')
    keys.set(columns, key)
  }
  const whole = `${key}\n\n${text}`
  let result = rewritten.get(whole)
  if (result === undefined) {
    const members = columns.map((column) => `'${column.name.replaceAll("'", "''")}', ${jsonValue(column)}`)
    result = `SELECT CAST('[' || coalesce(group_concat(j), '') || ']' AS BLOB) FROM (SELECT ${jsonObject(members)} AS j FROM (${text}))`
    if (rewritten.size >= maxRewritten) rewritten.clear()
    rewritten.set(whole, result)
  }
  return result
}

/** A function takes 1,000 arguments at most: wider rows are put together from several objects. */
const membersPerObject = 400

function jsonObject(members: readonly string[]): string {
  if (members.length <= membersPerObject) return `json_object(${members.join(', ')})`
  const parts: string[] = []
  for (let k = 0; k < members.length; k += membersPerObject) {
    parts.push(`trim(json_object(${members.slice(k, k + membersPerObject).join(', ')}), '{}')`)
  }
  return `'{' || ${parts.join(" || ',' || ")} || '}'`
}

/** `json_object` prints fractions with 15 digits; their text has as many as the value needs. */
function jsonValue({ name, kind }: JsonColumn): string {
  const column = `"${name.replaceAll('"', '""')}"`
  switch (kind) {
    case 'text':
      return column
    case 'float':
      return `json(CAST(${column} AS TEXT))`
    case 'number':
      return `CASE WHEN ${column} BETWEEN -9007199254740991 AND 9007199254740991 THEN ${column} ELSE CAST(${column} AS TEXT) END`
  }
}
