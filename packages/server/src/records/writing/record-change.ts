import type { RecordInput } from '@trowel/contract/record-writes.js'
import type { Catalogue, Table } from '../../catalogue/catalogue.js'
import { tableOf } from '../../catalogue/catalogue.js'
import { isWritable, normaliseValue, type SentValue, sameValue } from '../../catalogue/field-rules.js'
import { AppError, type FieldProblem } from '../../errors.js'
import { positiveIdOf } from '../../http/wire-id.js'
import { message } from '../../message.js'
import { emptiedWith, isCalibrated } from '../radiocarbon/service.js'
import type { RawRow } from '../rows/store.js'
import { addYearsOfLabel } from './dated-by-label.js'

/** What a caller wants of a record, in the catalogue's terms. */
export interface RecordChange {
  readonly core: ReadonlyMap<string, SentValue>
  readonly plugins: readonly PluginChange[]
}

export interface PluginChange {
  readonly table: Table
  readonly rows: readonly RowChange[]
}

export interface RowChange {
  /** Its place in what was sent. */
  readonly row: number
  /** The stored row meant; `undefined` for a new one. */
  readonly id: number | undefined
  readonly remove: boolean
  readonly values: ReadonlyMap<string, SentValue>
}

/**
 * Names turned into the catalogue's, values into the form in which they are stored. Keys that a client echoes
 * and no caller may write (`id`, `creator`, `id_link`) are left out.
 *
 * @throws `unknown_field` naming all of them, `invalid_parameter` for what is no plugin table of `table`, or
 *   no id of a row
 */
export function readRecordChange(catalogue: Catalogue, table: Table, input: RecordInput): RecordChange {
  const unknown: FieldProblem[] = []
  const core = readValues(table, input.core ?? {}, null, unknown)
  const plugins = Object.entries(input.plugins ?? {}).map(([name, rows]): PluginChange => {
    if (!table.plugins.includes(name)) throw noPluginTable(table, name)
    const plugin = tableOf(catalogue, name)
    const changes = rows.map((row, index): RowChange => {
      const rowId = readRowId(row.id, name, index)
      const isNew = rowId === undefined || (row._isNew === true && row._delete !== true)
      return {
        row: index,
        id: isNew ? undefined : rowId,
        remove: row._delete === true,
        values: readValues(plugin, row.fields ?? {}, index, unknown),
      }
    })
    return { table: plugin, rows: changes }
  })
  if (unknown.length > 0) {
    const names = [...new Set(unknown.map((problem) => `"${problem.field}"`))].join(', ')
    throw new AppError('unknown_field', {
      ...message('record_takes_no_fields', { fields: names }),
      detail: { table: unknown[0]?.['tb'], field: unknown[0]?.field },
      errors: unknown,
    })
  }
  return { core, plugins }
}

function readValues(
  table: Table,
  sent: Readonly<Record<string, unknown>>,
  row: number | null,
  unknown: FieldProblem[],
): ReadonlyMap<string, SentValue> {
  const values = new Map<string, SentValue>()
  for (const [name, value] of Object.entries(sent)) {
    const field = table.fields.get(name)
    if (field) {
      if (isWritable(field) && !isCalibrated(table, name)) values.set(name, normaliseValue(field, value))
    } else if (!['id', 'creator', 'id_link'].includes(name)) {
      const said = message('table_has_no_field', { table: table.name, field: name })
      unknown.push({ field: name, code: 'unknown_field', ...said, tb: table.name, row })
    }
  }
  addYearsOfLabel(table, values)
  return values
}

function readRowId(value: unknown, table: string, index: number): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const rowId = positiveIdOf(value)
  if (rowId !== undefined) return rowId
  throw new AppError('invalid_parameter', {
    ...message('row_id_invalid', { row: index + 1, table }),
    detail: { name: `plugins.${table}[${index}].id`, reason: 'not an id' },
  })
}

const noPluginTable = (table: Table, name: string): AppError =>
  new AppError('invalid_parameter', {
    ...message('no_plugin_of_table', { plugin: name, table: table.name }),
    detail: { name: `plugins.${name}`, reason: 'no plugin table of the record' },
  })

/** The values that differ from what is stored. */
export function changedValues(
  table: Table,
  before: RawRow,
  values: ReadonlyMap<string, SentValue>,
): ReadonlyMap<string, SentValue> {
  const changed = new Map<string, SentValue>()
  for (const [name, value] of values) if (!sameValue(before[name], value)) changed.set(name, value)
  for (const name of emptiedWith(table, changed)) changed.set(name, null)
  return changed
}
