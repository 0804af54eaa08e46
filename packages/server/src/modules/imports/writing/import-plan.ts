import type { MappedName } from '@trowel/contract/imports.js'
import { type Field, mainTableOf, storedFields, type Table } from '../../../catalogue/catalogue.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { yearColumns } from '../../../records/writing/dated-by-label.js'
import { numberedFields } from '../../../records/writing/numbering.js'
import type { FileScan, MappedColumn, PlaceSource } from '../reading/worker-protocol.js'

/** What a run is to do with the columns of a file. */
export interface ImportPlan {
  readonly table: Table
  readonly columns: readonly MappedColumn[]
  /**
   * The fields that are written: those of `columns` in their order, then those whose values follow from them.
   */
  readonly fields: readonly Field[]
  /** The field whose value finds the record that a row changes; `undefined` when every row is new. */
  readonly keyField: Field | undefined
  /** Where the places of the records stand. */
  readonly place: PlaceSource | undefined
}

/** What a file has. */
export type Header = Pick<FileScan, 'columns' | 'geometry'>

export interface ImportTask {
  readonly table: string
  /** Columns of the file, each with its field; null or `''` leaves a column out. */
  readonly mapping: readonly MappedName[]
  readonly keyField: string | null
  readonly place?: PlaceSource | undefined
}

/** @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege` */
export function tableToFill(scope: RequestScope, name: string): Table {
  const table = mainTableOf(scope.catalogue, name)
  scope.rights.require('edit20', table)
  return table
}

/**
 * Existing clients print `detail` of a refused mapping, so it is a sentence; the names stand beside it for
 * programs.
 *
 * @throws in this order `import_error_no_key`, `import_error_invalid_field`, `invalid_parameter`,
 *   `import_error_mapping_mismatch`; for places `import_error_no_geo_field`, `invalid_parameter`
 */
export function planImport(table: Table, task: ImportTask, file: Header): ImportPlan {
  const header = file.columns
  const mapped = task.mapping.filter(([, field]) => field !== null && field !== '')
  const targets = mapped.map(([, field]) => field)
  if (task.keyField !== null && !targets.includes(task.keyField)) {
    throw new AppError('import_error_no_key', {
      ...message('key_field_not_mapped', { field: task.keyField }),
      detail: task.keyField,
    })
  }
  const invalid = targets.filter(
    (name) => typeof name !== 'string' || name === 'creator' || !storedFields(table).has(name),
  )
  if (invalid.length > 0) {
    const said = message('mapping_unknown_fields', { table: table.label, fields: listed(invalid) })
    throw new AppError('import_error_invalid_field', {
      ...said,
      detail: said.text,
      body: { fields: invalid },
    })
  }
  const columns = mapped.map(([column, field]): MappedColumn => ({ column, field: String(field) }))
  const repeated = columns.filter(
    ({ field }, index) => columns.findIndex((one) => one.field === field) < index,
  )
  if (repeated.length > 0) {
    const names = [...new Set(repeated.map(({ field }) => field))].join(', ')
    throw new AppError('invalid_parameter', {
      ...message('columns_to_one_field', { fields: names }),
      detail: { name: 'mapping', reason: `more than one column for ${names}` },
    })
  }
  const found = columns.filter(({ column }) => header.includes(column))
  if (found.length === 0) {
    const mapped = columns.map(({ column }) => column)
    const said = message('mapping_without_columns', { mapped: listed(mapped), columns: listed(header) })
    const body = { mapped, file: header }
    throw new AppError('import_error_mapping_mismatch', { ...said, detail: said.text, body })
  }
  const read = found.map(({ field }) => field)
  const numbers = numberedFields(table).filter((field) => field.isNumberedOnSave)
  const following = [...yearsBesides(table, found), ...numbers.map(({ name }) => name)]
  const fields = [...new Set([...read, ...following])].flatMap((name) => table.fields.get(name) ?? [])
  const keyField = task.keyField === null ? undefined : table.fields.get(task.keyField)
  if (task.place) refusePlace(table, task.place, file)
  return { table, columns: found, fields, keyField, place: task.place }
}

function refusePlace(table: Table, place: PlaceSource, { columns, geometry }: Header): void {
  if (!table.hasGeodata) throw new AppError('import_error_no_geo_field')
  const wanted = place.from === 'columns' ? [place.x, place.y] : place.from === 'wkt' ? [place.column] : []
  const missing = wanted.filter((column) => !columns.includes(column))
  if (missing.length === 0 && (place.from !== 'geometry' || geometry)) return
  const said =
    place.from === 'geometry'
      ? message('file_without_geometries', {})
      : message('place_columns_missing', { columns: listed(missing) })
  throw new AppError('invalid_parameter', { ...said, detail: { name: 'place', reason: 'not in the file' } })
}

const maxListed = 20

/** Names in a sentence, only the first of many. */
export const listed = (names: readonly unknown[]): string =>
  names
    .slice(0, maxListed)
    .map((name) => JSON.stringify(name))
    .join(', ') + (names.length > maxListed ? ` and ${names.length - maxListed} more` : '')

/** The years that a label brings along which comes alone. */
function yearsBesides(table: Table, columns: readonly MappedColumn[]): readonly string[] {
  const names = columns.map(({ field }) => field)
  if (!table.hasFuzzyDate || !names.includes('chrono_label')) return []
  return yearColumns.filter((name) => !names.includes(name))
}
