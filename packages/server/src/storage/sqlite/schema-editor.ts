import type { PlainSchemaEditor } from '../journal/journaled-schema-editor.js'
import { id, join, keyword, type Sql, sql } from '../sql.js'
import {
  type ColumnDefinition,
  type ColumnType,
  type ForeignKey,
  type IndexKind,
  type PhysicalTables,
  StorageError,
  type StoredTable,
  type TableShape,
  type Transaction,
} from '../storage.js'
import { dropBoxIndex, makeBoxIndex } from './box-index.js'
import { columnType, inspectTables } from './inspect-tables.js'
import { readStoredTables } from './stored-tables.js'
import { dropTextIndex, textIndexColumns } from './text-index-tables.js'

/** What SQLite cannot alter is made anew: a table with another shape, into which the rows are copied. */
export class SqliteSchemaEditor implements PlainSchemaEditor {
  readonly #tx: Transaction

  constructor(tx: Transaction) {
    this.#tx = tx
  }

  async createTable(
    table: string,
    columns: readonly ColumnDefinition[],
    foreignKeys: readonly ForeignKey[],
  ): Promise<void> {
    await this.#tx.run(tableDefinition(table, columns, foreignKeys))
  }

  async dropTable(table: string): Promise<void> {
    await this.#dropReferences(table)
    await dropTextIndex(this.#tx, table)
    await dropBoxIndex(this.#tx, table)
    await this.#tx.run(sql`DROP TABLE ${id(table)}`)
  }

  async renameTable(from: string, to: string): Promise<void> {
    await dropTextIndex(this.#tx, from)
    await this.#tx.run(sql`ALTER TABLE ${id(from)} RENAME TO ${id(to)}`)
  }

  async addColumns(table: string, ...columns: readonly ColumnDefinition[]): Promise<void> {
    if (columns.some(({ notNull }) => notNull)) {
      const shape = await this.#shape(table)
      await rebuildTable(this.#tx, table, { ...shape, columns: [...shape.columns, ...columns] })
    } else {
      for (const column of columns)
        await this.#tx.run(sql`ALTER TABLE ${id(table)} ADD COLUMN ${columnDefinition(column)}`)
    }
  }

  async dropColumn(table: string, column: string): Promise<void> {
    await this.#dropReferences(table, column)
    await this.#dropTextIndexOf(table, column)
    const indexes = await this.#tx.all<{ name: string }>(sql`
      SELECT l.name FROM pragma_index_list(${table}) AS l
      WHERE l.origin = 'c' AND EXISTS (SELECT 1 FROM pragma_index_info(l.name) AS i WHERE i.name = ${column})`)
    for (const { name } of indexes) await this.dropIndex(name)
    const shape = await this.#shape(table)
    if (shape.foreignKeys.some((key) => key.column === column)) {
      await rebuildTable(this.#tx, table, {
        columns: shape.columns.filter(({ name }) => name !== column),
        foreignKeys: shape.foreignKeys.filter((key) => key.column !== column),
      })
    } else {
      await this.#tx.run(sql`ALTER TABLE ${id(table)} DROP COLUMN ${id(column)}`)
    }
  }

  async renameColumn(table: string, from: string, to: string): Promise<void> {
    await this.#dropTextIndexOf(table, from)
    await this.#tx.run(sql`ALTER TABLE ${id(table)} RENAME COLUMN ${id(from)} TO ${id(to)}`)
  }

  async changeColumnType(table: string, column: string, type: ColumnType): Promise<void> {
    const shape = await this.#shape(table)
    const old = shape.columns.find(({ name }) => name === column)
    if (!old) throw new Error(`The table "${table}" has no column "${column}".`)
    if (old.type === type) return
    const { value, fails } = conversion(id(column), old.type, type)
    const refused =
      fails && (await this.#tx.get<{ id: number }>(sql`SELECT id FROM ${id(table)} WHERE ${fails} LIMIT 1`))
    if (refused) {
      throw new StorageError(
        'not_convertible',
        `The value of "${column}" in row ${refused.id} of "${table}" cannot become ${type}.`,
        { constraint: `${table}.${column}` },
      )
    }
    await this.#dropTextIndexOf(table, column)
    const columns = shape.columns.map((each) => (each === old ? { ...each, type } : each))
    await rebuildTable(this.#tx, table, { ...shape, columns }, new Map([[column, value]]))
  }

  async addForeignKey(table: string, key: ForeignKey): Promise<void> {
    const shape = await this.#shape(table)
    await rebuildTable(this.#tx, table, { ...shape, foreignKeys: [...shape.foreignKeys, key] })
    const [violation] = await this.#tx.all<{ parent: string }>(
      sql`SELECT parent FROM pragma_foreign_key_check(${table})`,
    )
    if (violation) {
      throw new StorageError(
        'foreign_key',
        `Rows of "${table}" refer to rows of "${violation.parent}" that do not exist.`,
        { constraint: `${table}.${key.column}` },
      )
    }
  }

  async dropForeignKey(table: string, column: string): Promise<void> {
    const shape = await this.#shape(table)
    const foreignKeys = shape.foreignKeys.filter((key) => key.column !== column)
    await rebuildTable(this.#tx, table, { ...shape, foreignKeys })
  }

  async createIndex(name: string, table: string, columns: readonly string[], kind: IndexKind): Promise<void> {
    const made = keyword(kind === 'unique' ? 'UNIQUE INDEX' : 'INDEX')
    await this.#tx.run(
      sql`CREATE ${made} ${id(name)} ON ${id(table)} (${join(columns.map((each) => id(each)))})`,
    )
  }

  async dropIndex(name: string): Promise<void> {
    await this.#tx.run(sql`DROP INDEX IF EXISTS ${id(name)}`)
  }

  indexBoxes(table: string, column: string): Promise<void> {
    return makeBoxIndex(this.#tx, table, column)
  }

  async keepIdsAbove(table: string, lastId: number): Promise<void> {
    const counted = await this.#tx.run(
      sql`UPDATE sqlite_sequence SET seq = max(seq, ${lastId}) WHERE name = ${table}`,
    )
    if (counted === 0)
      await this.#tx.run(sql`INSERT INTO sqlite_sequence (name, seq) VALUES (${table}, ${lastId})`)
  }

  async shapeOf(table: string): Promise<TableShape | undefined> {
    const [columns, foreignKeys] = await Promise.all([
      this.#tx.all<{ name: string; type: string; required: number }>(sql`
        SELECT name, type, max("notnull", pk) AS required FROM pragma_table_info(${table}) ORDER BY cid`),
      this.#tx.all<ForeignKey>(sql`
        SELECT "from" AS "column", "table", coalesce("to", 'id') AS target,
          on_delete AS "onDelete", on_update AS "onUpdate"
        FROM pragma_foreign_key_list(${table}) ORDER BY id DESC`),
    ])
    if (columns.length === 0) return undefined
    return {
      columns: columns.map(({ name, type, required }) => ({
        name,
        type: columnType(type),
        notNull: required === 1,
      })),
      foreignKeys,
    }
  }

  describe(): Promise<StoredTable[]> {
    return readStoredTables(this.#tx)
  }

  inspect(): Promise<PhysicalTables> {
    return inspectTables(this.#tx)
  }

  async #shape(table: string): Promise<TableShape> {
    const shape = await this.shapeOf(table)
    if (!shape) throw new Error(`There is no table "${table}".`)
    return shape
  }

  async #dropTextIndexOf(table: string, column: string): Promise<void> {
    if ((await textIndexColumns(this.#tx, table))?.includes(column)) await dropTextIndex(this.#tx, table)
  }

  /** What goes takes along the foreign keys of other tables that refer to it. */
  async #dropReferences(table: string, column?: string): Promise<void> {
    const referring = await this.#tx.all<{ name: string; column: string }>(sql`
      SELECT t.name, f."from" AS "column"
      FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f
      WHERE t.type = 'table' AND t.name <> ${table} AND f."table" = ${table}
        AND ${column === undefined ? sql`1 = 1` : sql`coalesce(f."to", 'id') = ${column}`}`)
    for (const key of referring) await this.dropForeignKey(key.name, key.column)
  }
}

interface Conversion {
  /** The value as the new type has it. */
  readonly value: Sql
  /** Is there a value that would be lost? `undefined` when none can be. */
  readonly fails: Sql | undefined
}

/** How the values of a column become another type. Empty text becomes NULL. */
function conversion(column: Sql, from: ColumnType, to: ColumnType): Conversion {
  const isText = (type: ColumnType): boolean => type === 'TEXT' || type === 'TIMESTAMP'
  if (isText(from)) {
    if (to === 'TEXT') return { value: column, fails: undefined }
    const given = sql`nullif(trim(${column}, char(9, 10, 11, 12, 13, 32)), '')`
    const check = sql`${keyword(`trowel_to_${conversionNames[to]}`)}(${given})`
    return {
      value: to === 'TIMESTAMP' ? given : check,
      fails: sql`${given} IS NOT NULL AND ${check} IS NULL`,
    }
  }
  switch (to) {
    case 'TEXT':
      return { value: sql`trowel_to_text(${column})`, fails: undefined }
    case 'TIMESTAMP':
      return { value: sql`NULL`, fails: sql`${column} IS NOT NULL` }
    case 'FLOAT':
      return { value: sql`CAST(${column} AS REAL)`, fails: sql`CAST(${column} AS REAL) <> ${column}` }
    case 'INTEGER':
      return {
        value: sql`trowel_to_integer(${column})`,
        fails: sql`trowel_to_integer(${column}) IS NOT ${column}`,
      }
  }
}

const conversionNames = { INTEGER: 'integer', FLOAT: 'float', TIMESTAMP: 'date' } as const

/**
 * Makes a table anew where SQLite cannot alter it (https://sqlite.org/lang_altertable.html#otheralter): its
 * rows, indexes and triggers stay, and no id is handed out twice.
 * @param values how columns get their values; the others keep theirs
 */
async function rebuildTable(
  tx: Transaction,
  table: string,
  shape: TableShape,
  values: ReadonlyMap<string, Sql> = new Map(),
): Promise<void> {
  const temporary = `sys_rebuilt_${table}`
  const made = await tx.all<{ sql: string }>(sql`
    SELECT sql FROM sqlite_schema WHERE tbl_name = ${table} AND type IN ('index', 'trigger') AND sql IS NOT NULL
    ORDER BY type, name`)
  const counter = await tx.get<{ seq: number }>(sql`SELECT seq FROM sqlite_sequence WHERE name = ${table}`)
  const existing = new Set(
    (await tx.all<{ name: string }>(sql`SELECT name FROM pragma_table_info(${table})`)).map(
      ({ name }) => name,
    ),
  )
  const kept = shape.columns.map(({ name }) => name).filter((name) => existing.has(name))

  await tx.run(tableDefinition(temporary, shape.columns, shape.foreignKeys))
  await tx.run(sql`
    INSERT INTO ${id(temporary)} (${join(kept.map((name) => id(name)))})
    SELECT ${join(kept.map((name) => values.get(name) ?? id(name)))} FROM ${id(table)} ORDER BY id`)
  await tx.run(sql`DROP TABLE ${id(table)}`)
  await tx.run(sql`ALTER TABLE ${id(temporary)} RENAME TO ${id(table)}`)
  if (counter) {
    await tx.run(sql`DELETE FROM sqlite_sequence WHERE name = ${table}`)
    await tx.run(sql`INSERT INTO sqlite_sequence (name, seq) VALUES (${table}, ${counter.seq})`)
  }
  for (const each of made) await tx.run(keyword(each.sql))
}

const storageTypes: Readonly<Record<ColumnType, string>> = {
  TEXT: 'TEXT',
  INTEGER: 'INTEGER',
  FLOAT: 'REAL',
  TIMESTAMP: 'TEXT',
}

/**
 * The statement that makes a table. Ids are never handed out twice, and no column takes a value of another
 * type.
 */
function tableDefinition(
  table: string,
  columns: readonly ColumnDefinition[],
  foreignKeys: readonly ForeignKey[],
): Sql {
  const parts = [
    keyword('id INTEGER PRIMARY KEY AUTOINCREMENT'),
    ...columns.filter(({ name }) => name !== 'id').map(columnDefinition),
    ...foreignKeys.map(
      (key) => sql`FOREIGN KEY (${id(key.column)}) REFERENCES ${id(key.table)} (${id(key.target)})
        ON DELETE ${keyword(key.onDelete)} ON UPDATE ${keyword(key.onUpdate)}`,
    ),
  ]
  return sql`CREATE TABLE ${id(table)} (${join(parts)}) STRICT`
}

const columnDefinition = ({ name, type, notNull }: ColumnDefinition): Sql =>
  sql`${id(name)} ${keyword(storageTypes[type])}${keyword(notNull ? ' NOT NULL' : '')}`
