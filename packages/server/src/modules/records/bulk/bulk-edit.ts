import { maxSampledRecords, type SampledRecord } from '@trowel/contract/bulk-edit.js'
import { fieldOf, mainTableOf, type Table } from '../../../catalogue/catalogue.js'
import type { SentValue } from '../../../catalogue/field-rules.js'
import type { FieldProblem } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { selectRows } from '../../../records/rows/store.js'
import { changedValues, readRecordChange } from '../../../records/writing/record-change.js'
import { findProblems, type PlannedRow, problemsOfConflict } from '../../../records/writing/row-rules.js'
import { changeRows, type RowWriter } from '../../../records/writing/row-writer.js'
import { notValid, storedValues } from '../../../records/writing/write.js'
import type { SqlValue } from '../../../storage/sql.js'
import { StorageError } from '../../../storage/storage.js'
import { refuseMovedOutside, requireAllEditable } from './many-records.js'

/** The same values for many records. */
export interface BulkEdit {
  readonly ids: readonly number[]
  readonly core: Readonly<Record<string, unknown>>
}

/** What an edit changes, or would change. */
export interface EditOutcome {
  /** Records that have other values afterwards. */
  readonly updated: number
  readonly unchanged: number
  /** The first that change. */
  readonly sample: readonly SampledRecord[]
  /**
   * What is wrong with the records, each problem with its `record`; while there is any, nothing is written.
   */
  readonly problems: readonly FieldProblem[]
}

/**
 * Gives many records the same values: all of them or none. Each record that changes keeps a version of its
 * state before.
 *
 * @returns how many records were changed
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege` and `record_not_found` naming
 *   every record that is meant, `unknown_field`, `validation_failed` with the `record` of each problem,
 *   `outside_row_filter`
 */
export async function editRecords(scope: RequestScope, tableName: string, edit: BulkEdit): Promise<number> {
  const plan = planEdit(scope, tableName, edit)
  return changeRows(scope, 'bulk', async (writer) => {
    const { updated, problems } = await carryOut(writer, plan)
    if (problems.length > 0) throw notValid(problems)
    return updated
  })
}

/**
 * What the same edit would do at this moment, found out by doing it and undoing it.
 *
 * @throws as `editRecords`, but answers what is not valid
 */
export async function previewEdit(
  scope: RequestScope,
  tableName: string,
  edit: BulkEdit,
): Promise<EditOutcome> {
  const plan = planEdit(scope, tableName, edit)
  return changeRows(scope, 'bulk', (writer) => carryOut(writer, plan), { isTrial: true })
}

interface EditPlan {
  readonly table: Table
  readonly ids: readonly number[]
  readonly values: ReadonlyMap<string, SentValue>
}

function planEdit(scope: RequestScope, tableName: string, { ids, core }: BulkEdit): EditPlan {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit20', table)
  const { core: values } = readRecordChange(scope.catalogue, table, { core })
  return { table, ids: [...new Set(ids)].sort((a, b) => a - b), values }
}

async function carryOut(writer: RowWriter, plan: EditPlan): Promise<EditOutcome> {
  const { tx, scope } = writer
  const { table, ids } = plan
  await requireAllEditable(writer, 'editableByLevel', table, ids)
  const stored = await selectRows(tx, table, ids)
  const rows = ids.flatMap((recordId): PlannedRow[] => {
    const before = stored.get(recordId)
    if (!before) return []
    const values = changedValues(table, before, plan.values)
    return values.size === 0 ? [] : [{ table, row: null, record: recordId, id: recordId, values, before }]
  })
  const sample = rows.slice(0, maxSampledRecords).map(sampleOf)
  const outcome = { updated: rows.length, unchanged: ids.length - rows.length, sample }
  const problems = await findProblems(tx, scope, rows, new Map())
  if (problems.length > 0 || rows.length === 0) return { ...outcome, problems }
  const changed = new Set(rows.flatMap((row) => row.id ?? []))
  const conflicts = await writeAlike(writer, table, rows)
  if (conflicts.length === 0) await refuseMovedOutside(writer, 'editableByLevel', table, [...changed])
  return { ...outcome, problems: conflicts }
}

function sampleOf(row: PlannedRow): SampledRecord {
  const fields = Object.entries(storedValues(row)).map(([field, after]) => ({
    field,
    label: fieldOf(row.table, field).label,
    before: wireValue(row.before?.[field]),
    after: wireValue(after),
  }))
  return { id: row.id ?? 0, fields }
}

const wireValue = (value: SqlValue | undefined): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null

/** Records in which the same fields change are written together. @returns what a unique index refused */
async function writeAlike(
  writer: RowWriter,
  table: Table,
  rows: readonly PlannedRow[],
): Promise<readonly FieldProblem[]> {
  const groups = new Map<string, PlannedRow[]>()
  for (const row of rows) {
    const names = [...row.values.keys()].join()
    groups.set(names, [...(groups.get(names) ?? []), row])
  }
  try {
    await writer.tx.savepoint(async () => {
      for (const group of groups.values()) {
        const ids = group.flatMap((row) => row.id ?? [])
        const [first] = group
        if (first) await writer.updateRowsAlike(table, ids, storedValues(first))
      }
    })
    return []
  } catch (error) {
    if (!(error instanceof StorageError) || error.problem !== 'unique') throw error
    const problems = problemsOfConflict(writer.scope.catalogue, [table], error)
    if (problems.length === 0) throw error
    return problems
  }
}
