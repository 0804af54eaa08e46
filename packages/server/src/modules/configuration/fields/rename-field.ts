import { kindOfIndex, type Table, tableOf } from '../../../catalogue/catalogue.js'
import { indexName, relationIndexName } from '../../../catalogue/physical-names.js'
import { isOwned, ownedField } from '../../../catalogue/plugin-owned-fields.js'
import { generatedFields } from '../../../catalogue/reserved-names.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { type Message, message, saidOf } from '../../../message.js'
import { type Change, changeConfiguration } from '../change.js'
import { followInConfiguration, followInDocuments } from '../follow-names.js'
import { configuredField, fieldNameProblem } from '../names.js'
import { updateIndex } from '../store.js'
import { fieldRenaming } from '../stored-names.js'

/**
 * Gives a field another name, everywhere: in the database, the configuration, and all that people stored
 * about it.
 *
 * @throws `unknown_table`; `field_not_found`; `error_renaming_column`: 422 when the name is no name for a
 *   field, 409 when it
 * is taken or reserved, or when the field is one that cannot be renamed
 */
export function renameField(
  scope: RequestScope,
  tableName: string,
  name: string,
  newName: unknown,
): Promise<void> {
  const operation = { event: 'field_renamed', facts: { table: tableName, field: name } } as const
  return changeConfiguration(scope, operation, async (change) => {
    const table = tableOf(change.catalogue, tableName)
    configuredField(table, name)
    if (generatedFields.has(name)) throw refusal(message('field_of_every_table_keeps_name', { field: name }))
    if (isOwned(table, name)) throw refusal(message('field_of_switch_keeps_name', { field: name }))
    const target = freeName(newName, table)
    const shape = await change.tx.schema.shapeOf(tableName)
    if (shape?.columns.some((column) => column.name === target))
      throw refusal(message('name_taken', { name: target }))
    change.note({ to: target })
    await renameColumn(change, tableName, name, target)
  })
}

const refusal = (said: Message): AppError =>
  new AppError('error_renaming_column', {
    ...said,
    errors: [{ field: 'new_name', code: 'not_available', ...said }],
  })

function freeName(name: unknown, table: Table): string {
  const problem = fieldNameProblem('new_name', name)
  if (problem?.code === 'reserved_name') throw refusal(saidOf(problem))
  if (problem || typeof name !== 'string') {
    throw new AppError('error_renaming_column', {
      status: 422,
      ...(problem ? saidOf(problem) : message('field_needs_name', {})),
      errors: problem ? [problem] : [],
    })
  }
  if (table.fields.has(name)) throw refusal(message('field_exists', { table: table.name, field: name }))
  if (ownedField(name)) throw refusal(message('name_of_field_of_switch', { name }))
  return name
}

async function renameColumn(
  { tx, catalogue }: Change,
  table: string,
  from: string,
  to: string,
): Promise<void> {
  if (catalogue.tables.get(table)?.fields.get(from)?.computed === undefined)
    await tx.schema.renameColumn(table, from, to)
  for (const index of catalogue.indexes) {
    if (index.table !== table || !index.columns.includes(from)) continue
    const columns = index.columns.map((column) => (column === from ? to : column))
    const isNamedAfterColumn = index.auto && index.name === relationIndexName(table, from)
    const name = isNamedAfterColumn ? relationIndexName(table, to) : index.name
    await updateIndex(tx, { ...index, name, columns })
    if (name === index.name) continue
    await tx.schema.dropIndex(indexName(table, index.name))
    await tx.schema.createIndex(indexName(table, name), table, columns, kindOfIndex(index))
  }
  const renaming = fieldRenaming(catalogue, table, from, to)
  await followInDocuments(tx, renaming)
  await followInConfiguration(tx, renaming)
}
