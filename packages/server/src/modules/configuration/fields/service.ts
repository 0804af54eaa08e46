import type { JsonObject } from '@trowel/contract/json.js'
import { type Field, storedFields, type Table, tableOf } from '../../../catalogue/catalogue.js'
import { columnTypeOf } from '../../../catalogue/column-types.js'
import { isFormula } from '../../../catalogue/formulas.js'
import { isOwned, ownedField } from '../../../catalogue/plugin-owned-fields.js'
import { generatedFields } from '../../../catalogue/reserved-names.js'
import { refuseLostChange } from '../../../changed-meanwhile.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { type ColumnDefinition, StorageError } from '../../../storage/storage.js'
import { type Change, changeConfiguration } from '../change.js'
import { isUnset, type Problems, readBefore, refuse, textOf } from '../input-values.js'
import { configuredField, fieldNameProblem } from '../names.js'
import { deleteField, insertField, updateField, updateFieldSort, updateTable } from '../store.js'
import { describeField, labelsOf } from '../tables/describe-table.js'
import { orderedNames } from '../tables/sort-order.js'
import { checkFormula, checkNumbering, readField } from './field-input.js'
import { addValues, type FieldsBesides, previewWith, relateLookups } from './new-fields.js'

/** Names and labels of the fields of a table, in configuration order. @throws `unknown_table` */
export const listFields = ({ catalogue }: RequestScope, name: string): Record<string, string> =>
  labelsOf(tableOf(catalogue, name))

/**
 * Adds a field and its column. A field that a switch of the table owns is defined anew instead.
 *
 * @param body `name` and `type`, and further properties of the field
 * @returns the name of the field
 * @throws `unknown_table`; `error_cfg_data_updated` with everything that is wrong; `fld_already_available`
 */
export async function addField(scope: RequestScope, tableName: string, body: JsonObject): Promise<string> {
  const [name = ''] = await addFields(scope, tableName, [body])
  return name
}

/**
 * Adds fields as `addField` does, in one change of the configuration.
 *
 * @returns their names
 * @throws as `addField`, what is about one of several fields under `fields[n]`; `parameter_missing`,
 *   `invalid_parameter` for a vocabulary or a value that cannot be
 */
export async function addFields(
  scope: RequestScope,
  tableName: string,
  bodies: readonly JsonObject[],
  besides: FieldsBesides = {},
): Promise<string[]> {
  if (bodies.length === 0) return []
  const names = bodies.map(({ name }) => (typeof name === 'string' ? name : ''))
  const operation = { event: 'field_added', facts: { table: tableName, field: names.join(', ') } } as const
  return changeConfiguration(scope, operation, (change) => makeFields(change, tableName, bodies, besides))
}

/** Makes fields in a change under way. @returns their names @throws as `addFields` */
export async function makeFields(
  change: Change,
  tableName: string,
  bodies: readonly JsonObject[],
  { vocabularies = [], relations = false, inLists = false }: FieldsBesides,
): Promise<string[]> {
  const names = bodies.map(({ name }) => (typeof name === 'string' ? name : ''))
  const problems: Problems = []
  const columns: ColumnDefinition[] = []
  let { catalogue } = change
  for (const [k, body] of bodies.entries()) {
    if (k > 0) catalogue = await change.current()
    const place = bodies.length > 1 ? `fields[${k}].` : ''
    const make = makeField({ ...change, catalogue }, tableName, names[k] as string, body)
    const keep = make.then((column) => {
      if (column) columns.push(column)
    })
    problems.push(...(await problemsOf(keep, place)))
  }
  refuse(problems)
  if (columns.length > 0) await change.tx.schema.addColumns(tableName, ...columns)
  const table = tableOf(await change.current(), tableName)
  const made = names.flatMap((name) => table.fields.get(name) ?? [])
  await addValues(change.tx, vocabularies)
  if (relations && !table.isPlugin) await relateLookups(change, tableName, made)
  if (inLists) await updateTable(change.tx, { ...table, preview: previewWith(table.preview, made) })
  return names
}

/** What is wrong with a field that could not be made, each at its place in the request. */
async function problemsOf(making: Promise<void>, place: string): Promise<Problems> {
  try {
    await making
    return []
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'error_cfg_data_updated') throw error
    return (error.facts.errors ?? []).map((problem) => ({ ...problem, field: place + problem.field }))
  }
}

/** @returns the column that it needs, if there is none yet */
async function makeField(
  change: Change,
  tableName: string,
  name: string,
  body: JsonObject,
): Promise<ColumnDefinition | undefined> {
  const { catalogue, tx } = change
  const table = tableOf(catalogue, tableName)
  const active = isOwned(table, name) ? table.fields.get(name) : undefined
  if (active) {
    await changeDefinition(change, table, active, body)
    return undefined
  }
  const hasColumn = await isColumn(change, tableName, name)
  const owned = ownedField(name)
  const problems: Problems = []
  const nameProblem = fieldNameProblem('name', body['name'])
  if (nameProblem) problems.push(nameProblem)
  if (owned && !hasColumn) {
    problems.push({
      field: 'name',
      code: 'reserved_name',
      ...message('field_of_a_switch', { field: name }),
    })
  }
  const field = readField(body, name, undefined, catalogue, problems)
  checkNumbering(field, ownerOf(table), problems)
  checkFormula({ ...field, sort: 0 }, table, catalogue.tables, problems)
  if (owned && !isUnset(body['db_type'])) refuseOtherColumn(body, owned.dbType, problems)
  refuse(problems)
  if (table.fields.has(name)) {
    throw new AppError('fld_already_available', message('field_exists', { table: tableName, field: name }))
  }
  if (hasColumn && !owned) {
    throw new AppError('fld_already_available', {
      ...message('column_unconfigured_exists', { column: name, table: tableName }),
      detail: 'orphan_column',
    })
  }
  const dbType = owned?.dbType ?? field.dbType
  await deleteField(tx, tableName, name)
  await insertField(tx, tableName, { ...field, dbType, sort: field.sort ?? nextSort(table) })
  return hasColumn || isFormula(field) ? undefined : { name, type: dbType }
}

const ownerOf = (table: Table) => ({
  isPlugin: table.isPlugin,
  hasField: (name: string) => storedFields(table).has(name),
})

const nextSort = (table: Table): number =>
  Math.max(-1, ...[...table.fields.values()].map((field) => field.sort)) + 1

async function isColumn({ tx }: Change, table: string, name: string): Promise<boolean> {
  const shape = await tx.schema.shapeOf(table)
  return shape?.columns.some((column) => column.name === name) ?? false
}

function refuseOtherColumn(body: JsonObject, dbType: string, problems: Problems): void {
  const given = body['db_type']
  if (typeof given === 'string' && columnTypeOf(given) === dbType) return
  problems.push({
    field: 'db_type',
    code: 'immutable',
    ...message('column_of_switch_stays', { type: dbType }),
  })
}

/**
 * Changes the definition of a field: what the body leaves out is unset, but name, place and type of the
 * column. Where the type of the column changes, its values are converted.
 *
 * @throws `unknown_table`; `field_not_found`; `error_cfg_data_updated` with everything that is wrong;
 *   `stale_record` where the field is another by now than `before` says
 */
export function updateFieldDefinition(
  scope: RequestScope,
  tableName: string,
  name: string,
  body: JsonObject,
): Promise<void> {
  return changeConfiguration(
    scope,
    { event: 'field_edited', facts: { table: tableName, field: name } },
    async (change) => {
      const table = tableOf(change.catalogue, tableName)
      await changeDefinition(change, table, configuredField(table, name), body)
    },
  )
}

async function changeDefinition(change: Change, table: Table, field: Field, body: JsonObject): Promise<void> {
  const { catalogue, tx } = change
  const problems: Problems = []
  if (body['name'] !== undefined && body['name'] !== field.name) {
    problems.push({
      field: 'name',
      code: 'immutable',
      ...message('field_rename_instead', { field: field.name }),
    })
  }
  const before = readBefore(body, problems)
  if (generatedFields.has(field.name)) {
    refuse(problems)
    const after = withNewTexts(field, body)
    refuseOtherField(field, after, before)
    await updateField(tx, table.name, after)
    return
  }
  const next = readField(body, field.name, field, catalogue, problems)
  checkNumbering(next, ownerOf(table), problems)
  checkFormula({ ...next, sort: 0 }, table, catalogue.tables, problems)
  if (isFormula(next) !== isFormula(field))
    problems.push({ field: 'type', code: 'immutable', ...message('computed_stays', {}) })
  const isConverted = next.dbType !== field.dbType && !isFormula(field)
  if (isOwned(table, field.name) && isConverted) refuseOtherColumn(body, field.dbType, problems)
  else if (isConverted && isInRelation(change, table, field)) {
    problems.push({
      field: 'db_type',
      code: 'in_use',
      ...message('relation_uses_column', {}),
    })
  }
  refuse(problems)
  const after = { ...next, sort: next.sort ?? field.sort }
  refuseOtherField(field, after, before)
  if (isConverted) await convertColumn(change, table, { ...next, sort: field.sort })
  await updateField(tx, table.name, after)
}

/** A definition is sent as a whole: what `before` leaves out was not set. */
function refuseOtherField(field: Field, next: Field, before: JsonObject | undefined): void {
  const now = describeField(field)
  refuseLostChange({ before, now, after: describeField(next) }, [
    ...Object.keys(now),
    ...Object.keys(before ?? {}),
  ])
}

/** Of the fields that every table has, only what people read can change. */
const withNewTexts = (field: Field, body: JsonObject): Field => ({
  ...field,
  label: 'label' in body ? textOf(body['label']) || field.name : field.label,
  help: 'help' in body ? textOf(body['help']) || undefined : field.help,
})

const isInRelation = ({ catalogue }: Change, table: Table, field: Field): boolean =>
  catalogue.relations.some(
    (one) =>
      (one.fromTable === table.name && one.fromColumn === field.name) ||
      (one.toTable === table.name && one.toColumn === field.name),
  )

async function convertColumn({ rows }: Change, table: Table, field: Field): Promise<void> {
  try {
    await rows.convertColumn(table, field.name, field.dbType)
  } catch (error) {
    if (!(error instanceof StorageError) || error.problem !== 'not_convertible') throw error
    refuse([
      {
        field: 'db_type',
        code: 'not_convertible',
        ...message('values_not_convertible', { field: field.name, type: field.dbType }),
      },
    ])
  }
}

/**
 * Puts the fields of a table in order; those that are not listed follow in the order they had.
 * @throws `unknown_table`; `error_sort_update` when the list names a field that does not exist, or one
 *   twice; `stale_record`
 */
export function sortFields(
  scope: RequestScope,
  tableName: string,
  sort: unknown,
  before?: unknown,
): Promise<void> {
  return changeConfiguration(
    scope,
    { event: 'fields_sorted', facts: { table: tableName } },
    async ({ catalogue, tx }) => {
      const names = orderedNames(sort, before, [...tableOf(catalogue, tableName).fields.keys()])
      for (const [place, name] of names.entries()) await updateFieldSort(tx, tableName, name, place)
    },
  )
}
