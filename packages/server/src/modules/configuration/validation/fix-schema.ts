import { columnTypeOf } from '../../../catalogue/column-types.js'
import {
  addBuiltInRows,
  makeSystemTable,
  systemIndexName,
} from '../../../catalogue/migrations/0001-initial.js'
import { isKeptAside } from '../../../catalogue/stored-field.js'
import { journalEntities, type SystemTable, systemTables } from '../../../catalogue/system-tables.js'
import { AppError } from '../../../errors.js'
import { message } from '../../../message.js'
import { beforeTable } from '../../../storage/journal/journal-tables.js'
import { type ColumnDefinition, StorageError, type Transaction } from '../../../storage/storage.js'
import { columnsOfNewTable, keysOfNewTable } from '../generated-fields.js'
import { countRows, fillColumn } from '../store.js'
import type { Fix } from './findings.js'
import { fieldsOf, journaledTables, type SchemaFacts } from './schema-facts.js'

export type FixDone = 'ok_creating_table' | 'ok_adding_column' | 'ok_deleting_table' | 'ok_deleting_column'

/** Makes or removes one table or column. @throws `col_type_not_found`; `error_creating_table` */
export async function carryOutFix(
  tx: Transaction,
  facts: SchemaFacts,
  { action, table, column }: Fix,
): Promise<FixDone> {
  const system = systemTables.find(({ name }) => name === table)
  if (action === 'delete') {
    if (column === undefined) await tx.schema.dropTable(table)
    else await tx.schema.dropColumn(table, column)
    return column === undefined ? 'ok_deleting_table' : 'ok_deleting_column'
  }
  const journaled = journaledTables(facts).find((name) => beforeTable(name) === table)
  if (column === undefined && journaled !== undefined) {
    await tx.schema.journal([journaled], { anew: true })
    return 'ok_creating_table'
  }
  if (column === undefined) {
    await (system ? makeMissingSystemTable(tx, system) : makeConfiguredTable(tx, facts, table))
    return 'ok_creating_table'
  }
  await (system ? addSystemColumn(tx, system, column) : addConfiguredColumn(tx, facts, table, column))
  return 'ok_adding_column'
}

async function makeMissingSystemTable(tx: Transaction, table: SystemTable): Promise<void> {
  await makeSystemTable(tx, table)
  if (table.name in journalEntities) await tx.schema.journal([table.name], { anew: true })
  if ((await tx.schema.shapeOf('sys_cfg_app')) && (await tx.schema.shapeOf('sys_cfg_geoface'))) {
    await addBuiltInRows(tx)
  }
}

/** The rows that are there get an empty value where the service needs one. */
async function addSystemColumn(tx: Transaction, table: SystemTable, name: string): Promise<void> {
  const column = table.columns.find((one) => one.name === name)
  if (!column) throw new AppError('invalid_action')
  await tx.schema.addColumns(table.name, { name, type: column.type })
  if (column.notNull) await fillColumn(tx, table.name, name, column.type === 'TEXT' ? '' : 0)
  const isEmpty = (await countRows(tx, table.name)) === 0
  const key = table.foreignKeys.find((one) => one.column === name)
  if (key && isEmpty) await tx.schema.addForeignKey(table.name, key)
  for (const { columns, unique } of table.indexes) {
    if (!columns.includes(name) || (unique && !isEmpty)) continue
    await tx.schema.createIndex(
      systemIndexName(table.name, columns),
      table.name,
      columns,
      unique ? 'unique' : 'whole',
    )
  }
}

/**
 * A configured table as it was made, without rows. Relations and indexes follow when the constraints are
 * applied.
 */
async function makeConfiguredTable(tx: Transaction, facts: SchemaFacts, table: string): Promise<void> {
  const isPlugin = facts.tables.find(({ name }) => name === table)?.is_plugin === 1
  const generated = columnsOfNewTable(isPlugin)
  const own = fieldsOf(facts, table)
    .filter((field) => !isKeptAside(field) && field.name !== 'id')
    .filter((field) => !generated.some(({ name }) => name === field.name))
    .map((field): ColumnDefinition => ({ name: field.name, type: typeOf(facts, table, field.name) }))
  try {
    await tx.schema.createTable(table, [...generated, ...own], keysOfNewTable(isPlugin))
    await tx.schema.journal([table], { anew: true })
  } catch (error) {
    if (error instanceof StorageError) throw new AppError('error_creating_table', { cause: error })
    throw error
  }
}

async function addConfiguredColumn(
  tx: Transaction,
  facts: SchemaFacts,
  table: string,
  column: string,
): Promise<void> {
  if (column === 'creator') {
    await tx.schema.addColumns(table, { name: column, type: 'INTEGER' })
    for (const key of keysOfNewTable(false)) await tx.schema.addForeignKey(table, key)
    return
  }
  await tx.schema.addColumns(table, { name: column, type: typeOf(facts, table, column) })
}

function typeOf(facts: SchemaFacts, table: string, column: string): ColumnDefinition['type'] {
  const field = fieldsOf(facts, table).find(({ name }) => name === column)
  const type = columnTypeOf(String(field?.db_type))
  if (type) return type
  throw new AppError(
    'col_type_not_found',
    message('type_of_no_column', { type: String(field?.db_type), table, column }),
  )
}
