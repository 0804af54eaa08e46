import { namesInPattern, readNumberPattern } from '@trowel/contract/model/number-pattern.js'
import { type Table, tableOf } from '../../../catalogue/catalogue.js'
import { namedInFormula } from '../../../catalogue/formulas.js'
import { isOwned } from '../../../catalogue/plugin-owned-fields.js'
import { generatedFields } from '../../../catalogue/reserved-names.js'
import type { TableSettings } from '../../../catalogue/stored-table.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { type Message, message } from '../../../message.js'
import { type Change, changeConfiguration } from '../change.js'
import { configuredField } from '../names.js'
import { clearBrokenPaths, dropForeignKey, dropIndex, removeRelation } from '../relations/relations.js'
import { deleteField, updateField, updateTable } from '../store.js'
import { changeDocuments, usersWithRowFilter } from '../stored-documents.js'
import { filterNames, templateWithoutField } from '../stored-names.js'

/**
 * Deletes a field with its column and all values in it; also a column that a switch left behind and that is
 * no field any more.
 *
 * @throws `unknown_table`; `field_not_found`; `error_cfg_clumn_delete` for fields that every table has, that
 *   a switch owns, or
 * that a relation refers to; `in_use` when the row filters of some users name it
 */
export function removeField(scope: RequestScope, tableName: string, name: string): Promise<void> {
  const operation = { event: 'field_deleted', facts: { table: tableName, field: name } } as const
  return changeConfiguration(scope, operation, async (change) => {
    const { catalogue, tx } = change
    const table = tableOf(catalogue, tableName)
    const shape = await tx.schema.shapeOf(tableName)
    const hasColumn = shape?.columns.some((column) => column.name === name) ?? false
    if (!hasColumn) configuredField(table, name)
    await refuseNeeded(change, table, name)
    for (const relation of catalogue.relations) {
      if (relation.fromTable === tableName && relation.fromColumn === name)
        await removeRelation(change, relation)
    }
    await dropForeignKey(tx, tableName, name)
    for (const index of (await change.current()).indexes) {
      if (index.table === tableName && index.columns.includes(name)) await dropIndex(tx, index)
    }
    if (hasColumn) await tx.schema.dropColumn(tableName, name)
    await deleteField(tx, tableName, name)
    await forgetField(change, tableName, name)
    await clearBrokenPaths(change)
  })
}

async function refuseNeeded({ catalogue, tx }: Change, table: Table, name: string): Promise<void> {
  if (generatedFields.has(name)) {
    throw refusal(message('column_of_every_table', { column: name }))
  }
  if (isOwned(table, name)) {
    throw refusal(message('column_of_switch', { column: name }))
  }
  const relation = catalogue.relations.find((one) => one.toTable === table.name && one.toColumn === name)
  if (relation) {
    const from = `${relation.fromTable}.${relation.fromColumn}`
    throw refusal(message('column_has_relation', { from, column: name }))
  }
  const formula = [...catalogue.tables.values()]
    .flatMap((one) => [...one.fields.values()].map((field) => ({ of: one.name, field })))
    .find(
      ({ of, field }) =>
        field.computed &&
        !(of === table.name && field.name === name) &&
        namedInFormula(field.formula ?? '', of).some((one) => one.table === table.name && one.field === name),
    )
  if (formula) throw refusal(message('formula_uses_column', { column: name, field: formula.field.label }))
  const users = await usersWithRowFilter(tx, table.name, (filter) =>
    filterNames(filter, table.name, name, catalogue),
  )
  if (users.length > 0) {
    throw new AppError('in_use', {
      ...message('row_filters_name_field', { users: users.length, field: name }),
      detail: { user_ids: users },
    })
  }
}

const refusal = (said: Message): AppError => new AppError('error_cfg_clumn_delete', said)

/** Removes the field from all other configuration. */
async function forgetField({ catalogue, tx }: Change, tableName: string, name: string): Promise<void> {
  for (const table of catalogue.tables.values()) {
    const settings = withoutField(table, tableName, name)
    if (settings) await updateTable(tx, settings)
    for (const field of table.fields.values()) {
      const isOfTable = table.name === tableName
      if (isOfTable && field.name === name) continue
      const takesValues = field.valuesFrom?.table === tableName && field.valuesFrom.field === name
      const isNumberedBy =
        isOfTable && namesInPattern(readNumberPattern(field.numberPattern ?? '') ?? []).includes(name)
      if (!takesValues && !isNumberedBy) continue
      await updateField(tx, table.name, {
        ...field,
        ...(takesValues && { valuesFrom: undefined }),
        ...(isNumberedBy && { numberPattern: undefined }),
      })
    }
  }
  await changeDocuments(tx, 'template', (layout, owner) =>
    templateWithoutField(layout, owner, tableName, name),
  )
}

/** The settings of a table that named the field; `undefined` when they did not. */
function withoutField(table: Table, of: string, name: string): TableSettings | undefined {
  const backlinks = table.backlinks.filter((link) => link.via !== of || link.column !== name)
  const isOwn = table.name === of
  const isNamed =
    isOwn && (table.orderField === name || table.idField === name || table.preview.includes(name))
  if (!isNamed && backlinks.length === table.backlinks.length) return undefined
  if (!isNamed) return { ...table, backlinks }
  const preview = table.preview.filter((field) => field !== name)
  return {
    ...table,
    backlinks,
    orderField: table.orderField === name ? 'id' : table.orderField,
    idField: table.idField === name ? 'id' : table.idField,
    preview: preview.length > 0 ? preview : ['id'],
  }
}
