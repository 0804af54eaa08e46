import { beforeTable, changeSets, changes } from '../../storage/journal/journal-tables.js'
import { castTo, type KeptColumn } from '../../storage/journal/rows-as-of.js'
import type { RecordEnd } from '../../storage/journal/stamps.js'
import { and, id, join, or, type Sql, sql } from '../../storage/sql.js'
import type { Dialect, PhysicalTables, Reader, Transaction } from '../../storage/storage.js'
import { inBatches } from '../rows/row-batches.js'

/** The stretch of the journal that is one set. */
export interface SetRange {
  readonly id: number
  readonly first: number
  readonly last: number
}

/** A table in the journal, with the columns of which it keeps values. */
export interface UndoTable {
  readonly name: string
  readonly columns: readonly UndoColumn[]
}

export interface UndoColumn extends KeptColumn {
  /** Holds the id of an account, which may be gone: then nobody made the row. */
  readonly isCreator: boolean
  /** The service writes it by itself; that it did so again later is no conflict. */
  readonly isDerived: boolean
}

/** What is to be done with one value. */
export const cell = { same: '0', restore: '1', conflict: '2', unfit: 'x' } as const

/** A row that a set changed. */
export interface TouchedRow {
  readonly id: number
  /** The id of the set's first change of it, where its state before is kept. */
  readonly head: number
  /** What the set did to it in the end. */
  readonly operation: 'created' | 'updated' | 'deleted'
  /** Is it there now? */
  readonly there: boolean
  /** Is its state before kept, where there was one? */
  readonly kept: boolean
  /** A `cell` for each column; `''` where nothing changed it since. */
  readonly cells: string
}

/** Only columns that the journal and the table both have. */
export function undoColumns(
  physical: PhysicalTables,
  table: string,
  isDerived: (column: string) => boolean,
): UndoTable | undefined {
  const [now, before] = [physical.get(table), physical.get(beforeTable(table))]
  if (!now || !before) return undefined
  const keptTypes = new Map(before.columns.map(({ name, type }) => [name, type]))
  const columns = now.columns.flatMap(({ name, type }): UndoColumn[] => {
    const keptType = keptTypes.get(name)
    if (name === 'id' || keptType === undefined) return []
    return [{ name, type, keptType, isCreator: name === 'creator', isDerived: isDerived(name) }]
  })
  return { name: table, columns }
}

/** The value of a column in the before-image `alias`. */
function kept(dialect: Dialect, alias: string, { name, type, keptType, isCreator }: UndoColumn): Sql {
  const value = id(alias, name)
  if (isCreator) return sql`CASE WHEN ${value} IN (SELECT "id" FROM "sys_users") THEN ${value} END`
  return type === keptType ? value : dialect.cast(value, castTo[type])
}

/** A kept text that the type of the column cannot hold any more. */
const isUnfit = (dialect: Dialect, alias: string, column: UndoColumn): Sql[] => {
  if (column.type === column.keptType) return []
  const value = id(alias, column.name)
  return [sql`(${value} IS NOT NULL AND ${value} <> '' AND ${kept(dialect, alias, column)} IS NULL)`]
}

const same = (one: Sql, other: Sql): Sql => sql`${one} IS NOT DISTINCT FROM ${other}`

/** The names of the tables that a set changed. */
export async function selectTouchedTables(reader: Reader, { first, last }: SetRange): Promise<string[]> {
  const rows = await reader.all<{ tb: string }>(
    sql`SELECT DISTINCT "tb" || '' AS "tb" FROM ${id(changes)} WHERE "id" BETWEEN ${first} AND ${last}`,
  )
  return rows.map(({ tb }) => tb)
}

/**
 * The rows of a table that a set changed, by id; one that it made and deleted again is none. Later changes of
 * a row are looked for as in `nextChange`, and once, not again for each column.
 */
export async function selectTouched(
  reader: Reader,
  dialect: Dialect,
  { name, columns }: UndoTable,
  { first, last }: SetRange,
): Promise<TouchedRow[]> {
  const cells = columns.map((column) => {
    const [before, now] = [kept(dialect, 'b', column), id('t', column.name)]
    const after = sql`CASE WHEN h."next" IS NULL THEN ${now} ELSE ${kept(dialect, 'a', column)} END`
    const unfit = isUnfit(dialect, 'b', column).map((is) => sql`WHEN ${is} THEN 'x'`)
    return sql`CASE
      WHEN h."op" = 'created' THEN CASE WHEN ${same(now, after)} THEN '0' ELSE '2' END
      WHEN h."op" = 'updated' AND ${same(before, after)} THEN '0' ${join(unfit, ' ')}
      WHEN t."id" IS NOT NULL AND ${same(before, now)} THEN '0'
      WHEN t."id" IS NULL THEN CASE WHEN h."op" = 'deleted' THEN '0' ELSE '2' END
      WHEN h."op" = 'updated' AND ${same(now, after)} THEN '1' ELSE '2' END`
  })
  const mask = sql`CASE WHEN h."op" = 'created' AND (h."next" IS NULL OR t."id" IS NULL) THEN ''
    ELSE ${cells.length > 0 ? join(cells, ' || ') : sql`''`} END`
  const rows = await reader.all<Omit<TouchedRow, 'there' | 'kept'> & { there: number; kept: number }>(sql`
    WITH h AS MATERIALIZED (SELECT g."row_id", g."head",
        CASE WHEN f."operation" = 'created' THEN 'created' WHEN l."operation" = 'deleted' THEN 'deleted'
          ELSE 'updated' END AS "op",
        (SELECT min(n."id" + 0) FROM ${id(changes)} n
          WHERE n."tb" = ${name} AND n."row_id" = g."row_id" AND n."id" + 0 > ${last}) AS "next"
      FROM (SELECT "row_id", min("id") AS "head", max("id") AS "tail" FROM ${id(changes)}
        WHERE "id" BETWEEN ${first} AND ${last} AND "tb" || '' = ${name} GROUP BY "row_id") g
      JOIN ${id(changes)} f ON f."id" = g."head" JOIN ${id(changes)} l ON l."id" = g."tail"
      WHERE NOT (f."operation" = 'created' AND l."operation" = 'deleted'))
    SELECT h."row_id" AS "id", h."head" AS "head", h."op" AS "operation",
      CASE WHEN t."id" IS NULL THEN 0 ELSE 1 END AS "there",
      CASE WHEN h."op" <> 'created' AND b."id" IS NULL THEN 0 ELSE 1 END AS "kept", ${mask} AS "cells"
    FROM h
    LEFT JOIN ${id(name)} t ON t."id" = h."row_id"
    LEFT JOIN ${id(beforeTable(name))} b ON b."id" = h."head"
    LEFT JOIN ${id(beforeTable(name))} a ON a."id" = h."next"
    ORDER BY h."row_id"`)
  return rows.map((row) => ({ ...row, there: row.there === 1, kept: row.kept === 1 }))
}

/**
 * The kept states of rows, `id` being that of the row. Rows that were changed together lie together: the
 * bounds lead an engine to them that would else read whole tables.
 */
function keptRows(
  dialect: Dialect,
  { name }: UndoTable,
  columns: readonly UndoColumn[],
  heads: readonly number[],
): Sql {
  const values = columns.map((column) => sql`${kept(dialect, 'b', column)} AS ${id(column.name)}`)
  const [low, high] = bounds(heads)
  return sql`SELECT ${join([sql`c."row_id" AS "id"`, ...values])}
    FROM ${id(beforeTable(name))} b JOIN ${id(changes)} c ON c."id" = b."id"
    WHERE b."id" BETWEEN ${low} AND ${high} AND c."id" BETWEEN ${low} AND ${high} AND b."id" IN (${join(heads)})`
}

const bounds = (numbers: readonly number[]): [low: number, high: number] =>
  numbers.reduce(
    ([low, high], one) => [Math.min(low, one), Math.max(high, one)],
    [Number.MAX_SAFE_INTEGER, 0],
  )

/** So many rows go through one statement. */
const rowsAtOnce = 2000

export const inSteps = <T>(rows: Iterable<T>): Generator<T[]> => inBatches(rows, rowsAtOnce)

/**
 * Brings rows back under their old ids, but for those that a unique index refuses.
 *
 * @param columns all others are empty at first
 * @returns how many came back
 */
export function insertKept(
  tx: Transaction,
  dialect: Dialect,
  table: UndoTable,
  columns: readonly UndoColumn[],
  heads: readonly number[],
): Promise<number> {
  const names = join([id('id'), ...columns.map((column) => id(column.name))])
  return tx.run(sql`INSERT INTO ${id(table.name)} (${names})
    SELECT ${names} FROM (${keptRows(dialect, table, columns, heads)}) k
    WHERE k."id" IS NOT NULL ORDER BY k."id" ON CONFLICT DO NOTHING`)
}

/** Gives columns the values again that they had. */
export function updateToKept(
  tx: Transaction,
  dialect: Dialect,
  table: UndoTable,
  columns: readonly UndoColumn[],
  heads: readonly number[],
): Promise<number> {
  const values = columns.map(({ name }) => sql`${id(name)} = k.${id(name)}`)
  return tx.run(sql`UPDATE ${id(table.name)} SET ${join(values)}
    FROM (${keptRows(dialect, table, columns, heads)}) k WHERE ${id(table.name, 'id')} = k."id"`)
}

export const emptyColumns = (
  tx: Transaction,
  table: string,
  columns: readonly string[],
  ids: readonly number[],
): Promise<number> =>
  tx.run(
    sql`UPDATE ${id(table)} SET ${join(columns.map((name) => sql`${id(name)} = NULL`))} WHERE "id" IN (${join(ids)})`,
  )

export const deleteById = (tx: Transaction, table: string, ids: readonly number[]): Promise<number> =>
  tx.run(sql`DELETE FROM ${id(table)} WHERE "id" IN (${join(ids)})`)

/** A column, and the one of another table in which its values must be found. */
export interface ReferringColumn {
  readonly column: UndoColumn
  readonly target: { readonly table: string; readonly column: string; readonly isSameType: boolean }
}

/** Of rows that are about to be written, those whose kept value in a column refers to nothing. */
export async function selectDangling(
  reader: Reader,
  dialect: Dialect,
  table: UndoTable,
  { column, target }: ReferringColumn,
  heads: readonly number[],
): Promise<number[]> {
  const value = id('k', column.name)
  const sought = id('o', target.column)
  const found = target.isSameType
    ? sql`${sought} = ${value}`
    : sql`${dialect.cast(sought, 'text')} = ${dialect.cast(value, 'text')}`
  const rows = await reader.all<{ id: number }>(sql`
    SELECT k."id" FROM (${keptRows(dialect, table, [column], heads)}) k
    WHERE ${value} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${id(target.table)} o WHERE ${found})`)
  return rows.map((row) => row.id)
}

/** A value, what it was before the set, and who changed it later. */
export interface ConflictRow {
  readonly id: number
  readonly now: string | number | null
  readonly was: string | number | null
  readonly by: string | null
  /** The label of the API key, where it was a program. */
  readonly key: string | null
  readonly time: number | null
}

/** The set of the change `n`, and who made it. */
const madeBy = sql`LEFT JOIN ${id(changes)} n ON n."id" = q."later"
  LEFT JOIN ${id(changeSets)} s ON s."id" = n."set_id"
  LEFT JOIN "sys_users" u ON u."id" = s."user_id" LEFT JOIN "sys_api_keys" y ON y."id" = s."key_id"`

/** Rows whose value in the column was changed again after the change `last`. */
export function selectConflicts(
  reader: Reader,
  dialect: Dialect,
  { name }: UndoTable,
  column: UndoColumn,
  { last, heads }: { readonly last: number; readonly heads: readonly number[] },
): Promise<ConflictRow[]> {
  const [was, now] = [kept(dialect, 'b', column), id('t', column.name)]
  const isChange = or([
    sql`n."operation" <> 'updated'`,
    sql`${kept(dialect, 'e', column)} IS DISTINCT FROM ${now}`,
  ])
  return reader.all(sql`
    SELECT q."id", q."now", q."was", u."name" AS "by", y."label" AS "key", s."time" AS "time"
    FROM (SELECT c."row_id" AS "id", ${now} AS "now", ${was} AS "was",
        (SELECT max(n."id" + 0) FROM ${id(changes)} n LEFT JOIN ${id(beforeTable(name))} e ON e."id" = n."id"
          WHERE ${and([sql`n."tb" = ${name}`, sql`n."row_id" = c."row_id"`, sql`n."id" + 0 > ${last}`, isChange])}
        ) AS "later"
      FROM ${id(changes)} c LEFT JOIN ${id(beforeTable(name))} b ON b."id" = c."id"
      LEFT JOIN ${id(name)} t ON t."id" = c."row_id" WHERE c."id" IN (${join(heads)})) q
    ${madeBy} ORDER BY q."id"`)
}

/** Who changed rows last, which a set did not know. */
export function selectLastChanges(
  reader: Reader,
  table: string,
  ids: readonly number[],
): Promise<Pick<ConflictRow, 'id' | 'by' | 'key' | 'time'>[]> {
  return reader.all(sql`
    SELECT q."id", u."name" AS "by", y."label" AS "key", s."time" AS "time"
    FROM (SELECT "row_id" AS "id", max("id") AS "later" FROM ${id(changes)}
      WHERE "tb" = ${table} AND "row_id" IN (${join(ids)}) GROUP BY "row_id") q
    ${madeBy} ORDER BY q."id"`)
}

/** Those of the ids under which nothing is stored. */
export async function selectMissing(
  reader: Reader,
  table: string,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await reader.all<{ id: number }>(
    sql`SELECT "id" FROM ${id(table)} WHERE "id" IN (${join(ids)})`,
  )
  const there = new Set(rows.map((row) => row.id))
  return ids.filter((one) => !there.has(one))
}

/** Rows whose kept values in the columns of a key are those that another row has now. */
export async function selectSameKey(
  reader: Reader,
  dialect: Dialect,
  table: UndoTable,
  key: readonly UndoColumn[],
  heads: readonly number[],
): Promise<number[]> {
  const equal = key.map(({ name }) => sql`${id('o', name)} = ${id('k', name)}`)
  const rows = await reader.all<{ id: number }>(sql`
    SELECT k."id" FROM (${keptRows(dialect, table, key, heads)}) k
    WHERE EXISTS (SELECT 1 FROM ${id(table.name)} o WHERE o."id" <> k."id" AND ${and(equal)})`)
  return rows.map((row) => row.id)
}

type Value = string | number | null

/** The rows whose value in the column other rows have as well. */
export const selectRepeating = (
  reader: Reader,
  table: string,
  column: string,
): Promise<{ id: number; value: string | number }[]> =>
  reader.all(sql`
    SELECT t."id" AS "id", ${id('t', column)} AS "value"
    FROM (SELECT ${id(column)} AS "value" FROM ${id(table)}
      WHERE ${id(column)} IS NOT NULL GROUP BY ${id(column)} HAVING count(*) > 1) d
    JOIN ${id(table)} t ON ${id('t', column)} = d."value" ORDER BY t."id"`)

/** The values that rows had in a column right after a change; NULL for those that were made later. */
export const selectValuesAfter = (
  reader: Reader,
  table: string,
  column: string,
  last: number,
  ids: readonly number[],
): Promise<{ id: number; unchanged: Value; value: Value }[]> =>
  reader.all(sql`
    SELECT q."id" AS "id", CASE WHEN c."id" IS NULL THEN q."now" END AS "unchanged", ${id('b', column)} AS "value"
    FROM (SELECT t."id", ${id('t', column)} AS "now", (SELECT min(n."id" + 0) FROM ${id(changes)} n
        WHERE n."tb" = ${table} AND n."row_id" = t."id" AND n."id" + 0 > ${last}) AS "next"
      FROM ${id(table)} t WHERE t."id" IN (${join(ids)})) q
    LEFT JOIN ${id(changes)} c ON c."id" = q."next" LEFT JOIN ${id(beforeTable(table))} b ON b."id" = q."next"`)

/** Those of the rows that would end before they begin. */
export async function selectBackwards(
  reader: Reader,
  table: string,
  from: string,
  to: string,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await reader.all<{ id: number }>(sql`
    SELECT "id" FROM ${id(table)} WHERE "id" IN (${join(ids)}) AND ${id(from)} > ${id(to)}`)
  return rows.map((row) => row.id)
}

/** From which records rows of an attached table hang. */
export function selectEnds(
  reader: Reader,
  attached: string,
  ends: readonly RecordEnd[],
  ids: readonly number[],
): Promise<Readonly<Record<string, string | number>>[]> {
  const columns = [...new Set(ends.flatMap((end) => [end.table, end.record]))]
  return reader.all(
    sql`SELECT "id" AS "id", ${join(columns.map((name) => id(name)))} FROM ${id(attached)} WHERE "id" IN (${join(ids)})`,
  )
}
