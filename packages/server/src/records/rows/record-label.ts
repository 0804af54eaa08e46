import type { Table } from '../../catalogue/catalogue.js'
import { id, type Sql } from '../../storage/sql.js'

/** The column that names a record of the table to people. */
export const labelColumn = (table: Table, alias: string): Sql => id(alias, table.idField)

/** What people call a record: the value of its id field as text, or its id when that is empty. */
export const recordLabel = (value: string | number | null, recordId: number): string =>
  value === null || value === '' ? String(recordId) : String(value)
