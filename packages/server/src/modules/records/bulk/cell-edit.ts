import type { CellEdit, ChangedCell } from '@trowel/contract/cell-edit.js'
import { mainTableOf, type Table } from '../../../catalogue/catalogue.js'
import { report, sameValue } from '../../../catalogue/field-rules.js'
import { AppError, type FieldProblem } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { type RawRow, selectRows } from '../../../records/rows/store.js'
import { changedValues, readRecordChange } from '../../../records/writing/record-change.js'
import { findProblems, type PlannedRow } from '../../../records/writing/row-rules.js'
import { changeRows, type RowWriter } from '../../../records/writing/row-writer.js'
import { conflictsAsProblems, notValid, storedValues } from '../../../records/writing/write.js'
import { LookupsByLabel } from './lookups-by-label.js'
import { refuseMovedOutside, requireAllEditable } from './many-records.js'

type RecordCells = CellEdit['records'][number]

/**
 * Gives each of many records values of its own, as a user types them into the cells of a list: all of them or
 * none, as one change set.
 *
 * @returns in how many records something changed
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege` and `record_not_found` naming
 *   every record that is meant, `unknown_field`, `stale_record` with the cells that hold something else than
 *   the caller saw, `validation_failed` with the `record` of each problem, `outside_row_filter`
 */
export async function editCells(scope: RequestScope, tableName: string, edit: CellEdit): Promise<number> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit', table)
  const ids = edit.records.map(({ id }) => id)
  return conflictsAsProblems(scope, table, () =>
    changeRows(scope, 'bulk', async (writer) => {
      await requireAllEditable(writer, 'editable', table, ids)
      const stored = await selectRows(writer.tx, table, ids)
      refuseStale(scope, table, edit.records, stored)
      const named = await namedByLabel(writer, table, edit.records)
      const rows = named.records.flatMap(({ id, core }): PlannedRow[] => {
        const before = stored.get(id)
        if (!before) return []
        const change = readRecordChange(scope.catalogue, table, { core })
        const values = changedValues(table, before, change.core)
        return values.size === 0 ? [] : [{ table, row: null, record: id, id, values, before }]
      })
      const problems = [...named.problems, ...(await findProblems(writer.tx, scope, rows, new Map()))]
      if (problems.length > 0) throw notValid(problems)
      await writeRows(writer, table, rows)
      const changed = rows.flatMap((row) => row.id ?? [])
      await refuseMovedOutside(writer, 'editable', table, changed)
      return changed.length
    }),
  )
}

/** Somebody else may have written into the same cells since the caller saw them. */
function refuseStale(
  { catalogue }: RequestScope,
  table: Table,
  records: readonly RecordCells[],
  stored: ReadonlyMap<number, RawRow>,
): void {
  const cells: ChangedCell[] = []
  for (const { id, before } of records) {
    const row = stored.get(id)
    if (!row || !before) continue
    for (const [field, seen] of readRecordChange(catalogue, table, { core: before }).core) {
      if (!sameValue(row[field], seen)) cells.push({ id, field, value: row[field] })
    }
  }
  if (cells.length === 0) return
  throw new AppError('stale_record', {
    ...message('cells_changed_meanwhile', { cells: cells.length }),
    detail: { tb: table.name, cells },
  })
}

/** The new values of each record; cells whose label names no single record are left out, as problems. */
async function namedByLabel(
  { tx, scope }: RowWriter,
  table: Table,
  records: readonly RecordCells[],
): Promise<{ records: readonly Pick<RecordCells, 'id' | 'core'>[]; problems: readonly FieldProblem[] }> {
  const lookups = new LookupsByLabel(scope)
  const cells = records.flatMap(({ id, labels = {} }) =>
    Object.entries(labels).flatMap(([name, label]) => {
      const field = table.fields.get(name)
      const target = field && lookups.targetOf(field)
      return target && !isEmpty(label) ? [{ id, field, target, label }] : []
    }),
  )
  await lookups.prepare(tx, cells)
  const problems: FieldProblem[] = []
  const values = new Map(records.map(({ id, core, labels }) => [id, { ...labels, ...core }]))
  for (const { id, field, target, label } of cells) {
    const named = lookups.of(target, label)
    const core = values.get(id) ?? {}
    if ('id' in named) core[field.name] = named.id
    else {
      delete core[field.name]
      problems.push(report({ table, row: null, record: id }, field, named.problem))
    }
  }
  return { records: [...values].map(([id, core]) => ({ id, core })), problems }
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Records in which the same fields change are written together. */
async function writeRows(writer: RowWriter, table: Table, rows: readonly PlannedRow[]): Promise<void> {
  const groups = new Map<string, { id: number; values: ReturnType<typeof storedValues> }[]>()
  for (const row of rows) {
    if (row.id === undefined) continue
    const values = storedValues(row)
    const key = JSON.stringify(Object.keys(values))
    groups.set(key, [...(groups.get(key) ?? []), { id: row.id, values }])
  }
  for (const group of groups.values()) {
    const columns = Object.keys(group[0]?.values ?? {})
    await writer.updateRows(
      table,
      columns,
      group.map(({ id, values }) => ({ id, values: columns.map((name) => values[name] ?? null) })),
    )
  }
}
