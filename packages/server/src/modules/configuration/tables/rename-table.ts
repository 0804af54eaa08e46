import { type Catalogue, kindOfIndex, type TableIndex, tableOf } from '../../../catalogue/catalogue.js'
import { indexName, relationIndexName } from '../../../catalogue/physical-names.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { type Change, changeConfiguration } from '../change.js'
import { followInConfiguration, followInDocuments } from '../follow-names.js'
import { tableNameProblem } from '../names.js'
import { enforceAgain, releaseUniqueValues } from '../relations/relations.js'
import { renameTableInRows, updateIndex } from '../store.js'
import { tableRenaming } from '../stored-names.js'
import { isMadeByEngine } from './make-table.js'
import { radiocarbonTable } from './radiocarbon-table.js'

/**
 * Gives a table another name, everywhere: in the database, the configuration, and all that people stored
 * about it. The radiocarbon table that belongs to it is renamed along.
 *
 * @throws `unknown_table`; `error_renaming_table`: 422 when the name is no name for a table, 409 when it is
 *   taken
 */
export function renameTable(scope: RequestScope, name: string, newName: unknown): Promise<void> {
  const operation = {
    event: 'table_renamed',
    facts: { table: name },
    whenNameIsTaken: 'error_renaming_table',
  } as const
  return changeConfiguration(scope, operation, async (change) => {
    tableOf(change.catalogue, name)
    const companion = radiocarbonTable(change.catalogue, name)
    const target = validName(newName)
    change.note({ to: target })
    await renameOne(change, name, target)
    if (!companion) return
    const next = validName(`${target}_radiocarbon`)
    await renameOne({ ...change, catalogue: await change.current() }, companion.name, next)
  })
}

function validName(name: unknown): string {
  const problem = tableNameProblem('new_name', name)
  if (problem || typeof name !== 'string') {
    throw new AppError('error_renaming_table', {
      ...message('table_name_form', {}),
      errors: problem ? [problem] : [],
    })
  }
  return name
}

async function renameOne(change: Change, from: string, to: string): Promise<void> {
  const { tx, catalogue } = change
  if (catalogue.tables.has(to) || isMadeByEngine(catalogue, to) || (await tx.schema.shapeOf(to))) {
    throw new AppError('error_renaming_table', {
      status: 409,
      ...message('table_name_taken', { table: to }),
      errors: [{ field: 'new_name', code: 'tb_already_available', ...message('name_taken', { name: to }) }],
    })
  }
  const indexes = catalogue.indexes.filter((index) => index.table === from)
  const released = await releaseUniqueValues(change, from)
  for (const index of indexes) await tx.schema.dropIndex(indexName(from, index.name))
  await tx.schema.renameTable(from, to)
  const renaming = tableRenaming(catalogue, from, to)
  await followInDocuments(tx, renaming)
  await renameTableInRows(tx, from, to)
  await followInConfiguration(tx, renaming)
  for (const index of indexes) {
    const name = isOfRelation(catalogue, index) ? relationIndexName(to, index.columns.join()) : index.name
    await updateIndex(tx, { ...index, table: to, name })
    await tx.schema.createIndex(indexName(to, name), to, index.columns, kindOfIndex(index))
  }
  await enforceAgain(change, released)
}

/** Was the index made for a relation, and named after its column? */
const isOfRelation = (catalogue: Catalogue, index: TableIndex): boolean =>
  index.auto &&
  index.name === relationIndexName(index.table, index.columns.join()) &&
  catalogue.relations.some((one) => one.fromTable === index.table && one.fromColumn === index.columns.join())
