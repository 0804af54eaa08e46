import { id, keyword, listText, type Sql, sql } from '../sql.js'
import type { Dialect } from '../storage.js'
import { isPlainColumn, prefixEnd } from '../text-range.js'
import { boxesOf, boxIndexOf, idsInBox, idsNearBox, multiplesNearBox } from './box-index.js'
import { foldText } from './folded-text.js'
import type { TextIndexes } from './text-indexes.js'

const nothingContainsIt = (text: Sql): Sql => sql`(${text} IS NULL AND NULL)`

/** What SQLite spells in its own way. */
export function sqliteDialect(textIndexes: Pick<TextIndexes, 'search'>): Dialect {
  return {
    fold: foldText,
    upper: (text) => sql`trowel_upper(${text})`,
    contains: (text, needle) =>
      needle.includes('\0') ? nothingContainsIt(text) : sql`(instr(${text}, ${needle}) > 0)`,
    startsWith: (text, start) => {
      if (start.includes('\0')) return nothingContainsIt(text)
      if (!isPlainColumn(text)) return sql`(substr(${text}, 1, ${[...start].length}) = ${start})`
      const end = prefixEnd(start)
      return end === undefined ? sql`(${text} >= ${start})` : sql`(${text} >= ${start} AND ${text} < ${end})`
    },
    endsWith: (text, end) => {
      if (end.includes('\0')) return nothingContainsIt(text)
      if (end === '') return sql`(${text} >= '')`
      return sql`(substr(${text}, ${-[...end].length}) = ${end})`
    },
    isOneOf: (column, _type, values) =>
      sql`(${column} IN (SELECT "value" FROM json_each(${listText(values)})))`,
    asText: (column, type) => {
      if (type === 'FLOAT') return sql`trowel_to_text(${column})`
      return type === 'INTEGER' ? sql`CAST(${column} AS TEXT)` : column
    },
    momentText: (milliseconds) => sql`strftime('%Y-%m-%dT%H:%M:%SZ', ${milliseconds} / 1000, 'unixepoch')`,
    cast: (value, to) =>
      to === 'float' && isPlainColumn(value) ? toFloat(value) : sql`${keyword(`trowel_to_${to}`)}(${value})`,
    jsonValue: (json, keys) => sql`json_extract(${validJson(json)}, ${jsonPath(keys)})`,
    hasJsonKey: (json, keys) => sql`(json_type(${validJson(json)}, ${jsonPath(keys)}) IS NOT NULL)`,
    // Integers are added as such, fractions with what each addition loses kept apart
    // (https://sqlite.org/lang_aggfunc.html#sumunc).
    addend: (number) => number,
    sum: (numbers) => sql`total(${numbers})`,
    exactSum: (fractions) => sql`trowel_sum(${fractions})`,
    // The limit that is none keeps SQLite from putting the columns in place of their names; nothing is copied
    // for it.
    computedOnce: (rows) => sql`(${rows} LIMIT -1)`,
    textSearch: (table, columns, folded) => textIndexes.search(table, columns, folded),
    idsInBox,
    idsNearBox,
    multiplesNearBox,
    boxesOf,
    boxIndexOf,
    countRows: (table) => sql`SELECT count(*) AS n FROM ${id(table)}`,
    indexPrefix: undefined,
    // One row in 64 looks at the clock: a call of our own function costs as much as reading several rows.
    interruptible: keyword('(random() & 63 OR trowel_tick())'),
  }
}

const validJson = (json: Sql): Sql => sql`CASE WHEN json_valid(${json}) THEN ${json} END`
const jsonPath = (keys: readonly string[]): string =>
  `$${keys.map((key) => `.${JSON.stringify(key)}`).join('')}`

/**
 * A few digits with a point at most need no function of ours; there are few enough that SQLite reads them
 * exactly.
 */
const toFloat = (column: Sql): Sql =>
  sql`CASE WHEN length(${column}) < 16 AND ${column} GLOB '[0-9]*' AND NOT ${column} GLOB '*[^0-9.]*' AND NOT ${column} GLOB '*.*.*'
    THEN CAST(${column} AS REAL) ELSE trowel_to_float(${column}) END`
