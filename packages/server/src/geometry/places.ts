import type { Table } from '../catalogue/catalogue.js'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import { id, type Sql, sql } from '../storage/sql.js'
import type { Dialect, Reader } from '../storage/storage.js'
import type { Box } from '../storage/wkt-box.js'

export type { Box } from '../storage/wkt-box.js'

/**
 * The ids of the geometries of all tables whose box meets this one, borders included: a query of one column
 * `id`, out of the spatial index. A box whose west is greater than its east lies across the 180th meridian
 * (RFC 7946 §5.2). A text that is no geometry meets nothing.
 */
export function geometriesIn(dialect: Dialect, [west, south, east, north]: Box): Sql {
  if (west <= east) return dialect.idsInBox('sys_geodata', [west, south, east, north])
  const beyond = dialect.idsInBox('sys_geodata', [west, south, Number.MAX_VALUE, north])
  return sql`${beyond} UNION ${dialect.idsInBox('sys_geodata', [-Number.MAX_VALUE, south, east, north])}`
}

/**
 * The same as a condition.
 *
 * @param geometryId the id of the row of `sys_geodata`, such as `g."id"`
 */
export const inBox = (dialect: Dialect, box: Box, geometryId: Sql): Sql =>
  sql`${geometryId} IN (${geometriesIn(dialect, box)})`

/** Which geometries are looked for, for what is drawn small. */
export interface Near {
  readonly box: Box
  /** Of so many ids the one that is a multiple. */
  readonly oneOf: number
  /**
   * No id is above it; when set, the multiples are looked up one by one, and not all that lies in the box.
   */
  readonly last?: number
}

/** The ids of these geometries of all tables; the border of the box is not exact. */
export const geometriesNear = (dialect: Dialect, { box, oneOf, last }: Near): Sql =>
  last === undefined
    ? dialect.idsNearBox('sys_geodata', box, oneOf)
    : dialect.multiplesNearBox('sys_geodata', box, { oneOf, last })

/**
 * The box around all geometries of a table that a person may see, as far as they can be read; `undefined`
 * when there are none.
 *
 * @param visible a condition over the records under the alias `t`; all of them when absent
 */
export async function extentOf(
  reader: Reader,
  dialect: Dialect,
  table: Table,
  visible?: Sql,
): Promise<Box | undefined> {
  const shown = visible ? sql` AND ${visible}` : sql``
  const row = await reader.get<Record<'west' | 'south' | 'east' | 'north', number | null>>(sql`
    SELECT min(b.west) AS west, min(b.south) AS south, max(b.east) AS east, max(b.north) AS north
    FROM ${id('sys_geodata')} g JOIN ${dialect.boxesOf('sys_geodata')} b ON b.id = g."id"
      JOIN ${id(table.name)} t ON t."id" = g."id_link"
    WHERE g."table_link" = ${table.name}${shown}`)
  if (!row || row.west === null) return undefined
  return [row.west, row.south as number, row.east as number, row.north as number]
}

/**
 * A box as an address has it: `west,south,east,north` in degrees, or six numbers with heights, which do not
 * count.
 *
 * @throws `invalid_parameter`
 */
export function parseBox(value: unknown): Box {
  const numbers = typeof value === 'string' && value.trim() !== '' ? value.split(',').map(numberOf) : []
  const [west, south, east, north] = numbers.length === 6 ? [0, 1, 3, 4].map((k) => numbers[k]) : numbers
  const isComplete = numbers.length === 4 || numbers.length === 6
  if (isComplete && numbers.every(Number.isFinite) && (south as number) <= (north as number))
    return [west as number, south as number, east as number, north as number]
  throw new AppError('invalid_parameter', {
    ...message('box_form', { name: 'bbox' }),
    detail: { name: 'bbox', reason: 'not a box' },
  })
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))
