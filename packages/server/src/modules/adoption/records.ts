import { isDeletePolicy } from '@trowel/contract/model/delete-policies.js'
import type { Field } from '../../catalogue/catalogue.js'
import { indexName } from '../../catalogue/physical-names.js'
import { rowsAtOnce } from '../../records/radiocarbon/service.js'
import type { SqlValue } from '../../storage/sql.js'
import type { ForeignKey } from '../../storage/storage.js'
import { type AdoptedTable, withId } from './adopted-table.js'
import { type Adoption, personIsGone } from './adoption.js'
import type { RecordTable } from './configuration.js'
import { columnCalled } from './old-settings.js'
import type { Relation } from './relations-and-indexes.js'
import type { TableNotes } from './report.js'
import { charactersLeftOut, integerOf, isUnkeepable, storedIn, textOf, type Values } from './source-rows.js'
import type { SourceRow } from './sources/source.js'

/** The tables of records: those first that carry rows of others. */
export function recordTables(adoption: Adoption): AdoptedTable[] {
  const tables = [...adoption.configuration.tables.values()]
  const isPlugin = ({ settings }: RecordTable): boolean => settings.isPlugin
  return [...tables.filter((table) => !isPlugin(table)), ...tables.filter(isPlugin)].map((table) =>
    recordTable(adoption, table),
  )
}

function recordTable(adoption: Adoption, table: RecordTable): AdoptedTable {
  const { source, report, references, indexFit } = adoption
  const { from, settings } = table
  const { name, isPlugin } = settings
  const notes = report.table(from)
  /** Columns that no configuration names, and how many values each has. */
  const unnamed = new Map(table.columns.map((column) => [column.name, 0]))
  for (const field of table.fields.keys()) unnamed.delete(columnOf(table, field))
  const own = [...table.fields.values()].filter((field) => field.name !== 'id')
  let maxId = 0
  async function* rows(): AsyncGenerator<Values> {
    for await (const row of source.rows(from)) {
      notes.read++
      const id = recordId(adoption, table, row, notes)
      if (id === undefined) continue
      for (const [column, count] of unnamed) if (textOf(row[column]) !== '') unnamed.set(column, count + 1)
      const values = valuesOf(adoption, table, own, { id, row, notes })
      notes.adopted++
      maxId = Math.max(maxId, id)
      references.add(name, id, values)
      indexFit.add(name, id, values)
      yield { ...values, id }
    }
    references.complete(name)
    for (const [column, count] of unnamed)
      report.notAdopted.push({
        what: `${from}.${column}`,
        why: `no configuration names this column; values: ${count}`,
      })
  }
  return {
    name,
    columns: withId(
      own.map((field) => ({
        name: field.name,
        type: typeOf(field),
        notNull: isPlugin && field.name === 'id_link',
      })),
    ),
    rows: () => (settings.isRadiocarbon ? calibrated(adoption, table, rows()) : rows()),
    rest: async () => ({
      foreignKeys: keysOf(adoption, table),
      indexes: indexFit.fit
        .filter((index) => index.table === name)
        .map((index) => ({
          name: indexName(name, index.name),
          columns: index.columns,
          unique: index.isUnique,
        })),
      lastId: Math.max(maxId, ((await source.nextId(from)) ?? 1) - 1),
    }),
  }
}

/** What the old table calls the column of a field. */
const columnOf = ({ columns }: RecordTable, field: string): string =>
  columnCalled(columns, field)?.name ?? field

/** Ranges that the old service did not write, with the rows rather than as changes of these. */
async function* calibrated(
  { means }: Adoption,
  table: RecordTable,
  rows: AsyncGenerator<Values>,
): AsyncGenerator<Values> {
  if (!means) return yield* rows
  let some: Values[] = []
  for await (const row of rows) {
    some.push(row)
    if (some.length < rowsAtOnce) continue
    yield* await means.calibrate(table, some)
    some = []
  }
  yield* await means.calibrate(table, some)
}

/** Moments are kept as text. */
const typeOf = ({ dbType }: Field) => (dbType === 'TIMESTAMP' ? 'TEXT' : dbType)

/** `undefined` for a row that cannot be: it is left out. */
function recordId(
  { references }: Adoption,
  { settings, parent }: RecordTable,
  row: SourceRow,
  notes: TableNotes,
): number | undefined {
  const id = integerOf(row['id'])
  if (id === undefined || id < 1) return notes.leaveOut(id ?? 0, 'its id is no number')
  if (!settings.isPlugin) return id
  const link = integerOf(row['id_link'])
  if (link === undefined) return notes.leaveOut(id, 'it belongs to no record')
  if (parent !== undefined && !references.has(parent, link))
    return notes.leaveOut(id, `its record, ${parent} ${link}, is gone`)
  return id
}

interface ReadRow {
  readonly id: number
  readonly row: SourceRow
  readonly notes: TableNotes
}

function valuesOf(
  { people, configuration: { relations } }: Adoption,
  recordTable: RecordTable,
  fields: readonly Field[],
  { id, row, notes }: ReadRow,
): Values {
  const { name: table, isPlugin } = recordTable.settings
  const values: Record<string, SqlValue> = {}
  for (const { name, dbType } of fields) {
    const was = row[columnOf(recordTable, name)] ?? null
    const { value, why = isUnkeepable(was) ? charactersLeftOut : undefined } = storedIn[dbType](was)
    const isKey = value === '' && relations.some((one) => one.table === table && one.column === name)
    const isGone = name === 'creator' && !isPlugin && value !== null && !people.has(Number(value))
    const now = isKey || isGone ? null : value
    const reason = isGone ? personIsGone : why
    if (reason !== undefined) notes.change(id, name, was, now, reason)
    values[name] = now
  }
  return values
}

/** What the engine enforces: what every value keeps to. */
function keysOf(adoption: Adoption, { settings }: RecordTable): ForeignKey[] {
  const { configuration } = adoption
  const creator: ForeignKey = {
    column: 'creator',
    table: 'sys_users',
    target: 'id',
    onDelete: 'SET NULL',
    onUpdate: 'NO ACTION',
  }
  const related = configuration.relations.filter((relation) => relation.table === settings.name)
  return [
    ...(settings.isPlugin ? [] : [creator]),
    ...related.filter((relation) => isEnforceable(adoption, relation)).map(keyOf),
  ]
}

function isEnforceable(
  { configuration: { tables }, references, indexFit }: Adoption,
  { table, column, toTable, toColumn }: Relation,
): boolean {
  const type = tables.get(table)?.fields.get(column)?.dbType
  const targetType = tables.get(toTable)?.fields.get(toColumn)?.dbType
  const isKey =
    toColumn === 'id' ||
    indexFit.fit.some(
      (index) => index.table === toTable && index.isUnique && index.columns.join() === toColumn,
    )
  return type === targetType && isKey && references.isKept(table, column)
}

const keyOf = ({ column, toTable, toColumn, onDelete, onUpdate }: Relation): ForeignKey => ({
  column,
  table: toTable,
  target: toColumn,
  onDelete: isDeletePolicy(onDelete) ? onDelete : 'RESTRICT',
  onUpdate: isDeletePolicy(onUpdate) ? onUpdate : 'RESTRICT',
})
