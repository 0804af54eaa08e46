import { isObject } from '@trowel/contract/json.js'
import { isTemplateName, type TemplatesOfTable, type TemplateTable } from '@trowel/contract/templates.js'
import { mainTableOf, mainTables, type Table, tableOf } from '../../catalogue/catalogue.js'
import { parseJson } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import {
  countTemplates,
  deleteTemplate,
  selectTemplate,
  selectTemplateNames,
  updateTemplateName,
  upsertTemplate,
} from '../../records/templates/store.js'
import { savingProblems, templateProblems } from '../../records/templates/template-problems.js'
import { writeConfigurationLog } from '../configuration/index.js'

/** The tables that can have templates, in configuration order. */
export async function listTemplateTables({ catalogue, db }: RequestScope): Promise<TemplateTable[]> {
  const totals = await countTemplates(db.quick)
  return mainTables(catalogue).map(({ name, label }) => ({
    tb: name,
    label,
    stripped: name,
    templates: totals.get(name) ?? 0,
  }))
}

/** What an editor of layouts needs to know of a table. @throws `unknown_table`, `plugin_table_not_allowed` */
export async function describeTemplates(scope: RequestScope, tableName: string): Promise<TemplatesOfTable> {
  const table = mainTableOf(scope.catalogue, tableName)
  return {
    templates: await sortedNames(scope, table),
    fields: [...table.fields.values()].map(({ name, label }) => ({ name, label })),
    plugins: table.plugins.map((name) => ({ tb: name, label: tableOf(scope.catalogue, name).label })),
  }
}

/**
 * The names of the templates that show records of a table, sorted. @throws `unknown_table`,
 * `not_enough_privilege`
 */
export async function listTemplateNames(scope: RequestScope, tableName: string): Promise<string[]> {
  const table = tableOf(scope.catalogue, tableName)
  scope.rights.require('read', table)
  return sortedNames(scope, table)
}

const sortedNames = async (scope: RequestScope, table: Table): Promise<string[]> =>
  (await selectTemplateNames(scope.db.quick, table)).sort()

/**
 * A layout as it was saved, JSON text. @throws `unknown_table`, `plugin_table_not_allowed`,
 * `template_not_found`
 */
export async function readTemplate(scope: RequestScope, tableName: string, name: string): Promise<string> {
  const table = mainTableOf(scope.catalogue, tableName)
  const content = await selectTemplate(scope.db.quick, table, name)
  if (content === undefined) throw notFound(table, name)
  return isObject(parseJson(content)) ? content : '{"sections":[]}'
}

/**
 * Keeps a layout under a name, in place of what is there. What the layout says beyond fields and widths is
 * kept as it came.
 *
 * @throws `unknown_table`, `plugin_table_not_allowed`, `invalid_template_name`, `invalid_template_data`,
 *   `template_validation_failed` with every problem and its place
 */
export async function saveTemplate(
  scope: RequestScope,
  tableName: string,
  name: string,
  layout: unknown,
): Promise<void> {
  const table = mainTableOf(scope.catalogue, tableName)
  if (!isTemplateName(name)) throw new AppError('invalid_template_name')
  if (!isObject(layout) || !Array.isArray(layout['sections'])) {
    const errors = templateProblems(scope.catalogue, table, layout)
    throw new AppError('invalid_template_data', { errors })
  }
  const problems = savingProblems(scope.catalogue, table, layout)
  if (problems.length > 0) throw new AppError('template_validation_failed', { errors: problems })
  const content = JSON.stringify(layout)
  await scope.db.write((tx) => upsertTemplate(tx, table, name, content, scope.now.getTime()))
  await writeConfigurationLog(scope, 'template_saved', { template: name, table: table.name })
}

/** @throws `unknown_table`, `plugin_table_not_allowed`, `template_not_found` */
export async function removeTemplate(scope: RequestScope, tableName: string, name: string): Promise<void> {
  const table = mainTableOf(scope.catalogue, tableName)
  await scope.db.write(async (tx) => {
    if ((await deleteTemplate(tx, table, name)) === 0) throw notFound(table, name)
  })
  await writeConfigurationLog(scope, 'template_deleted', { template: name, table: table.name })
}

/**
 * @throws `unknown_table`, `plugin_table_not_allowed`, `parameter_missing`, `template_not_found`,
 *   `template_name_exists`
 */
export async function renameTemplate(
  scope: RequestScope,
  tableName: string,
  name: string,
  newName: string | undefined,
): Promise<void> {
  const table = mainTableOf(scope.catalogue, tableName)
  if (newName === undefined) {
    const missing = message('parameter_is_missing', { name: 'new_name' })
    throw new AppError('parameter_missing', { ...missing, detail: 'new_name' })
  }
  await scope.db.write(async (tx) => {
    if ((await selectTemplate(tx, table, name)) === undefined) throw notFound(table, name)
    if (newName === name) return
    if ((await selectTemplate(tx, table, newName)) !== undefined)
      throw new AppError('template_name_exists', { detail: { tb: table.name, name: newName } })
    await updateTemplateName(tx, table, name, newName, scope.now.getTime())
  })
  await writeConfigurationLog(scope, 'template_renamed', { template: name, to: newName, table: table.name })
}

const notFound = (table: Table, name: string): AppError =>
  new AppError('template_not_found', {
    ...message('no_such_template_of_table', { table: table.label, template: name }),
    detail: { tb: table.name, name },
  })
