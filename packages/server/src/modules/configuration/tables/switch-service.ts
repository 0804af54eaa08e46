import { type Field, type Table, tableOf } from '../../../catalogue/catalogue.js'
import { plainField } from '../../../catalogue/plain-field.js'
import { plainTable } from '../../../catalogue/plain-table.js'
import { chronologyFields, type OwnedField, osteologyFields } from '../../../catalogue/plugin-owned-fields.js'
import type { TableSettings } from '../../../catalogue/stored-table.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message, saidOf } from '../../../message.js'
import { type Change, changeConfiguration } from '../change.js'
import { tableNameProblem } from '../names.js'
import { attach } from '../relations/attachment.js'
import { addIndex, clearBrokenPaths, freeIndexName } from '../relations/relations.js'
import { insertField, keepFieldAside, updateTable } from '../store.js'
import { addTable } from './make-table.js'
import { radiocarbonFields, radiocarbonTable, radiocarbonTableName } from './radiocarbon-table.js'

/**
 * Switches the chronology of a main table on or off; the dates themselves stay in the database when it is
 * off.
 * @throws `unknown_table`; `not_a_core_table`
 */
export function setChronology(scope: RequestScope, name: string, on: boolean): Promise<void> {
  return changeConfiguration(
    scope,
    { event: on ? 'chronology_on' : 'chronology_off', facts: { table: name } },
    async (change) => {
      const table = coreTable(change, name)
      await updateTable(change.tx, await switchChronology(change, table, table, on))
    },
  )
}

/**
 * Switches the osteological inventory of a main table on or off; inventories stay in the database when it is
 * off.
 * @throws `unknown_table`; `not_a_core_table`
 */
export function setOsteology(scope: RequestScope, name: string, on: boolean): Promise<void> {
  return changeConfiguration(
    scope,
    { event: on ? 'osteology_on' : 'osteology_off', facts: { table: name } },
    async (change) => {
      const table = coreTable(change, name)
      await updateTable(change.tx, await switchOsteology(change, table, table, on))
    },
  )
}

function coreTable({ catalogue }: Change, name: string): Table {
  const table = tableOf(catalogue, name)
  if (table.isPlugin) throw new AppError('not_a_core_table')
  return table
}

/** Brings the fields of a chronology or puts them aside. @returns the settings with the switch as wanted */
export async function switchChronology(
  change: Change,
  table: Table,
  settings: TableSettings,
  on: boolean,
): Promise<TableSettings> {
  if (table.hasFuzzyDate === on) return settings
  if (on) {
    await bringFields(change, table, chronologyFields)
    await addChronologyIndex(change, table)
  } else {
    await putFieldsAside(change, table, chronologyFields)
  }
  return { ...settings, hasFuzzyDate: on }
}

/** Brings the field of an inventory or puts it aside. @returns the settings with the switch as wanted */
export async function switchOsteology(
  change: Change,
  table: Table,
  settings: TableSettings,
  on: boolean,
): Promise<TableSettings> {
  if (table.hasOsteology === on) return settings
  if (on) await bringFields(change, table, osteologyFields)
  else await putFieldsAside(change, table, osteologyFields)
  return { ...settings, hasOsteology: on }
}

/**
 * Adds the columns that are missing, and the definitions: as they were before, where the switch was on
 * already once. A column that was there stays of its type, so that nothing it holds is lost.
 */
async function bringFields({ tx }: Change, table: Table, fields: readonly OwnedField[]): Promise<void> {
  const shape = await tx.schema.shapeOf(table.name)
  let sort = Math.max(-1, ...[...table.fields.values()].map((field) => field.sort))
  for (const owned of fields) {
    const { name, dbType } = owned
    sort++
    const stored = shape?.columns.find((column) => column.name === name)
    if (!stored) await tx.schema.addColumns(table.name, { name, type: dbType })
    if (table.fields.has(name) || (await keepFieldAside(tx, table.name, name, false))) continue
    await insertField(tx, table.name, freshOwnedField({ ...owned, dbType: stored?.type ?? dbType }, sort))
  }
}

/** The field of a switch as it is before anybody changes it. */
export const freshOwnedField = ({ name, label, dbType, maxLength }: OwnedField, sort: number): Field => ({
  ...plainField(name, label, dbType, sort),
  hide: true,
  maxLength,
})

async function putFieldsAside({ tx }: Change, table: Table, fields: readonly OwnedField[]): Promise<void> {
  for (const { name } of fields) await keepFieldAside(tx, table.name, name, true)
}

/** The timeline and the search for overlapping dates ask for both bounds together. */
async function addChronologyIndex({ tx, catalogue }: Change, { name: table }: Table): Promise<void> {
  const columns = ['chrono_from', 'chrono_to']
  const isThere = catalogue.indexes.some(
    (index) => index.table === table && index.columns.join() === columns.join(),
  )
  if (isThere) return
  const name = freeIndexName(catalogue, table, 'idx_chrono')
  await addIndex(tx, { table, name, columns, isUnique: false, auto: true, isPrefix: false })
}

/**
 * Makes the radiocarbon table of a main table, or attaches it again with what it holds.
 *
 * @returns the name of the radiocarbon table
 * @throws `unknown_table`; `not_a_core_table`; `invalid_name` when its name gets too long;
 *   `tb_already_available` when
 * another table has it; `relation_orphans` when records were deleted while it stood alone
 */
export function addRadiocarbon(scope: RequestScope, name: string): Promise<string> {
  const operation = { event: 'radiocarbon_on', facts: { table: name } } as const
  return changeConfiguration(scope, operation, async (change) => {
    coreTable(change, name)
    const plugin = radiocarbonTableName(name)
    const existing = radiocarbonTable(change.catalogue, name)
    if (!existing) await makeRadiocarbonTable(change, plugin)
    await attach(change, plugin, name)
    return plugin
  })
}

async function makeRadiocarbonTable(change: Change, name: string): Promise<void> {
  const { catalogue, tx } = change
  const problem = tableNameProblem('tb', name)
  if (problem) throw new AppError('invalid_name', saidOf(problem))
  if (catalogue.tables.has(name) || (await tx.schema.shapeOf(name))) {
    throw new AppError('tb_already_available', message('table_not_of_radiocarbon', { table: name }))
  }
  await addTable(change, {
    ...plainTable(name, true),
    label: 'Radiocarbon dating',
    preview: ['lab_code'],
    isRadiocarbon: true,
  })
  for (const [index, field] of radiocarbonFields.entries()) {
    await tx.schema.addColumns(name, { name: field.name, type: field.dbType })
    await insertField(tx, name, { ...field, sort: index + 2 })
  }
}

/**
 * Takes the radiocarbon table from its main table; it stands alone afterwards, with all it holds.
 * @throws `unknown_table`, also when there never was one; `not_a_core_table`
 */
export function removeRadiocarbon(scope: RequestScope, name: string): Promise<void> {
  const operation = { event: 'radiocarbon_off', facts: { table: name } } as const
  return changeConfiguration(scope, operation, async (change) => {
    coreTable(change, name)
    if (!radiocarbonTable(change.catalogue, name)) {
      throw new AppError('unknown_table', message('never_had_radiocarbon', { table: name }))
    }
    await attach(change, radiocarbonTableName(name), undefined)
    await clearBrokenPaths(change)
  })
}
