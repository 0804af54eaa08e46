import { keyword, type Sql, sql } from '../sql.js'

/**
 * So many characters of a text stand in an index of prefixes. An entry of a B-tree holds at most 2,704 bytes,
 * a character up to four: six such texts fit.
 */
const length = keyword('100')

/** What an index of prefixes holds of a text. */
export const prefixOf = (text: Sql): Sql => sql`left(${text}, ${length})`

/** The name of the column of which an index has a prefix at that place; NULL for every other expression. */
export const prefixedColumn = (index: Sql, place: Sql): Sql =>
  sql`(parse_ident(substring(pg_get_indexdef(${index}, ${place}::int, TRUE)
    FROM '^"left"\\((.*), ${length}\\)$')))[1]`
