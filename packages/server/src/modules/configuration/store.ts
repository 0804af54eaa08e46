import type { Field, TableIndex, TableRelation } from '../../catalogue/catalogue.js'
import { extraKeptAside, type FieldRow, fieldColumns, isKeptAside } from '../../catalogue/stored-field.js'
import { type TableSettings, tableColumns } from '../../catalogue/stored-table.js'
import { hangingFrom } from '../../storage/journal/stamps.js'
import { and, id, join, type Sql, type SqlValue, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

const assignments = (columns: Readonly<Record<string, SqlValue>>): Sql =>
  join(Object.entries(columns).map(([column, value]) => sql`${id(column)} = ${value}`))

export async function selectTableNames(reader: Reader): Promise<string[]> {
  const rows = await reader.all<{ name: string }>(sql`SELECT "name" FROM "sys_cfg_tables"`)
  return rows.map(({ name }) => name)
}

export const insertTable = (tx: Transaction, table: TableSettings): Promise<number> =>
  tx.insert('sys_cfg_tables', tableColumns(table))

/** @param name what the table was called before, when it gets another name */
export const updateTable = (tx: Transaction, table: TableSettings, name = table.name): Promise<number> =>
  tx.run(sql`UPDATE "sys_cfg_tables" SET ${assignments(tableColumns(table))} WHERE "name" = ${name}`)

export const updateTableSort = (tx: Transaction, name: string, sort: number): Promise<number> =>
  tx.run(sql`UPDATE "sys_cfg_tables" SET "sort" = ${sort} WHERE "name" = ${name}`)

export const insertField = (tx: Transaction, table: string, field: Field): Promise<number> =>
  tx.insert('sys_cfg_fields', fieldColumns(table, field))

/** @param name what the field was called before, when it gets another name */
export const updateField = (
  tx: Transaction,
  table: string,
  field: Field,
  name = field.name,
): Promise<number> =>
  tx.run(sql`
    UPDATE "sys_cfg_fields" SET ${assignments(fieldColumns(table, field))}
    WHERE "table_name" = ${table} AND "name" = ${name}`)

export const updateFieldSort = (
  tx: Transaction,
  table: string,
  name: string,
  sort: number,
): Promise<number> =>
  tx.run(sql`UPDATE "sys_cfg_fields" SET "sort" = ${sort} WHERE "table_name" = ${table} AND "name" = ${name}`)

/** Deletes the definition of a field, also one that is kept aside. */
export const deleteField = (tx: Transaction, table: string, name: string): Promise<number> =>
  tx.run(sql`DELETE FROM "sys_cfg_fields" WHERE "table_name" = ${table} AND "name" = ${name}`)

/** Puts the definition of a field aside, or takes it back. @returns false when there is none to take back */
export async function keepFieldAside(
  tx: Transaction,
  table: string,
  name: string,
  aside: boolean,
): Promise<boolean> {
  const row = await tx.get<FieldRow>(
    sql`SELECT * FROM "sys_cfg_fields" WHERE "table_name" = ${table} AND "name" = ${name}`,
  )
  if (!row) return false
  if (isKeptAside(row) !== aside) {
    await tx.run(
      sql`UPDATE "sys_cfg_fields" SET "extra" = ${extraKeptAside(row.extra, aside)} WHERE "id" = ${row.id}`,
    )
  }
  return true
}

export const insertRelation = (tx: Transaction, relation: Omit<TableRelation, 'id'>): Promise<number> =>
  tx.insert('sys_cfg_relations', {
    from_tb: relation.fromTable,
    from_col: relation.fromColumn,
    to_tb: relation.toTable,
    to_col: relation.toColumn,
    on_delete: relation.onDelete,
    on_update: relation.onUpdate,
  })

export const updateRelation = (tx: Transaction, relation: TableRelation): Promise<number> =>
  tx.run(sql`
    UPDATE "sys_cfg_relations" SET
      "from_tb" = ${relation.fromTable}, "from_col" = ${relation.fromColumn},
      "to_tb" = ${relation.toTable}, "to_col" = ${relation.toColumn},
      "on_delete" = ${relation.onDelete}, "on_update" = ${relation.onUpdate}
    WHERE "id" = ${relation.id}`)

export const deleteRelation = (tx: Transaction, relationId: number): Promise<number> =>
  tx.run(sql`DELETE FROM "sys_cfg_relations" WHERE "id" = ${relationId}`)

export const insertIndex = (tx: Transaction, index: Omit<TableIndex, 'id'>): Promise<number> =>
  tx.insert('sys_cfg_indexes', {
    tb: index.table,
    name: index.name,
    columns: JSON.stringify(index.columns),
    is_unique: index.isUnique ? 1 : 0,
    auto: index.auto ? 1 : 0,
    is_prefix: index.isPrefix ? 1 : 0,
  })

export const updateIndex = (tx: Transaction, index: TableIndex): Promise<number> =>
  tx.run(sql`
    UPDATE "sys_cfg_indexes" SET
      "tb" = ${index.table}, "name" = ${index.name}, "columns" = ${JSON.stringify(index.columns)}
    WHERE "id" = ${index.id}`)

export const deleteIndex = (tx: Transaction, indexId: number): Promise<number> =>
  tx.run(sql`DELETE FROM "sys_cfg_indexes" WHERE "id" = ${indexId}`)

type NameColumn = readonly [systemTable: string, column: string]

/** Columns that name the table which a row configures. */
const configurationColumns: readonly NameColumn[] = [
  ['sys_cfg_fields', 'table_name'],
  ['sys_cfg_templates', 'table_name'],
  ['sys_user_table_privs', 'table_name'],
  ['sys_webhook_tables', 'table_name'],
]

/** Columns that name the table to whose records a row belongs. */
const attachedColumns: readonly NameColumn[] = Object.entries(hangingFrom).flatMap(([table, ends]) =>
  ends.map((end): NameColumn => [table, end.table]),
)

/** Columns that follow a new name too, but keep what they say of a table that is gone. */
const keptColumns: readonly NameColumn[] = [
  ['sys_versions', 'tb'],
  ['sys_creations', 'tb'],
  ['sys_queries', 'tb'],
]

/**
 * What names the table: configuration, old versions and saved queries. Rows that belong to records follow
 * with the table itself.
 */
export async function renameTableInRows(tx: Transaction, from: string, to: string): Promise<void> {
  for (const [named, column] of [...configurationColumns, ...keptColumns]) {
    await tx.schema.unjournaled(named, async (tables) => {
      for (const table of tables)
        await tx.run(sql`UPDATE ${id(table)} SET ${id(column)} = ${to} WHERE ${id(column)} = ${from}`)
    })
  }
}

/** Forgets a table: its configuration, and what belongs to its records. Versions and saved queries stay. */
export async function deleteTableRows(tx: Transaction, name: string): Promise<void> {
  for (const [table, column] of [...configurationColumns, ...attachedColumns]) {
    await tx.run(sql`DELETE FROM ${id(table)} WHERE ${id(column)} = ${name}`)
  }
  await tx.run(sql`DELETE FROM "sys_cfg_indexes" WHERE "tb" = ${name}`)
  await tx.run(sql`DELETE FROM "sys_cfg_tables" WHERE "name" = ${name}`)
}

/** Deletes what belongs to the rows of a table. */
export async function deleteAttachedRows(tx: Transaction, table: string): Promise<void> {
  for (const [attachedTable, column] of attachedColumns) {
    await tx.run(sql`DELETE FROM ${id(attachedTable)} WHERE ${id(column)} = ${table}`)
  }
}

export const countRows = (reader: Reader, table: string): Promise<number> =>
  countOf(reader, sql`SELECT COUNT(*) AS "n" FROM ${id(table)}`)

type Ends = Pick<TableRelation, 'fromTable' | 'fromColumn' | 'toTable' | 'toColumn'>

/**
 * How many rows of `relation.fromTable` have a key that names no row of the other table; empty text counts as
 * no key.
 */
export const countOrphans = (reader: Reader, relation: Ends, isText: boolean, also?: Sql): Promise<number> =>
  countOf(reader, sql`SELECT COUNT(*) AS "n" ${orphansOf(relation, isText, also)}`)

const maxOrphansNamed = 20

/** The ids of the first of them, ascending. */
export async function selectOrphanIds(reader: Reader, relation: Ends, isText: boolean): Promise<number[]> {
  const rows = await reader.all<{ id: number }>(
    sql`SELECT f."id" ${orphansOf(relation, isText)} ORDER BY f."id" LIMIT ${maxOrphansNamed}`,
  )
  return rows.map((row) => row.id)
}

function orphansOf(relation: Ends, isText: boolean, also?: Sql): Sql {
  const column = id('f', relation.fromColumn)
  const holds = [
    sql`${column} IS NOT NULL`,
    ...(isText ? [sql`${column} <> ''`] : []),
    ...(also ? [also] : []),
  ]
  return sql`FROM ${id(relation.fromTable)} AS f
    WHERE ${and(holds)} AND NOT EXISTS (
      SELECT 1 FROM ${id(relation.toTable)} AS t WHERE ${id('t', relation.toColumn)} = ${column})`
}

/** How many combinations of values, none of them NULL, occur more than once. */
export function countRepeated(reader: Reader, table: string, columns: readonly string[]): Promise<number> {
  const names = columns.map((column) => id(column))
  return countOf(
    reader,
    sql`SELECT COUNT(*) AS "n" FROM (
      SELECT 1 AS "one" FROM ${id(table)}
      WHERE ${and(names.map((name) => sql`${name} IS NOT NULL`))}
      GROUP BY ${join(names)} HAVING COUNT(*) > 1) AS repeated`,
  )
}

/** All rows of a table of the service. */
export const selectAll = <Row>(reader: Reader, table: string): Promise<Row[]> =>
  reader.all<Row>(sql`SELECT * FROM ${id(table)} ORDER BY "id"`)

/** Gives every row the same value in a column. */
export const fillColumn = (
  tx: Transaction,
  table: string,
  column: string,
  value: SqlValue,
): Promise<number> => tx.run(sql`UPDATE ${id(table)} SET ${id(column)} = ${value}`)

async function countOf(reader: Reader, query: Sql): Promise<number> {
  const row = await reader.get<{ n: number }>(query)
  return Number(row?.n ?? 0)
}

export interface UserRow {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly privilege: number
}

export const selectUsers = (reader: Reader): Promise<UserRow[]> =>
  reader.all<UserRow>(sql`SELECT "id", "name", "email", "privilege" FROM "sys_users" ORDER BY "id"`)

export async function selectVocabularyNames(reader: Reader): Promise<string[]> {
  const rows = await reader.all<{ voc: string }>(
    sql`SELECT DISTINCT "voc" FROM "sys_vocabularies" ORDER BY "voc"`,
  )
  return rows.map((row) => row.voc)
}
