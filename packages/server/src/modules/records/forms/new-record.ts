import { creatorId } from '../../../access/principal.js'
import { type Field, fieldOf, mainTableOf, type Table, tableOf } from '../../../catalogue/catalogue.js'
import { normaliseValue } from '../../../catalogue/field-rules.js'
import { Unusable } from '../../../catalogue/field-types/field-type.js'
import type { RequestScope } from '../../../http/scope.js'
import { coreText } from '../../../records/reading/read-record.js'
import { labelOf, type StoredRow } from '../../../records/reading/record-store.js'
import { schemaOf } from '../../../records/reading/schema-view.js'
import type { RecordPart } from '../../../records/rows/record-part.js'
import { visibleCondition } from '../../../records/rows/search-criteria.js'
import { templateMembers } from '../../../records/templates/usable-template.js'
import type { SqlValue } from '../../../storage/sql.js'
import { selectNamed } from './candidates-store.js'

/** Defaults that stand for something else at the moment in which they are asked. */
const placeholders = new Map<string, (scope: RequestScope) => string | number | null>([
  ['%today%', ({ now }) => now.toISOString().slice(0, 10)],
  ['%current_user%', ({ principal }) => creatorId(principal)],
])

/**
 * An empty record to be filled in, of the same form as one that is stored: the fields hold their defaults,
 * nothing hangs from it.
 *
 * @returns the whole answer, JSON text
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege` for a caller who may not create
 *   records there
 */
export async function readNewRecord(
  scope: RequestScope,
  parts: readonly RecordPart[],
  tableName: string,
  templateName: string | undefined,
): Promise<string> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('create', table)
  const metadata = {
    tb_id: table.name,
    tb_label: table.label,
    rec_id: null,
    id_field: table.idField,
    can_edit: true,
    created: null,
    last_changed: null,
    can_delete: true,
    can_add: true,
  }
  const core = coreText(table, await rowOfDefaults(scope, table))
  const plugins = table.plugins.map((name) => {
    const { label } = tableOf(scope.catalogue, name)
    return [name, { metadata: { tb_id: name, tb_label: label, tot: 0 }, data: [] }] as const
  })
  const sections = parts.map(({ section, empty }) => `"${section}":${JSON.stringify(empty)}`)
  const template = await templateMembers(scope, table, templateName)
  return (
    `{"status":"success","metadata":${JSON.stringify(metadata)},"core":${core},` +
    `"plugins":${JSON.stringify(Object.fromEntries(plugins))},"links":{},"backlinks":{},${sections.join(',')},` +
    `"schema":${schemaOf(scope, table).text}${template}}}`
  )
}

/** A row that holds the default of every field, and what a record is called that a default names. */
async function rowOfDefaults(scope: RequestScope, table: Table): Promise<StoredRow> {
  const row: Record<string, SqlValue> = {}
  for (const field of table.fields.values()) {
    const value = defaultOf(scope, field)
    row[field.name] = value
    if (typeof value === 'number') row[labelOf(field)] = await labelOfRecord(scope, field, value)
  }
  return row
}

/** A default that the field cannot hold is none. */
function defaultOf(scope: RequestScope, field: Field): string | number | null {
  if (field.defaultValue === undefined) return null
  const placeholder = placeholders.get(field.defaultValue)
  const value = normaliseValue(field, placeholder ? placeholder(scope) : field.defaultValue)
  return value instanceof Unusable ? null : value
}

/** What the record is called that a lookup field names, if the caller may read it. */
async function labelOfRecord(scope: RequestScope, field: Field, recordId: number): Promise<string | null> {
  const target = field.idFromTable === undefined ? undefined : scope.catalogue.tables.get(field.idFromTable)
  if (!target || !scope.rights.visibilityOf(target).readable) return null
  const named = { kind: 'compare', field: fieldOf(target, 'id'), operator: '_eq', value: recordId } as const
  const [record] = await selectNamed(scope, target, visibleCondition(scope, target, named), 'name', 1)
  return record?.label ?? null
}
