/** Texts, names in quotes and comments of SQL, in which no word is a command. */
const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g

/** Words that only statements have that change something. */
const changing = /\b(?:insert|update|delete|replace\s+into|create|alter|drop|truncate|merge|reindex)\b/i

/**
 * Does a statement look as if it changed something? The database decides; this is for words beside the
 * button.
 */
export const seemsToWrite = (sql: string): boolean => changing.test(sql.replace(quoted, ' '))

/** How databases name what they do not understand. */
const named = [
  /near "([^"]+)"/i,
  /no such (?:column|table|function): (\S+)/i,
  /(?:column|relation|function|table) "?([\w.]+)"?(?:\([^)]*\))? does not exist/i,
  /ambiguous column name: (\S+)/i,
  /column reference "([^"]+)" is ambiguous/i,
]

export interface Place {
  readonly from: number
  readonly to: number
  /** Counted from 1. */
  readonly line: number
}

/**
 * Where in a statement the thing stands that a message of the database names, if it stands there only once.
 */
export function placeOf(message: string, sql: string): Place | undefined {
  const word = named.map((form) => form.exec(message)?.[1]).find((found) => found !== undefined)
  if (word === undefined) return undefined
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const places = [...sql.matchAll(new RegExp(`(?<![\\w])${escaped}(?![\\w])`, 'gi'))]
  const [only] = places
  if (places.length !== 1 || !only) return undefined
  const from = only.index
  return { from, to: from + word.length, line: sql.slice(0, from).split('\n').length }
}
