import { id, keyword, type Sql, sql } from '../sql.js'
import type { BoxIndexRows, Transaction } from '../storage.js'
import type { Box } from '../wkt-box.js'

/**
 * The boxes around the geometries of one table: an R*Tree (https://sqlite.org/rtree.html), kept by triggers
 * within the statement that changes a row. It rounds outwards to single precision; the exact sides stand
 * beside it.
 */

/** Where the name of every such index and of its triggers begins. */
export const boxIndexPrefix = 'sys_box_'
const indexOf = (table: string): string => `${boxIndexPrefix}${table}`
const sides = ['west', 'south', 'east', 'north']

/** Beyond what single precision can hold, everything lies at its border. */
const farthest = 3e38
const held = (side: string): string => `max(-${farthest}, min(${farthest}, ${side}))`

/** Makes the index of a table anew, from the text in `column`. */
export async function makeBoxIndex(tx: Transaction, table: string, column: string): Promise<void> {
  const name = indexOf(table)
  await dropBoxIndex(tx, table)
  await tx.run(sql`
    CREATE VIRTUAL TABLE ${id(name)} USING rtree(id, minx, maxx, miny, maxy, +west REAL, +south REAL, +east REAL, +north REAL)`)
  const side = (row: string, place: number): string => `trowel_box(${row}"${column}", ${place})`
  const values = (row: string): Sql =>
    keyword(
      [
        `${row}"id"`,
        ...[0, 2, 1, 3].map((place) => held(side(row, place))),
        ...[0, 1, 2, 3].map((place) => side(row, place)),
      ].join(', '),
    )
  const add = sql`INSERT INTO ${id(name)} SELECT ${values('new.')} WHERE ${keyword(side('new.', 0))} IS NOT NULL;`
  const remove = sql`DELETE FROM ${id(name)} WHERE id = old."id";`
  const triggers: readonly (readonly [event: string, body: Sql])[] = [
    ['inserted', sql`AFTER INSERT ON ${id(table)} BEGIN ${add} END`],
    ['deleted', sql`AFTER DELETE ON ${id(table)} BEGIN ${remove} END`],
    [
      'changed',
      sql`AFTER UPDATE OF "id", ${id(column)} ON ${id(table)}
        WHEN old."id" IS NOT new."id" OR old.${id(column)} IS NOT new.${id(column)} BEGIN ${remove} ${add} END`,
    ],
  ]
  for (const [event, body] of triggers) await tx.run(sql`CREATE TRIGGER ${id(`${name}_${event}`)} ${body}`)
  await tx.run(sql`
    INSERT INTO ${id(name)} SELECT ${values('')} FROM ${id(table)} WHERE ${keyword(side('', 0))} IS NOT NULL`)
}

/** Nothing happens when the table has none. */
export async function dropBoxIndex(tx: Transaction, table: string): Promise<void> {
  const name = indexOf(table)
  for (const event of ['inserted', 'deleted', 'changed'])
    await tx.run(sql`DROP TRIGGER IF EXISTS ${id(`${name}_${event}`)}`)
  await tx.run(sql`DROP TABLE IF EXISTS ${id(name)}`)
}

export const idsInBox = (table: string, box: Box): Sql => idsIn(table, box, true)

/**
 * The exact sides of each row lie in a table of their own: without them ten times as many rows are looked
 * through in the same time.
 */
export const idsNearBox = (table: string, box: Box, oneOf: number): Sql =>
  oneOf > 1 ? sql`${idsIn(table, box, false)} AND id % ${oneOf} = 0` : idsIn(table, box, false)

export const multiplesNearBox = (
  table: string,
  box: Box,
  { oneOf, last }: { readonly oneOf: number; readonly last: number },
): Sql => sql`
  WITH RECURSIVE multiples(id) AS (
    SELECT CAST(${oneOf} AS INTEGER) UNION ALL SELECT id + ${oneOf} FROM multiples WHERE id <= ${last} - ${oneOf})
  SELECT near.id FROM multiples CROSS JOIN ${id(indexOf(table))} near WHERE near.id = multiples.id AND ${meets(box)}`

function idsIn(table: string, box: Box, exactly: boolean): Sql {
  const near = sql`SELECT id FROM ${id(indexOf(table))} WHERE ${meets(box)}`
  if (!exactly) return near
  const [west, south, east, north] = sidesOf(box)
  const exact = sql`west <= ${east} AND east >= ${west} AND south <= ${north} AND north >= ${south}`
  return sql`${near} AND (${liesWithin(box)} OR ${exact})`
}

function meets(box: Box): Sql {
  const [left, bottom, right, top] = sidesOf(box.map(heldSide))
  return sql`minx <= ${right} AND maxx >= ${left} AND miny <= ${top} AND maxy >= ${bottom}`
}

/**
 * What was rounded outwards and lies within all the same, meets the box: only what is at its border is asked
 * for its exact sides.
 */
function liesWithin(box: Box): Sql {
  const [left, bottom, right, top] = sidesOf(box.map(heldSide))
  return sql`(minx > ${left} AND maxx < ${right} AND miny > ${bottom} AND maxy < ${top})`
}

const heldSide = (side: number): number => Math.max(-farthest, Math.min(farthest, side))

/** A number very near to an integer is bound as text. */
const sidesOf = (box: readonly number[]): [Sql, Sql, Sql, Sql] =>
  box.map((side) => sql`CAST(${side} AS REAL)`) as [Sql, Sql, Sql, Sql]

/** The index is a table of its own. */
export function boxIndexOf(table: string, wkt: Sql): BoxIndexRows {
  const side = (place: number): Sql => sql`trowel_box(${wkt}, ${place})`
  const heldAt = (place: number): Sql => sql`max(${-farthest}, min(${farthest}, ${side(place)}))`
  return {
    table: indexOf(table),
    columns: [
      ...['minx', 'miny', 'maxx', 'maxy'].map((name, place) => ({ name, value: heldAt(place) })),
      ...sides.map((name, place) => ({ name, value: side(place) })),
    ],
    hasBox: sql`${side(0)} IS NOT NULL`,
  }
}

export const boxesOf = (table: string): Sql =>
  sql`(SELECT id, ${keyword(sides.join(', '))} FROM ${id(indexOf(table))})`
