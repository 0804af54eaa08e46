import type { Catalogue, Field } from '../../../catalogue/catalogue.js'
import { isFormula } from '../../../catalogue/formulas.js'
import { generatedFields } from '../../../catalogue/reserved-names.js'
import type { TableSettings } from '../../../catalogue/stored-table.js'
import { AppError } from '../../../errors.js'
import { message } from '../../../message.js'
import type { Transaction } from '../../../storage/storage.js'
import type { Change } from '../change.js'
import { columnsOfNewTable, fieldsOfNewTable, keysOfNewTable } from '../generated-fields.js'
import { insertField, insertTable } from '../store.js'

/**
 * @throws `tb_already_available` when the name belongs to a table, or to one that the configuration does not
 * know
 */
export async function refuseTakenName({ catalogue, tx }: Change, name: string): Promise<void> {
  if (catalogue.tables.has(name)) {
    throw new AppError('tb_already_available', message('table_exists', { table: name }))
  }
  if (isMadeByEngine(catalogue, name) || (await tx.schema.shapeOf(name))) {
    throw new AppError('tb_already_available', {
      ...message('table_unconfigured_exists', { table: name }),
      detail: 'orphan_table',
    })
  }
}

/** Makes the table with the fields that every table has, at the end of the list. */
export async function addTable({ catalogue, tx }: Change, settings: TableSettings): Promise<void> {
  const fields = fieldsOfNewTable(settings.isPlugin)
  await createTableOf(tx, { ...settings, sort: nextSort(catalogue) }, fields)
}

/**
 * Makes the table in the database and its configuration. @param fields those that every table has among them
 */
export async function createTableOf(
  tx: Transaction,
  settings: TableSettings,
  fields: readonly Field[],
): Promise<void> {
  const { name, isPlugin } = settings
  const columns = fields
    .filter((field) => !generatedFields.has(field.name) && !isFormula(field))
    .map((field) => ({ name: field.name, type: field.dbType }))
  await tx.schema.createTable(name, [...columnsOfNewTable(isPlugin), ...columns], keysOfNewTable(isPlugin))
  await insertTable(tx, settings)
  for (const field of fields) await insertField(tx, name, field)
}

/** The place behind all tables that there are. */
export const nextSort = (catalogue: Catalogue): number =>
  Math.max(-1, ...[...catalogue.tables.values()].map((table) => table.sort)) + 1

/**
 * PostgreSQL names the key and the counter of a table after it; so that both engines take the same names,
 * neither gives these.
 */
export const isMadeByEngine = (catalogue: Catalogue, name: string): boolean =>
  ['_pkey', '_id_seq'].some((end) => name.endsWith(end) && catalogue.tables.has(name.slice(0, -end.length)))
