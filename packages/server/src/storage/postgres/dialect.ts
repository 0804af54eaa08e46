import { id, keyword, listText, type Sql, sql } from '../sql.js'
import type { ColumnType, Dialect } from '../storage.js'
import { isPlainColumn, prefixEnd } from '../text-range.js'
import { boxesOf, boxIndexOf, idsInBox, idsNearBox, multiplesNearBox } from './box-index.js'
import { prefixOf } from './index-prefix.js'

const nothingContainsIt = (text: Sql): Sql => sql`(${text} IS NULL AND NULL)`

/** `%`, `_` and `\` mean themselves. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const jsonAt = (json: Sql, keys: readonly string[]): Sql =>
  keys.reduce((at, key) => sql`${at} -> ${key}::text`, sql`trowel_to_json(${json})`)

const casts: Readonly<Record<'integer' | 'float' | 'date', string>> = {
  integer: 'trowel_to_integer',
  float: 'trowel_to_float',
  date: 'trowel_to_date',
}

/** All other columns hold texts. */
const listTypes: Readonly<Partial<Record<ColumnType, string>>> = {
  INTEGER: 'bigint[]',
  FLOAT: 'double precision[]',
}

/** What PostgreSQL spells in its own way. */
export const postgresDialect: Dialect = {
  fold: (text) => sql`trowel_fold(${text})`,
  upper: (text) => sql`trowel_upper(${text})`,
  contains: (text, needle) => {
    if (needle.includes('\0')) return nothingContainsIt(text)
    // An expression index over trigrams answers LIKE by itself.
    return sql`(${text} LIKE ${`%${escaped(needle)}%`})`
  },
  startsWith: (text, start) => {
    if (start.includes('\0')) return nothingContainsIt(text)
    const end = isPlainColumn(text) ? prefixEnd(start) : undefined
    if (end !== undefined) return sql`(${text} >= ${start} AND ${text} < ${end})`
    return sql`(${text} LIKE ${`${escaped(start)}%`})`
  },
  endsWith: (text, end) => {
    if (end.includes('\0')) return nothingContainsIt(text)
    return sql`(${text} LIKE ${`%${escaped(end)}`})`
  },
  isOneOf: (column, type, values) => {
    const listed = sql`SELECT jsonb_array_elements_text(${listText(values)}::jsonb)`
    return sql`(${column} = ANY (ARRAY(${listed})::${keyword(listTypes[type] ?? 'text[]')}))`
  },
  asText: (column, type) => {
    if (type === 'FLOAT') return sql`trowel_to_text(${column})`
    return type === 'INTEGER' ? sql`(${column})::text` : column
  },
  momentText: (milliseconds) =>
    sql`(to_char(to_timestamp(${milliseconds} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') COLLATE "C")`,
  cast: (value, to) =>
    to === 'text' ? sql`(trowel_to_text(${value}) COLLATE "C")` : sql`${keyword(casts[to])}(${value})`,
  jsonValue: (json, keys) => sql`(${jsonAt(json, keys)} #>> '{}')`,
  hasJsonKey: (json, keys) => sql`(${jsonAt(json, keys)} IS NOT NULL)`,
  addend: (number, type) => (type === 'INTEGER' ? number : sql`(${number})::text::numeric`),
  sum: (addends) => sql`sum(${addends})`,
  exactSum: (fractions) => sql`CAST(sum((${fractions})::text::numeric) AS DOUBLE PRECISION)`,
  // The limit that is none keeps the planner from putting the columns in place of their names; several
  // processes may still share the work.
  computedOnce: (rows) => sql`(${rows} LIMIT ALL)`,
  textSearch: () => undefined,
  idsInBox,
  idsNearBox,
  multiplesNearBox,
  boxesOf,
  boxIndexOf,
  countRows: (table) => sql`SELECT count(*) AS n FROM ${id(table)}`,
  indexPrefix: prefixOf,
  // The server's own statement_timeout stops what runs too long.
  interruptible: undefined,
}
