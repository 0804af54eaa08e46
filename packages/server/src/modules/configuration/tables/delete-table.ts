import { type Catalogue, type Table, tableOf } from '../../../catalogue/catalogue.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { StorageError } from '../../../storage/storage.js'
import { type Change, changeConfiguration } from '../change.js'
import { clearBrokenPaths, removeRelation } from '../relations/relations.js'
import {
  countRows,
  deleteAttachedRows,
  deleteRelation,
  deleteTableRows,
  updateField,
  updateTable,
} from '../store.js'
import { changeDocuments } from '../stored-documents.js'
import { templateWithoutPlugin } from '../stored-names.js'
import { radiocarbonTable } from './radiocarbon-table.js'

/**
 * Deletes a table with its records and everything that belongs to them; versions and saved queries stay.
 * Its plugin tables stand alone afterwards, empty: their rows belonged to the deleted records.
 *
 * @throws `unknown_table`; `error_cfg_tb_delete` when other rows refer to the table in a way that only the
 *   engine knows
 */
export function deleteTable(scope: RequestScope, name: string): Promise<void> {
  return changeConfiguration(scope, { event: 'table_deleted', facts: { table: name } }, async (change) => {
    try {
      await removeTable(change, tableOf(change.catalogue, name))
    } catch (error) {
      if (error instanceof StorageError && error.problem === 'foreign_key') {
        throw new AppError('error_cfg_tb_delete', { cause: error })
      }
      throw error
    }
  })
}

async function removeTable(change: Change, table: Table): Promise<void> {
  const { catalogue, tx, rows, note } = change
  const { name } = table
  const isPresent = (await tx.schema.shapeOf(name)) !== undefined
  const gone = [`${name} ${isPresent ? await countRows(tx, name) : 0}`]
  const plugins = new Set([...table.plugins, radiocarbonTable(catalogue, name)?.name])
  for (const plugin of plugins) {
    if (plugin === undefined) continue
    await deleteAttachedRows(tx, plugin)
    gone.push(`${plugin} ${await rows.deleteAllRows(plugin)}`)
  }
  note({ rows: gone.join(', ') })
  for (const relation of catalogue.relations) {
    if (relation.fromTable === name) await deleteRelation(tx, relation.id)
    else if (relation.toTable === name) await removeRelation(change, relation)
  }
  if (isPresent) await tx.schema.dropTable(name)
  await deleteTableRows(tx, name)
  await forgetTable(change, name)
  await clearBrokenPaths(change)
}

/** Removes the table from the configuration of all others. */
async function forgetTable({ catalogue, tx }: Change, name: string): Promise<void> {
  for (const table of others(catalogue, name)) {
    const backlinks = table.backlinks.filter((link) => link.ref !== name && link.via !== name)
    const isOnPath = table.chronoDensityPath.includes(name)
    if (isOnPath || backlinks.length < table.backlinks.length) {
      const chronoDensityPath = isOnPath ? [] : table.chronoDensityPath
      await updateTable(tx, { ...table, backlinks, chronoDensityPath })
    }
    for (const field of table.fields.values()) {
      const isLookup = field.idFromTable === name
      const isSource = field.valuesFrom?.table === name
      if (!isLookup && !isSource) continue
      await updateField(tx, table.name, {
        ...field,
        idFromTable: isLookup ? undefined : field.idFromTable,
        valuesFrom: isSource ? undefined : field.valuesFrom,
      })
    }
  }
  await changeDocuments(tx, 'template', (layout, owner) => templateWithoutPlugin(layout, owner, name))
}

const others = (catalogue: Catalogue, name: string): Table[] =>
  [...catalogue.tables.values()].filter((table) => table.name !== name)
