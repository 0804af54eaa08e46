import { id, join, keyword, type Sql, sql } from '../sql.js'
import type { ColumnDefinition, ColumnType, ForeignKey } from '../storage.js'

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
export function tableDefinition(
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

export const columnDefinition = ({ name, type, notNull }: ColumnDefinition): Sql =>
  sql`${id(name)} ${keyword(storageTypes[type])}${keyword(notNull ? ' NOT NULL' : '')}`
