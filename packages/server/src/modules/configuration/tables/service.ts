import type { JsonObject } from '@trowel/contract/json.js'
import { type Table, tableOf } from '../../../catalogue/catalogue.js'
import { plainTable } from '../../../catalogue/plain-table.js'
import type { TableSettings } from '../../../catalogue/stored-table.js'
import { refuseLostChange } from '../../../changed-meanwhile.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { changeConfiguration } from '../change.js'
import { readChronoPath } from '../chrono-path.js'
import { fieldsOfNewTable } from '../generated-fields.js'
import { type Problems, readBefore, refuse } from '../input-values.js'
import { tableNameProblem } from '../names.js'
import { attach } from '../relations/attachment.js'
import { clearBrokenPaths } from '../relations/relations.js'
import { updateTable, updateTableSort } from '../store.js'
import { describeTable, labelsOf } from './describe-table.js'
import { addTable, refuseTakenName } from './make-table.js'
import { orderedNames } from './sort-order.js'
import { switchChronology, switchOsteology } from './switch-service.js'
import { checkIdField, readKind, readParent, readSwitch, readTableSettings } from './table-input.js'
import { readLinks, replaceLinks } from './table-links.js'

/** Every configured table, plugin tables included, in configuration order. */
export const listTables = ({ catalogue }: RequestScope) =>
  [...catalogue.tables.values()].map(({ name, label, isPlugin }) => ({
    name,
    label,
    is_plugin: isPlugin ? ('1' as const) : ('0' as const),
  }))

/**
 * Everything that is configured about a table, and the names that its form offers. @throws `unknown_table`
 */
export function readTable({ catalogue }: RequestScope, name: string) {
  const table = tableOf(catalogue, name)
  const tables = [...catalogue.tables.values()]
  const labels = (list: readonly Table[]) => Object.fromEntries(list.map((one) => [one.name, one.label]))
  return {
    table: describeTable(catalogue, table),
    field_labels: labelsOf(table),
    available_plugins: labels(tables.filter((one) => one.isPlugin)),
    available_tables: labels(tables),
    fuzzy_date_tables: tables.filter((one) => one.hasFuzzyDate).map((one) => one.name),
  }
}

/**
 * Makes a table with the fields that every table has.
 *
 * @param body `name` and `label`, the kind (`is_plugin`), for a plugin table its parent (`plugin_of`), and
 *   settings
 * @returns the name of the table
 * @throws `error_cfg_data_updated` with everything that is wrong; `tb_already_available`;
 *   `invalid_chrono_density_path`
 */
export function createTable(scope: RequestScope, body: JsonObject): Promise<string> {
  const { name } = body
  const operation = {
    event: 'table_created',
    whenNameIsTaken: 'tb_already_available',
    ...(typeof name === 'string' ? { facts: { table: name } } : {}),
  } as const
  return changeConfiguration(scope, operation, async (change) => {
    const { catalogue } = change
    const problems: Problems = []
    const nameProblem = tableNameProblem('name', name)
    if (nameProblem) problems.push(nameProblem)
    const isPlugin = readKind(body, problems) ?? false
    const parent = readParent(body, isPlugin, catalogue, problems)
    const fields = fieldsOfNewTable(isPlugin)
    const settings = readTableSettings(
      body,
      plainTable(String(name), isPlugin),
      { fields: new Set(fields.map((field) => field.name)), isNew: true, catalogue },
      problems,
    )
    refuse(problems)
    await refuseTakenName(change, settings.name)
    const chronoDensityPath = readChronoPath(body['chrono_density_path'], settings.name, [], catalogue)
    await addTable(change, { ...settings, chronoDensityPath })
    if (parent) await attach(change, settings.name, parent.name)
    return settings.name
  })
}

/**
 * Changes what the body names and keeps the rest: settings, parent, relations, switches.
 *
 * @throws `unknown_table`; `error_cfg_data_updated` with everything that is wrong;
 *   `invalid_chrono_density_path`;
 * `relation_orphans` when rows of a plugin table belong to no record of its new parent; `stale_record` where
 *   what is to be changed is something else by now than `before` says
 */
export function updateTableSettings(scope: RequestScope, name: string, body: JsonObject): Promise<void> {
  return changeConfiguration(scope, { event: 'table_edited', facts: { table: name } }, async (change) => {
    const { catalogue, tx } = change
    const table = tableOf(catalogue, name)
    const problems: Problems = []
    refuseOtherIdentity(body, table, problems)
    let settings: TableSettings = readTableSettings(
      body,
      table,
      { fields: table.fields, isNew: false, catalogue },
      problems,
    )
    checkIdField(settings, table.fields, problems)
    const parent = table.isPlugin ? readParent(body, true, catalogue, problems) : undefined
    const links = readLinks(body['link'], table, catalogue, problems)
    const chronology = readMainSwitch(body, 'fuzzy_date', table, problems)
    const osteology = readMainSwitch(body, 'osteology', table, problems)
    const before = readBefore(body, problems)
    refuse(problems)
    const chronoDensityPath = readChronoPath(
      body['chrono_density_path'],
      name,
      table.chronoDensityPath,
      catalogue,
    )
    settings = { ...settings, chronoDensityPath }
    const now = describeTable(catalogue, table)
    const switched = {
      ...table,
      ...settings,
      parent: parent === undefined ? table.parent : parent?.name,
      hasFuzzyDate: chronology ?? table.hasFuzzyDate,
      hasOsteology: osteology ?? table.hasOsteology,
    }
    const after = { ...describeTable(catalogue, switched), link: links ? body['link'] : now.link }
    refuseLostChange({ before, now, after })
    if (chronology !== undefined) settings = await switchChronology(change, table, settings, chronology)
    if (osteology !== undefined) settings = await switchOsteology(change, table, settings, osteology)
    await updateTable(tx, settings)
    if (parent !== undefined) {
      await attach(change, name, parent?.name)
      await clearBrokenPaths(change)
    }
    if (links) await replaceLinks(change, table, links)
  })
}

/** Name and kind of a table come along in its form, but are not changed there. */
function refuseOtherIdentity(body: JsonObject, table: Table, problems: Problems): void {
  if (body['name'] !== undefined && body['name'] !== table.name) {
    problems.push({
      field: 'name',
      code: 'immutable',
      ...message('table_rename_instead', { table: table.name }),
    })
  }
  const kind = readKind(body, problems)
  if (kind !== undefined && kind !== table.isPlugin) {
    problems.push({
      field: 'is_plugin',
      code: 'immutable',
      ...message('table_kind_fixed', {}),
    })
  }
}

/** A switch that only main tables have. */
function readMainSwitch(
  body: JsonObject,
  key: string,
  table: Table,
  problems: Problems,
): boolean | undefined {
  const on = readSwitch(body, key, problems)
  if (!table.isPlugin) return on
  if (on)
    problems.push({
      field: key,
      code: 'not_a_core_table',
      ...message('main_tables_only', { setting: key }),
    })
  return undefined
}

/**
 * Puts tables in order; those that are not listed follow in the order they had.
 * @throws `error_sort_update` when the list names a table that does not exist, or one twice;
 *   `stale_record`
 */
export function sortTables(scope: RequestScope, sort: unknown, before?: unknown): Promise<void> {
  return changeConfiguration(scope, { event: 'tables_sorted' }, async ({ catalogue, tx }) => {
    const names = orderedNames(sort, before, [...catalogue.tables.keys()])
    for (const [place, name] of names.entries()) await updateTableSort(tx, name, place)
  })
}
