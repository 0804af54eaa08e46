import type { JsonObject } from '@trowel/contract/json.js'
import type { Catalogue, Field, Table } from '../../../catalogue/catalogue.js'
import { relationIndexName } from '../../../catalogue/physical-names.js'
import { plainTable } from '../../../catalogue/plain-table.js'
import { ownedField } from '../../../catalogue/plugin-owned-fields.js'
import { message } from '../../../message.js'
import type { Change } from '../change.js'
import { readField } from '../fields/field-input.js'
import { addValues, type NewValues, relateLookups } from '../fields/new-fields.js'
import { fieldsOfNewTable } from '../generated-fields.js'
import { type Problems, refuse } from '../input-values.js'
import { fieldNameProblem, tableNameProblem } from '../names.js'
import { addIndex } from '../relations/relations.js'
import { createTableOf, nextSort, refuseTakenName } from './make-table.js'
import { readTableSettings } from './table-input.js'

/** A main table with all its fields, as people describe them. */
export interface NewTable {
  /** `name`, `label` and further settings, as the form of a table has them. */
  readonly settings: JsonObject
  /** Each as the form of a field has it. */
  readonly fields: readonly JsonObject[]
  /** The values of its vocabularies; those that are there already stay as they are. */
  readonly vocabularies: readonly NewValues[]
}

/** PostgreSQL has tables of 1,600 columns at most, and fewer where rows get long. */
const maxFields = 1000

/**
 * The table as it will be. Nothing is made.
 * @throws `error_cfg_data_updated` with everything that is wrong, what is about a field under `fields[n]`
 */
export function planTable(catalogue: Catalogue, { settings, fields }: Omit<NewTable, 'vocabularies'>): Table {
  const problems: Problems = []
  const name = String(settings['name'] ?? '')
  const nameProblem = tableNameProblem('name', settings['name'])
  if (nameProblem) problems.push(nameProblem)
  if (fields.length > maxFields) {
    problems.push({ field: 'fields', code: 'too_many', ...message('table_too_wide', { most: maxFields }) })
    refuse(problems)
  }
  const own = readFields(fields, catalogue, problems)
  const all = [...fieldsOfNewTable(false), ...own]
  const byName = new Map(all.map((field) => [field.name, field]))
  const read = readTableSettings(
    settings,
    plainTable(name, false),
    { fields: byName, isNew: true, catalogue },
    problems,
  )
  refuse(problems)
  return { ...read, sort: nextSort(catalogue), parent: undefined, plugins: [], fields: byName }
}

function readFields(bodies: readonly JsonObject[], catalogue: Catalogue, problems: Problems): Field[] {
  const names = new Set<unknown>()
  const first = fieldsOfNewTable(false).length
  return bodies.map((body, place) => {
    const found: Problems = []
    const { name } = body
    const nameProblem = fieldNameProblem('name', name)
    if (nameProblem) found.push(nameProblem)
    else if (typeof name === 'string' && ownedField(name)) {
      found.push({ field: 'name', code: 'reserved_name', ...message('field_of_a_switch', { field: name }) })
    } else if (names.has(name)) {
      found.push({
        field: 'name',
        code: 'repeated_name',
        ...message('schema_field_repeated', { field: String(name) }),
      })
    }
    names.add(name)
    const field = readField(body, String(name), undefined, catalogue, found)
    problems.push(...found.map((one) => ({ ...one, field: `fields[${place}].${one.field}` })))
    return { ...field, sort: first + place }
  })
}

/**
 * Makes a planned table with the index of its labels, the relations of its lookups, and the values of its
 * vocabularies. Its rows are journaled from now on.
 *
 * @throws `tb_already_available`; `parameter_missing`, `invalid_parameter` for a vocabulary or a value that
 *   cannot be
 */
export async function makePlannedTable(
  change: Change,
  table: Table,
  vocabularies: readonly NewValues[],
): Promise<void> {
  const { tx } = change
  await refuseTakenName(change, table.name)
  const { parent: _, plugins: __, fields, ...settings } = table
  await createTableOf(tx, settings, [...fields.values()])
  if (table.idField !== 'id') {
    const name = relationIndexName(table.name, table.idField)
    await addIndex(tx, {
      table: table.name,
      name,
      columns: [table.idField],
      isUnique: false,
      auto: true,
      isPrefix: false,
    })
  }
  await relateLookups(change, table.name, [...fields.values()])
  await addValues(tx, vocabularies)
  await tx.schema.journal([table.name])
}
