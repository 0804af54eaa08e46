import type { FieldOption, FieldOptionsQuery } from '@trowel/contract/record-forms.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { type Field, fieldOf, tableOf } from '../../../catalogue/catalogue.js'
import type { RequestScope } from '../../../http/scope.js'
import { distinctValues, type Wanted } from '../../../records/listing/distinct-values.js'
import { visibleCondition } from '../../../records/rows/search-criteria.js'
import { fold } from '../../../storage/fold.js'
import { listDefinitions } from '../../vocabularies/index.js'
import { namedLike } from './candidates.js'
import { selectNamed } from './candidates-store.js'
import { previewTexts } from './preview-texts.js'

/**
 * What a person can choose for a field, from the first source that is set: the values of another field, the
 * records of another table, a vocabulary, a fixed list. Only of rows that he may read.
 *
 * @param query `fld`; `q`: only options whose label contains it; `limit`: at most so many;
 *   `details`: with what the preview fields of records say
 * @throws `unknown_table`, `unknown_field`; `not_enough_privilege`
 *   also for the table that the options come from
 */
export async function listFieldOptions(
  scope: RequestScope,
  tableName: string,
  { fld, q: text = '', limit, details = false }: Decoded<typeof FieldOptionsQuery>,
): Promise<FieldOption[]> {
  const table = tableOf(scope.catalogue, tableName)
  scope.rights.require('read', table)
  const field = fieldOf(table, fld)
  const wanted = { text, limit }
  if (field.valuesFrom) return valuesOf(scope, field.valuesFrom, wanted)
  if (field.idFromTable !== undefined) return recordsOf(scope, field.idFromTable, wanted, details)
  return amongFixed(await fixedOptions(scope, field), wanted)
}

/** So many options say more than their names. */
const maxDetailed = 200

/** The values that another field has; none when it was deleted meanwhile. */
async function valuesOf(
  scope: RequestScope,
  source: NonNullable<Field['valuesFrom']>,
  wanted: Wanted,
): Promise<FieldOption[]> {
  const table = scope.catalogue.tables.get(source.table)
  const field = table?.fields.get(source.field)
  if (!table || !field) return []
  const values = await distinctValues(scope, table, field, wanted)
  return values.map((value) => ({ value, label: String(value) }))
}

async function recordsOf(
  scope: RequestScope,
  tableName: string,
  { text, limit }: Wanted,
  isDetailed: boolean,
): Promise<FieldOption[]> {
  const table = scope.catalogue.tables.get(tableName)
  if (!table) return []
  const visible = visibleCondition(scope, table, namedLike(table, text))
  const records = await selectNamed(scope, table, visible, 'name', limit)
  const details = isDetailed
    ? await previewTexts(
        scope,
        table,
        records.slice(0, maxDetailed).map(({ id }) => id),
      )
    : undefined
  return records.map(({ id, label }) => {
    const detail = details?.get(id)
    return { value: id, label, ...(detail && { detail }) }
  })
}

const fixedOptions = async (scope: RequestScope, field: Field): Promise<readonly string[]> =>
  field.vocabulary === undefined ? (field.options ?? []) : listDefinitions(scope, field.vocabulary)

function amongFixed(options: readonly string[], { text, limit }: Wanted): FieldOption[] {
  const sought = fold(text)
  const found = text === '' ? options : options.filter((option) => fold(option).includes(sought))
  return found.slice(0, limit).map((option) => ({ value: option, label: option }))
}
