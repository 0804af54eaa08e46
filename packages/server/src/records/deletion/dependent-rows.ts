import type { Catalogue, Table } from '../../catalogue/catalogue.js'
import { systemTables } from '../../catalogue/system-tables.js'
import { id, join, or, type Sql, sql } from '../../storage/sql.js'
import type { Transaction } from '../../storage/storage.js'
import type { AttachedTable } from '../rows/attached-tables.js'
import type { RecordPart } from '../rows/record-part.js'
import { inBatches } from '../rows/row-batches.js'
import type { RawRow } from '../rows/store.js'
import type { DependentRows } from '../versions/snapshots.js'

const namesAny = ({ ends }: AttachedTable, tableName: string, ids: readonly number[]): Sql =>
  or(ends.map((end) => sql`(${id(end.table)} = ${tableName} AND ${id(end.record)} IN (${join(ids)}))`))

/** Removes what hangs from records of a table. */
export async function deleteDependentRows(
  tx: Transaction,
  parts: readonly RecordPart[],
  tableName: string,
  recordIds: Iterable<number>,
): Promise<void> {
  for (const { attachedTable } of parts) {
    for (const some of inBatches(recordIds)) {
      await tx.run(
        sql`DELETE FROM ${id(attachedTable.table)} WHERE ${namesAny(attachedTable, tableName, some)}`,
      )
    }
  }
}

/**
 * Brings back what hung from a record that is there again: the rows whose other end still exists and which
 * were not stated anew in the meantime. They get new ids, since the id of what was deleted never means
 * anything again.
 *
 * @returns how many rows of each part stayed away; parts of which all came back are left out
 */
export async function bringBackRows(
  tx: Transaction,
  catalogue: Catalogue,
  parts: readonly RecordPart[],
  record: { readonly table: Table; readonly id: number },
  kept: DependentRows,
): Promise<Record<string, number>> {
  const stayedAway: Record<string, number> = {}
  for (const { keptAs, attachedTable } of parts) {
    const rows = kept[keptAs] ?? []
    if (rows.length === 0) continue
    const own = rows.map((row) => withOwnEnd(row, attachedTable, record, catalogue))
    const complete = own.filter((row) => row !== undefined).filter((row) => isComplete(row, attachedTable))
    const possible = await withExistingEnds(tx, catalogue, attachedTable, complete)
    const missing = rows.length - (await insertNewRows(tx, attachedTable, possible))
    if (missing > 0) stayedAway[keptAs] = missing
  }
  return stayedAway
}

const columnsOf = ({ table }: AttachedTable) => systemTables.find(({ name }) => name === table)?.columns ?? []

const isComplete = (row: RawRow, attachedTable: AttachedTable): boolean =>
  columnsOf(attachedTable).every(({ name, notNull }) => !notNull || (row[name] ?? null) !== null)

/**
 * The row with the name that the record's table has now: it may have been called otherwise when the row was
 * kept.
 */
function withOwnEnd(
  row: RawRow,
  { ends }: AttachedTable,
  { table, id: recordId }: { readonly table: Table; readonly id: number },
  catalogue: Catalogue,
): RawRow | undefined {
  const here = ends.filter((end) => row[end.record] === recordId)
  const own =
    here.find((end) => row[end.table] === table.name) ??
    here.find((end) => !catalogue.tables.has(String(row[end.table])))
  return own && { ...row, [own.table]: table.name }
}

/** The rows whose ends are all records that exist, and whose file or library does. */
async function withExistingEnds(
  tx: Transaction,
  catalogue: Catalogue,
  { ends, needs }: AttachedTable,
  rows: readonly RawRow[],
): Promise<readonly RawRow[]> {
  const wanted = new Map<string, Set<number>>()
  const named = (row: RawRow): { table: string; id: number }[] => [
    ...ends.map((end) => ({ table: String(row[end.table]), id: Number(row[end.record]) })),
    ...(needs ? [{ table: needs.table, id: Number(row[needs.column]) }] : []),
  ]
  for (const one of rows.flatMap(named)) {
    const isKnown = catalogue.tables.has(one.table) || one.table === needs?.table
    if (isKnown) wanted.set(one.table, (wanted.get(one.table) ?? new Set()).add(one.id))
  }
  const existing = new Set<string>()
  for (const [table, ids] of wanted) {
    for (const some of inBatches(ids)) {
      const found = await tx.all<{ id: number }>(
        sql`SELECT "id" FROM ${id(table)} WHERE "id" IN (${join(some)})`,
      )
      for (const row of found) existing.add(`${table}:${row.id}`)
    }
  }
  return rows.filter((row) => named(row).every((one) => existing.has(`${one.table}:${one.id}`)))
}

/**
 * A fact that a user stated anew in the meantime is there already: the unique indexes of the attachedTables
 * pass over it.
 */
async function insertNewRows(
  tx: Transaction,
  attachedTable: AttachedTable,
  rows: readonly RawRow[],
): Promise<number> {
  const columns = columnsOf(attachedTable).map(({ name }) => name)
  const cells = rows.map((row) => columns.map((name) => row[name] ?? null))
  const [first] = cells
  if (!first) return 0
  const statement = sql`INSERT INTO ${id(attachedTable.table)} (${join(columns.map((name) => id(name)))})
    VALUES (${join(first)}) ON CONFLICT DO NOTHING`
  return tx.runMany(statement, cells)
}
