import { quoted } from '../quote.js'
import { id, type Sql, sql } from '../sql.js'
import type { BoxIndexRows } from '../storage.js'
import type { Box } from '../wkt-box.js'
import { sharedSchema } from './shared-schema.js'

/**
 * The boxes around the geometries of one table: a column that the engine computes from the text, with an
 * index of the kind GiST (https://www.postgresql.org/docs/current/gist.html). The built-in type `box` needs
 * no extension.
 */

const column = 'box'

/** Statements that make the column and its index anew. */
export const boxIndexScript = (table: string, wkt: string): string => `
  ALTER TABLE ${quoted(table)} DROP COLUMN IF EXISTS ${column};
  ALTER TABLE ${quoted(table)} ADD COLUMN ${column} box GENERATED ALWAYS AS (${sharedSchema}.trowel_box(${quoted(wkt)})) STORED;
  CREATE INDEX ${quoted(`${boxIndexPrefix}${table}`)} ON ${quoted(table)} USING gist (${column})`

/** Where the name of every such index begins. */
export const boxIndexPrefix = 'sys_box_'

const sides = sql`((box)[1])[0] AS west, ((box)[1])[1] AS south, ((box)[0])[0] AS east, ((box)[0])[1] AS north`

/** The box is a column of the table itself. */
export const boxIndexOf = (table: string, wkt: Sql): BoxIndexRows => ({
  table,
  columns: [{ name: column, value: sql`trowel_box(${wkt})` }],
})

export const boxesOf = (table: string): Sql =>
  sql`(SELECT id, ${sides} FROM ${id(table)} WHERE box IS NOT NULL)`

/** The index takes what is nearer than a millionth for the same; the sides themselves do not. */
export const idsInBox = (table: string, box: Box): Sql => {
  const [west, south, east, north] = box
  return sql`${nearBox(table, box)}
    AND ((box)[1])[0] <= ${east} AND ((box)[0])[0] >= ${west} AND ((box)[1])[1] <= ${north} AND ((box)[0])[1] >= ${south}`
}

/**
 * Without the sides, which three times as much time goes into. The planner takes every box for one that holds
 * a two-hundredth of the rows, and would rather read all rows by id or hash other tables whole; even of one,
 * the multiple tells it that few rows come.
 */
export const idsNearBox = (table: string, box: Box, oneOf: number): Sql =>
  sql`${nearBox(table, box)} AND id % ${oneOf} = 0`

/** `IS TRUE`: no index is asked where the boxes lie. */
export const multiplesNearBox = (
  table: string,
  box: Box,
  { oneOf, last }: { readonly oneOf: number; readonly last: number },
): Sql => sql`
  SELECT id FROM ${id(table)} WHERE (${meets(box)}) IS TRUE
    AND id = ANY (ARRAY(SELECT generate_series(${oneOf}::bigint, ${last}::bigint, ${oneOf}::bigint)))`

const nearBox = (table: string, box: Box): Sql => sql`SELECT id FROM ${id(table)} WHERE ${meets(box)}`

const meets = ([west, south, east, north]: Box): Sql =>
  sql`box && box(point(${west}, ${south}), point(${east}, ${north}))`
